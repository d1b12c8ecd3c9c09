"""Plausibility checks: leftovers of a real round obey laws that misread tiles often break.

The line is a walk through the numbers along its tiles, each tile once. So in what was laid, every
number occurs an even number of times, a double counting twice, but for the two open ends where they
differ (Euler). Where every tile is dealt, what was laid is the box less the hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from scorekeeper.rules.keys import WeightRules
from scorekeeper.rules.options import Ending, Entry, Layout
from scorekeeper.rules.rounds import ALONE, Hand, Moment, PipsHand, Round, ending_of
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile, TileSet


class Law(StrEnum):
    """A law that the tiles left over can break."""

    TWO_ENDS = "two_ends"
    CONNECTED = "connected"
    BLOCKED_ENDS = "blocked_ends"
    ABSENT_NUMBER = "absent_number"
    EVEN_PIPS = "even_pips"
    ENOUGH_LAID = "enough_laid"
    CONFIRMED_ENDS = "confirmed_ends"
    END_IN_HAND = "end_in_hand"
    CAPICUA = "capicua"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A law that the entry breaks, with the numbers and tiles it is about.

    A doubt never refuses an entry: a round may really have been misplayed.
    """

    law: Law
    numbers: tuple[int, ...] = ()
    tiles: tuple[Tile, ...] = ()
    count: int = 0


def doubts(setup: Setup, played: Round, moment: Moment = ALONE) -> tuple[Doubt, ...]:
    """Find the laws that a round without `faults` breaks."""
    line = _Line.of(setup, played, moment)
    if line is None:
        return ()
    return (*_hand_doubts(setup, played, line), *_claim_doubts(setup, played, line))


def predicted_ends(setup: Setup, played: Round, moment: Moment = ALONE) -> tuple[int, int] | None:
    """Return the two open ends the line should have; None where the hands do not say.

    Theorem (Euler): the two numbers that occur an odd number of times in what was laid are the
    ends. A line whose ends are the same number has none; closed, it ends in a number no hand holds.
    """
    line = _Line.of(setup, played, moment)
    if line is None or line.laid is None or any(_hand_doubts(setup, played, line)):
        return None
    if line.odd:
        return line.odd[0], line.odd[1]
    if line.closed and len(line.absent) == 1:
        return line.absent[0], line.absent[0]
    return None


@dataclass(frozen=True)
class _Line:
    """What is known of a line: the tiles left over, and those laid (None if some were not dealt).

    Nobody can play on a `closed` line; `all_dealt` is true where no tile stayed in the boneyard.
    """

    box: TileSet
    left: tuple[Tile, ...]
    laid: tuple[Tile, ...] | None
    closed: bool
    all_dealt: bool

    @classmethod
    def of(cls, setup: Setup, played: Round, moment: Moment) -> _Line | None:
        table = setup.game.table
        if table.layout is not Layout.LINE or table.entry is not Entry.TILES or not played.hands:
            return None
        left = tuple(tile for hand in played.hands for tile in hand.known_tiles)
        in_tiles = all(isinstance(hand, Hand) or hand.is_empty for hand in played.hands)
        laid = tuple(tile for tile in setup.box if tile not in left)
        # Where others play on after somebody went out, a round goes on until nobody can.
        closed = setup.game.out.play_on or ending_of(played, moment) is Ending.BLOCKED
        # Once somebody is out of the match, fewer hands are dealt.
        all_dealt = setup.every_tile_dealt and not moment.put_out
        return cls(setup.box, left, laid if in_tiles and all_dealt else None, closed, all_dealt)

    @cached_property
    def odd(self) -> tuple[int, ...]:
        """The numbers that occur an odd number of times in what was laid."""
        counted = _occurrences(self.laid or ())
        return tuple(number for number in sorted(counted) if counted[number] % 2)

    @cached_property
    def absent(self) -> tuple[int, ...]:
        """The numbers no hand is known to hold."""
        held = _occurrences(self.left)
        return tuple(n for n in range(self.box.highest + 1) if n not in held)

    def holding(self, number: int) -> tuple[Tile, ...]:
        return tuple(tile for tile in self.left if number in (tile.low, tile.high))


def _hand_doubts(setup: Setup, played: Round, line: _Line) -> Iterator[Doubt]:
    """Find what the hands alone disprove."""
    if line.laid is not None:
        yield from _walk_doubts(line, line.laid)
    if line.closed:
        if not line.absent:
            # An open end is a number nobody can play on: no hand holds it.
            yield Doubt(Law.ABSENT_NUMBER)
        if line.all_dealt and _every_number_even(line.box):
            yield from _returning_walk_doubts(setup, played, line)


def _walk_doubts(line: _Line, laid: tuple[Tile, ...]) -> Iterator[Doubt]:
    """Check what was laid as a walk. Theorem (Euler): it is one piece, with at most two odd ends.

    A closed line's ends are in no hand. With the double six an odd number always is, as each
    occurs eight times in the box: there a closed line has no odd number at all.
    """
    if len(line.odd) > 2:
        yield Doubt(Law.TWO_ENDS, line.odd)
        return
    pieces = _pieces(laid)
    if len(pieces) > 1:
        yield Doubt(Law.CONNECTED, tiles=min(pieces, key=len))
    in_hand = tuple(number for number in line.odd if number not in line.absent)
    if line.closed and in_hand:
        yield Doubt(Law.BLOCKED_ENDS, in_hand)


def _returning_walk_doubts(setup: Setup, played: Round, line: _Line) -> Iterator[Doubt]:
    """Check a closed line from a box in which every number occurs an even number of times.

    Theorem: its end is laid to the last tile, an even number of times, so the walk returns to the
    number it began with, and all it leaves is even: an even number of pips too. From each of its
    tiles but the double it comes back over another, with a tile between the two: with the double
    six 7 + 3 tiles at least.
    """
    total = sum(hand.pips for hand in played.hands)
    if line.laid is None and total % 2 and setup.game.weights == WeightRules():
        yield Doubt(Law.EVEN_PIPS, count=total)
    known = [len(hand.tiles) for hand in played.hands if isinstance(hand, Hand)]
    known += [hand.count or 0 for hand in played.hands if isinstance(hand, PipsHand)]
    fewest = _shortest_return(line.box)
    if len(line.box) - sum(known) < fewest:
        yield Doubt(Law.ENOUGH_LAID, count=fewest)


def _claim_doubts(setup: Setup, played: Round, line: _Line) -> Iterator[Doubt]:
    """Check the ends and bonuses that people saw against the hands, and against each other."""
    ends = tuple(sorted(set(played.ends or ())))
    walk = line.laid is not None and len(line.odd) <= 2
    if ends and walk and (line.odd or len(ends) == 2) and ends != line.odd:
        yield Doubt(Law.CONFIRMED_ENDS, line.odd)
    ends_of_line = line.odd if walk and line.odd else ends
    same_ends = {bonus.name for bonus in setup.game.claims if bonus.same_ends}
    claimed = any(event.name in same_ends for event in played.events)
    if claimed and len(ends_of_line) == 2:
        # A line that ends in the same number twice leaves none odd.
        yield Doubt(Law.CAPICUA, ends_of_line)
    elif claimed and (odd := _odd_total(setup, played, line)):
        yield Doubt(Law.CAPICUA, count=odd)
    for number in ends if line.closed else ():
        if line.holding(number):
            yield Doubt(Law.END_IN_HAND, (number,), line.holding(number))


def _odd_total(setup: Setup, played: Round, line: _Line) -> int:
    """Return the total left over where no line with equal ends leaves it, else 0.

    Such a line has every number an even number of times, so an even number of pips.
    """
    total = sum(hand.pips for hand in played.hands)
    known = line.all_dealt and line.laid is None and setup.game.weights == WeightRules()
    return total if known and (line.box.pips - total) % 2 else 0


def _occurrences(tiles: Iterable[Tile]) -> Counter[int]:
    """Count how often each number occurs, a double counting twice."""
    return Counter(end for tile in tiles for end in (tile.low, tile.high))


@lru_cache
def _every_number_even(box: TileSet) -> bool:
    """Return whether every number occurs an even number of times: double six and double twelve."""
    return not any(count % 2 for count in _occurrences(box).values())


@lru_cache
def _shortest_return(box: TileSet) -> int:
    """Count the tiles of the shortest walk through all the tiles of some number and back to it."""
    lengths = []
    for number in range(box.highest + 1):
        ways = sum(tile.low != tile.high for tile in box if number in (tile.low, tile.high))
        lengths.append(ways + (Tile(number, number) in box) + ways // 2)
    return min(lengths)


def _pieces(tiles: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """Split tiles into groups that are connected by their numbers."""
    pieces: list[tuple[set[int], list[Tile]]] = []
    for tile in tiles:
        numbers, joined, others = {tile.low, tile.high}, [tile], []
        for piece in pieces:
            if piece[0] & numbers:
                numbers |= piece[0]
                joined += piece[1]
            else:
                others.append(piece)
        pieces = [*others, (numbers, joined)]
    return [tuple(piece) for _, piece in pieces]

"""Doubts about a round: the tiles left over must fit together, and misread tiles often do not.

The line walks from number to number and uses each tile once. So among the tiles laid every number
occurs an even number of times (a double counts twice), except the two open ends if they differ
(Euler). If all tiles were dealt, the tiles laid are the set without the hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from hashlib import sha256
from math import gcd

from scorekeeper.rules.game_keys import Award, Boneyard, Bonus, Entry, Layout, Scale
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.goal import won_in_play
from scorekeeper.rules.round_entry import ALONE, Moment, Round
from scorekeeper.rules.tiles_and_hands import PIPS, Hand, NotEntered, Tile, TileSet


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
    LAST_TILE = "last_tile"
    NOTHING_LAID = "nothing_laid"
    IN_TURN = "in_turn"
    TALLY_STEPS = "tally_steps"
    ONCE_A_MATCH = "once_a_match"
    WON_NOTHING = "won_nothing"
    POINTS_STEP = "points_step"
    ONE_SCORES = "one_scores"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A law that the entry breaks, with the numbers and tiles it is about, and the bonus claimed.

    A doubt never blocks an entry: the round may really have been misplayed.
    """

    law: Law
    numbers: tuple[int, ...] = ()
    tiles: tuple[Tile, ...] = ()
    count: int = 0
    event: str = ""

    @property
    def fingerprint(self) -> str:
        """The law and a hash, which changes when the tiles or pips do."""
        return f"{self.law}:{sha256(repr(self).encode()).hexdigest()[:8]}"


def doubts(setup: Setup, played: Round, moment: Moment = ALONE) -> tuple[Doubt, ...]:
    """Find the laws that a round without `faults` breaks."""
    besides = (*_tally_doubts(setup, played), *_match_doubts(setup, played, moment))
    if played.points:
        return (*_points_doubts(setup, played, moment), *besides)
    if setup.game.table.entry is Entry.PLAYS:
        return (*_turn_doubts(setup, played), *besides)
    in_play = _tiles_in_play(setup, moment)
    if played.hands and _known_tiles(played) >= in_play > 0:
        # Any other doubt about these hands follows from this one.
        return (Doubt(Law.NOTHING_LAID, count=in_play), *besides)
    line = _Line.of(setup, played, moment)
    if line is None:
        return besides
    found = (*_hand_doubts(setup, played, line), *_claim_doubts(setup, played, line))
    return (*found, *besides)


def predicted_ends(setup: Setup, played: Round, moment: Moment = ALONE) -> tuple[int, int] | None:
    """Return the two open ends the line should have; None if the hands do not tell.

    Theorem (Euler): the two numbers that occur an odd number of times among the tiles laid are the
    ends. If both ends are the same number there are none; a blocked line then ends in a number that
    no hand holds.
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
    """What is known of a line: the tiles left over, and the tiles laid (None if unknown).

    Nobody can play on a `closed` line; `all_dealt` is true if no tile stayed in the boneyard.
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
        asleep = played.boneyard or ()
        laid = tuple(tile for tile in setup.box if tile not in left and tile not in asleep)
        # Where play goes on after somebody went out, a round goes on until nobody can play, unless
        # the match was won before.
        all_over = setup.game.out.play_on or not setup.seats_out(played, moment)
        closed = all_over and not won_in_play(setup, played, moment)
        # Once somebody is out of the match, fewer hands are dealt.
        all_dealt = setup.every_tile_dealt and not moment.put_out
        known = in_tiles and (all_dealt or played.boneyard is not None)
        return cls(setup.box, left, laid if known else None, closed, all_dealt)

    @cached_property
    def odd(self) -> tuple[int, ...]:
        """The numbers that occur an odd number of times among the tiles laid."""
        counted = _occurrences(self.laid or ())
        return tuple(number for number in sorted(counted) if counted[number] % 2)

    @cached_property
    def absent(self) -> tuple[int, ...]:
        """The numbers that no hand is known to hold."""
        held = _occurrences(self.left)
        return tuple(n for n in range(self.box.highest + 1) if n not in held)

    def holding(self, number: int) -> tuple[Tile, ...]:
        return tuple(tile for tile in self.left if number in (tile.low, tile.high))


def _hand_doubts(setup: Setup, played: Round, line: _Line) -> Iterator[Doubt]:
    """Find laws broken by the hands alone."""
    if line.laid is not None:
        yield from _walk_doubts(line, line.laid)
    if line.closed:
        if not line.absent:
            # In a blocked round no hand holds the number of an open end.
            yield Doubt(Law.ABSENT_NUMBER)
        if line.all_dealt and _every_number_even(line.box):
            yield from _returning_walk_doubts(setup, played, line)


def _walk_doubts(line: _Line, laid: tuple[Tile, ...]) -> Iterator[Doubt]:
    """Check that the tiles laid make one walk.

    Theorem (Euler): they are connected, and at most two numbers occur an odd number of times.
    The ends of a blocked line are in no hand. In a double-six set each number occurs eight times.
    If all tiles were dealt, an end then occurs an even number of times: a blocked line has no odd
    number at all.
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
    """Check a blocked line of a set in which every number occurs an even number of times.

    Theorem: all tiles of the end number are laid, an even number of ends, so the walk returns to
    the number it began with. All numbers left over are then even, and so are the pips. The walk
    leaves that number by one of its tiles and comes back by another, with a tile in between: in a
    double-six set that takes at least 7 + 3 tiles.
    """
    if odd_pips := _odd_pips(setup, played, line):
        yield Doubt(Law.EVEN_PIPS, count=odd_pips)
    fewest = _shortest_return(line.box)
    if len(line.box) - _known_tiles(played) < fewest:
        yield Doubt(Law.ENOUGH_LAID, count=fewest)


def _claim_doubts(setup: Setup, played: Round, line: _Line) -> Iterator[Doubt]:
    """Check the ends and bonuses that people entered against the hands, and against each other."""
    ends = tuple(sorted(set(played.ends or ())))
    walk = line.laid is not None and len(line.odd) <= 2
    if ends and walk and (line.odd or len(ends) == 2) and ends != line.odd:
        yield Doubt(Law.CONFIRMED_ENDS, line.odd)
    ends_of_line = line.odd if walk and line.odd else ends
    claimed = {event.name for event in played.events}
    claims = [bonus for bonus in setup.game.claims if bonus.name in claimed]
    if any(bonus.same_ends for bonus in claims):
        # If both ends are the same number, no number is odd.
        if len(ends_of_line) == 2:
            yield Doubt(Law.CAPICUA, ends_of_line)
        elif odd_pips := _odd_pips(setup, played, line):
            yield Doubt(Law.CAPICUA, count=odd_pips)
    for bonus in claims:
        yield from _last_tile_doubts(bonus, line, ends_of_line)
    for number in ends if line.closed else ():
        if line.holding(number):
            yield Doubt(Law.END_IN_HAND, (number,), line.holding(number))


def _odd_pips(setup: Setup, played: Round, line: _Line) -> int:
    """Return the pips left if they rule out a line with equal ends; 0 if they prove nothing.

    On such a line every number occurs an even number of times, so the pips are even.
    """
    total = sum(hand.pips for hand in played.hands)
    counted = line.laid is None and all(not isinstance(hand, NotEntered) for hand in played.hands)
    known = counted and line.all_dealt and setup.game.weights == PIPS
    return total if known and (line.box.pips - total) % 2 else 0


def _last_tile_doubts(bonus: Bonus, line: _Line, ends: tuple[int, ...]) -> Iterator[Doubt]:
    """Check that the winner's last tile, which a bonus needs, can lie at an end."""
    fitting = [tile for tile in line.box if bonus.may_end_on(tile)]
    laid = [tile for tile in fitting if tile not in line.left]
    if not laid:
        yield Doubt(Law.LAST_TILE, tiles=tuple(fitting), event=bonus.name)
    elif ends and not any(end in (tile.low, tile.high) for tile in laid for end in ends):
        yield Doubt(Law.LAST_TILE, ends, event=bonus.name)


def _tiles_in_play(setup: Setup, moment: Moment) -> int:
    """Return how many tiles hands can have held in a round; 0 if the pieces are not dominoes."""
    table = setup.game.table
    if table.entry is Entry.TOTALS:
        return 0
    if table.boneyard is Boneyard.DRAWN:
        return len(setup.box)
    return setup.dealt * (setup.players - len(moment.put_out))


def _known_tiles(played: Round) -> int:
    """Return how many tiles all hands are known to hold."""
    return sum(hand.count or 0 for hand in played.hands)


def _occurrences(tiles: Iterable[Tile]) -> Counter[int]:
    """Count how often each number occurs, a double counting twice."""
    return Counter(end for tile in tiles for end in (tile.low, tile.high))


@lru_cache
def _every_number_even(box: TileSet) -> bool:
    """Return whether every number occurs an even number of times: double six and double twelve."""
    return not any(count % 2 for count in _occurrences(box).values())


@lru_cache
def _shortest_return(box: TileSet) -> int:
    """Count the tiles of the shortest walk that uses all tiles of a number and returns to it."""
    lengths = []
    for number in range(box.highest + 1):
        ways = sum(tile.low != tile.high for tile in box if number in (tile.low, tile.high))
        lengths.append(ways + (Tile(number, number) in box) + ways // 2)
    return min(lengths)


def _pieces(tiles: tuple[Tile, ...]) -> list[tuple[Tile, ...]]:
    """Group tiles that are connected by their numbers."""
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


def _turn_doubts(setup: Setup, played: Round) -> Iterator[Doubt]:
    """Find a player who laid three tiles in a row while another still had tiles."""
    laid = Counter[int]()
    for place, play in enumerate(played.plays):
        row = played.plays[max(0, place - 2) : place + 1]
        waiting = any(
            laid[seat] < setup.dealt for seat in range(setup.players) if seat != play.seat
        )
        if len(row) == 3 and {each.seat for each in row} == {play.seat} and waiting:
            yield Doubt(Law.IN_TURN, tiles=tuple(each.tile for each in row))
        laid[play.seat] += 1


def _tally_doubts(setup: Setup, played: Round) -> Iterator[Doubt]:
    """Find points in play that are no sum of the game's steps."""
    if not setup.game.tally.steps:
        return
    unit = gcd(*setup.game.tally.steps)
    if odd := tuple(score.points for score in played.made if score.points % unit):
        yield Doubt(Law.TALLY_STEPS, odd, count=unit)


def _points_doubts(setup: Setup, played: Round, moment: Moment) -> Iterator[Doubt]:
    """Find points that this game cannot give, and a winner without any."""
    step, scored = _points_step(setup), [points for points in played.points if points]
    if odd := tuple(points for points in scored if step and points % step):
        yield Doubt(Law.POINTS_STEP, odd, count=step)
    if setup.game.pays_all:
        return
    if len(scored) > 1:
        yield Doubt(Law.ONE_SCORES)
    if not scored and setup.winner_by_points(played, moment.put_out) is not None:
        yield Doubt(Law.WON_NOTHING)


def _points_step(setup: Setup) -> int:
    """Return the number that all points are a multiple of after rounding; 0 if there is none."""
    game, steps = setup.game, [*setup.game.tally.steps, setup.game.plays.points]
    for award in (game.out.winner, game.blocked.winner):
        by_tiles = award != Award(flat=award.flat)
        scaled_steps = (game.scale.points, game.scale.least)
        of_tiles = (game.rounding.to,) if game.scale == Scale() else scaled_steps
        steps += [award.flat, *(of_tiles if by_tiles else ())]
    return 1 if game.charges else gcd(*steps)


def _match_doubts(setup: Setup, played: Round, moment: Moment) -> Iterator[Doubt]:
    """Find bonuses of the whole match that were already claimed, or that two sides claim."""
    had = [*moment.claimed, *setup.game.claimed_once(played)]
    for name in dict.fromkeys(had[len(moment.claimed) :]):
        if had.count(name) > 1:
            yield Doubt(Law.ONCE_A_MATCH, event=name)

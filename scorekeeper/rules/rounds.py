"""What a round leaves behind: the hands, and how it ended. Refuses what cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile, possible_totals


class Ending(StrEnum):
    WENT_OUT = "went out"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles a seat still holds; empty where it went out."""

    tiles: tuple[Tile, ...] = ()

    @property
    def pips(self) -> int:
        return sum(tile.pips for tile in self.tiles)

    @property
    def is_empty(self) -> bool:
        return not self.tiles

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        return self.tiles

    @property
    def lightest(self) -> Tile | None:
        return min(self.tiles, key=lambda tile: (tile.pips, tile), default=None)


@dataclass(frozen=True, slots=True)
class PipsHand:
    """A hand of which only the pips were counted; no pips and no count of tiles: it is empty.

    `count` (how many tiles) and `lightest` are known only where somebody said so.
    """

    pips: int
    count: int | None = None
    lightest: Tile | None = None

    @property
    def is_empty(self) -> bool:
        return self.pips == 0 and not self.count and self.lightest is None

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        return () if self.lightest is None else (self.lightest,)


@dataclass(frozen=True, slots=True)
class Round:
    """One deal, once it has ended: a hand for each seat, in order of play.

    `opener` and `blocker` are the seats that led and that closed the line, where somebody said so.
    """

    hands: tuple[Hand | PipsHand, ...]
    opener: int | None = None
    blocker: int | None = None
    events: tuple[str, ...] = ()

    @property
    def empty_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, hand in enumerate(self.hands) if hand.is_empty)

    @property
    def went_out(self) -> int | None:
        """The seat that played its last tile; None where the round was blocked."""
        return self.empty_seats[0] if self.empty_seats else None

    @property
    def ending(self) -> Ending:
        return Ending.BLOCKED if self.went_out is None else Ending.WENT_OUT


def faults(setup: Setup, played: Round) -> Iterator[RuleError]:
    """Find everything that makes a round impossible at this table; nothing where it can be.

    Codes: wrong_number_of_hands, unknown_seat, unknown_event, tile_not_in_set, tile_twice,
    tile_in_two_hands, too_many_tiles, several_empty_hands, impossible_pips.
    """
    if len(played.hands) != setup.players:
        yield RuleError(Code.WRONG_NUMBER_OF_HANDS, expected=setup.players)
        return
    yield from _naming_faults(setup, played)
    tile_faults = [*_box_faults(setup, played), *_repeated_tiles(played)]
    yield from tile_faults
    yield from _crowded_hands(setup, played)
    if not tile_faults:
        yield from [*_impossible_pips(setup, played)] or _impossible_total(setup, played)
    if len(played.empty_seats) > 1:
        yield RuleError(Code.SEVERAL_EMPTY_HANDS, seats=played.empty_seats)


def _naming_faults(setup: Setup, played: Round) -> Iterator[RuleError]:
    for seat in (played.opener, played.blocker):
        if seat is not None and not 0 <= seat < setup.players:
            yield RuleError(Code.UNKNOWN_SEAT, seat=seat)
    for event in played.events:
        yield RuleError(Code.UNKNOWN_EVENT, event=event, game=setup.game.name)


def _box_faults(setup: Setup, played: Round) -> Iterator[RuleError]:
    for seat, hand in enumerate(played.hands):
        for tile in dict.fromkeys(hand.known_tiles):
            if tile not in setup.game.box:
                yield RuleError(
                    Code.TILE_NOT_IN_SET,
                    tiles=(tile,),
                    seats=(seat,),
                    highest=setup.game.tiles.highest,
                )


def _repeated_tiles(played: Round) -> Iterator[RuleError]:
    holders: dict[Tile, list[int]] = {}
    for seat, hand in enumerate(played.hands):
        for tile, times in Counter(hand.known_tiles).items():
            if times > 1:
                yield RuleError(Code.TILE_TWICE, tiles=(tile,), seats=(seat,))
            holders.setdefault(tile, []).append(seat)
    for tile, seats in holders.items():
        if len(seats) > 1:
            yield RuleError(Code.TILE_IN_TWO_HANDS, tiles=(tile,), seats=tuple(seats))


def _crowded_hands(setup: Setup, played: Round) -> Iterator[RuleError]:
    most = setup.most_in_hand
    for seat, hand in enumerate(played.hands):
        count = len(hand.tiles) if isinstance(hand, Hand) else hand.count or 0
        if count > most:
            tiles = hand.known_tiles
            yield RuleError(Code.TOO_MANY_TILES, tiles=tiles, seats=(seat,), count=count, most=most)


def _impossible_pips(setup: Setup, played: Round) -> Iterator[RuleError]:
    """A counted hand must be one that the tiles nobody else shows can make."""
    box = frozenset(setup.game.box)
    shown = {tile for hand in played.hands for tile in hand.known_tiles}
    for seat, hand in enumerate(played.hands):
        if isinstance(hand, PipsHand) and not hand.is_empty:
            free = (box - shown) | set(hand.known_tiles)
            if not _can_hold(hand, frozenset(free), setup.most_in_hand):
                yield RuleError(
                    Code.IMPOSSIBLE_PIPS,
                    seats=(seat,),
                    tiles=hand.known_tiles,
                    pips=hand.pips,
                    count=hand.count,
                    most=setup.most_in_hand,
                )


def _impossible_total(setup: Setup, played: Round) -> Iterator[RuleError]:
    total = sum(hand.pips for hand in played.hands)
    if total > setup.game.box.pips:
        yield RuleError(
            Code.IMPOSSIBLE_PIPS,
            seats=tuple(range(setup.players)),
            pips=total,
            box=setup.game.box.pips,
        )


def _can_hold(hand: PipsHand, free: frozenset[Tile], most: int) -> bool:
    pips = hand.pips
    sizes = tuple(range(1, most + 1)) if hand.count is None else (hand.count,)
    if hand.lightest is not None:
        # What is left of the hand is made of tiles no lighter than the lightest.
        pips, sizes = pips - hand.lightest.pips, tuple(size - 1 for size in sizes)
        free = frozenset(t for t in free if t.pips >= hand.lightest.pips and t != hand.lightest)
    totals = possible_totals(free)
    return pips >= 0 and any(totals[size] >> pips & 1 for size in sizes if 0 <= size < len(totals))

"""Tiles, the set they come from, the hands they are left in, and what these count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import ClassVar, NamedTuple

# The highest end of each tile set that is sold.
HIGHEST_ENDS = (6, 9, 12, 15, 18)


class Ending(StrEnum):
    """How a round ended."""

    WENT_OUT = "went out"
    BLOCKED = "blocked"
    PLAYED = "played"


class _Ends(NamedTuple):
    """The two ends of a tile, the lower one first."""

    low: int
    high: int


class Tile(_Ends):
    """A domino; the order of its two ends makes no difference.

    A tuple, because Python compares, hashes and adds tuples faster than other objects.

    >>> Tile(6, 4) == Tile(4, 6)
    True
    >>> str(Tile(6, 4)), Tile(6, 4).pips, Tile(3, 3).is_double
    ('4-6', 10, True)
    """

    __slots__ = ()

    def __new__(cls, low: int, high: int) -> Tile:
        return super().__new__(cls, low, high) if low <= high else super().__new__(cls, high, low)

    @property
    def pips(self) -> int:
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        return self.low == self.high

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


def total_pips(tiles: Iterable[Tile]) -> int:
    """Add up the pips of some tiles.

    >>> total_pips([Tile(1, 2), Tile(6, 6)])
    15
    """
    return sum(map(sum, tiles))


def lightest_first(tile: Tile) -> tuple[int, Tile]:
    """Order tiles by their pips; of those with the same, the one with the lowest end first.

    >>> [str(tile) for tile in sorted([Tile(2, 2), Tile(1, 3), Tile(0, 3)], key=lightest_first)]
    ['0-3', '1-3', '2-2']
    """
    return tile.pips, tile


@dataclass(frozen=True)
class TileSet:
    """The tiles of one set: every pair of ends from 0 to `highest` once, without `removed`.

    >>> len(TileSet(6)), len(TileSet(9)), Tile(6, 6) in TileSet(6)
    (28, 55, True)
    """

    highest: int
    removed: tuple[Tile, ...] = ()

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, the heaviest row first: 6-6, 5-6, … 0-6, 5-5, …"""
        ends = range(self.highest, -1, -1)
        tiles = (Tile(low, high) for high in ends for low in range(high, -1, -1))
        return tuple(tile for tile in tiles if tile not in self.removed)

    @cached_property
    def pips(self) -> int:
        return total_pips(self.tiles)

    @cached_property
    def as_set(self) -> frozenset[Tile]:
        """The same tiles, for comparing with many others at once."""
        return frozenset(self.tiles)

    def __contains__(self, tile: Tile) -> bool:
        return tile.low >= 0 and tile.high <= self.highest and tile not in self.removed

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.tiles)

    def __len__(self) -> int:
        """Count the tiles without making them: most sets are only counted."""
        taken_out = {tile for tile in self.removed if tile.high <= self.highest}
        return (self.highest + 1) * (self.highest + 2) // 2 - len(taken_out)


@dataclass(frozen=True, slots=True)
class TileRules:
    """The tile set; `removed` are the tiles taken out, by number of players.

    Tiles that are `lost` are missing whoever plays: that many fewer are taken out.
    """

    highest: int = 6
    removed: Mapping[int, tuple[Tile, ...]] = field(default_factory=lambda: MappingProxyType({}))
    lost: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        # Older versions stored a lost tile as often as it was named; it counts once.
        object.__setattr__(self, "lost", tuple(dict.fromkeys(self.lost)))


@dataclass(frozen=True, slots=True)
class OtherBox:
    """Another tile set that a game is played with, up to `highest`.

    `deal` and `goal` are those of the game with this set; {} and 0 if they stay the same.
    """

    highest: int
    deal: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    goal: int = 0


@lru_cache(maxsize=1024)
def possible_totals(tiles: frozenset[Tile]) -> tuple[int, ...]:
    """Return the pip totals that hands of each size can have, drawn from these tiles.

    Item n is a bit mask: bit p is set if some n of the tiles have p pips together.

    >>> [p for p in range(30) if possible_totals(frozenset([Tile(1, 2), Tile(6, 6)]))[1] >> p & 1]
    [3, 12]
    """
    totals = [1] + [0] * len(tiles)
    for done, tile in enumerate(tiles):
        for size in range(done, -1, -1):
            totals[size + 1] |= totals[size] << tile.pips
    return tuple(totals)


@dataclass(frozen=True)
class Hand:
    """The tiles left in a hand; empty if the seat went out."""

    tiles: tuple[Tile, ...] = ()

    @cached_property
    def pips(self) -> int:
        return total_pips(self.tiles)

    @property
    def is_empty(self) -> bool:
        return not self.tiles

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        return self.tiles

    @property
    def count(self) -> int:
        return len(self.tiles)

    @cached_property
    def lightest(self) -> Tile | None:
        return min(self.tiles, key=lightest_first, default=None)


@dataclass(frozen=True, slots=True)
class PipsHand:
    """A hand of which only the pips were entered; without pips, tiles and `lightest` it is empty.

    `count` (how many tiles) and `lightest` are None if they were not entered. A hand of 0-0 alone
    has a count of 1.
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

    def hidden(self, otherwise: int) -> int:
        """Return how many tiles are unknown; `otherwise`, if they were not counted."""
        count = otherwise if self.count is None else self.count
        return max(0, count - len(self.known_tiles))


@dataclass(frozen=True, slots=True)
class NotEntered:
    """A hand that was not entered; it is not empty."""

    pips: ClassVar[int] = 0
    is_empty: ClassVar[bool] = False
    known_tiles: ClassVar[tuple[Tile, ...]] = ()
    count: ClassVar[None] = None
    lightest: ClassVar[None] = None


AnyHand = Hand | PipsHand | NotEntered


class DoubleWeight(StrEnum):
    """Whether a double counts both its ends or one."""

    FULL = "full"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class WeightRules:
    """What a tile left in a hand counts, in points, if that is not its pips.

    `tile` has single tiles, `blank_end` is for each blank half, a `half` double counts one of its
    ends; a hand with a double counts `holding_a_double` times. `joker` is for games of totals.
    """

    tile: Mapping[Tile, int] = field(default_factory=lambda: MappingProxyType({}))
    blank_end: int = field(default=0, metadata={"within": (0, 100)})
    double: DoubleWeight = DoubleWeight.FULL
    holding_a_double: int = field(default=1, metadata={"within": (1, 10)})
    joker: int = field(default=0, metadata={"within": (0, 100)})

    def of_tile(self, tile: Tile) -> int:
        """Return what one tile counts, in points."""
        if tile in self.tile:
            return self.tile[tile]
        blanks = self.blank_end * ((tile.low == 0) + (tile.high == 0))
        halved = tile.is_double and self.double is DoubleWeight.HALF
        return blanks + (tile.low if halved else tile.pips)

    def of_hand(self, hand: AnyHand) -> int:
        """Return what a hand counts, in points; a `PipsHand` counts the pips entered."""
        if not isinstance(hand, Hand) or self is PIPS:
            return hand.pips
        weight = sum(self.of_tile(tile) for tile in hand.tiles)
        holds_a_double = any(tile.is_double for tile in hand.tiles)
        return weight * self.holding_a_double if holds_a_double else weight


# Tiles count their pips, as in most games.
PIPS = WeightRules()


def can_hold(hand: PipsHand, free: frozenset[Tile], most: int) -> bool:
    """Return whether at most `most` of the free tiles make a hand that was counted."""
    pips = hand.pips
    sizes = tuple(range(1, most + 1)) if hand.count is None else (hand.count,)
    if hand.lightest is not None:
        # The rest of the hand is made of tiles no lighter than the lightest.
        pips, sizes = pips - hand.lightest.pips, tuple(size - 1 for size in sizes)
        free = frozenset(tile for tile in free if tile.pips >= hand.lightest.pips)
    totals = possible_totals(free)
    return pips >= 0 and any(totals[size] >> pips & 1 for size in sizes if 0 <= size < len(totals))


# Most searches take less than a hundred steps; one that takes more answers yes.
MOST_STEPS = 1000


class Share(NamedTuple):
    """What a hand still needs: pips, in `fewest` to `most` tiles of `lightest` pips or more."""

    pips: int
    fewest: int
    most: int
    lightest: int = 0

    @classmethod
    def of(cls, hand: PipsHand, most: int) -> Share:
        """Return what a hand of at most `most` tiles needs besides the tile that is known."""
        lightest = 0 if hand.lightest is None else hand.lightest.pips
        hidden = hand.hidden(most)
        fewest = 1 - len(hand.known_tiles) if hand.count is None else hidden
        return cls(hand.pips - lightest, fewest, hidden, lightest)

    @property
    def is_full(self) -> bool:
        return self.pips == 0 and self.fewest == 0

    @property
    def pips_a_tile(self) -> float:
        return self.pips / max(1, self.fewest + self.most)

    def takes(self, pips: int) -> bool:
        return self.most > 0 and self.lightest <= pips <= self.pips

    def with_tile(self, pips: int) -> Share:
        return Share(self.pips - pips, max(0, self.fewest - 1), self.most - 1, self.lightest)


def can_share(tiles: Iterable[int], shares: Iterable[Share]) -> bool:
    """Return whether the tiles can give every share what it needs, each used at most once.

    >>> can_share([1, 2, 3], [Share(3, 1, 2), Share(3, 1, 2)])
    True
    >>> can_share([1, 2, 2], [Share(3, 1, 2), Share(3, 1, 2)])
    False
    """
    return _can_share(tuple(sorted(tiles, reverse=True)), tuple(sorted(shares)))


# The same round is checked when it is previewed, sent and recorded.
@lru_cache(1000)
def _can_share(tiles: tuple[int, ...], shares: tuple[Share, ...]) -> bool:
    return _Search(tiles).fills(0, shares)


class _Search:
    """A search that gives out the tiles one by one, the heaviest first, and backtracks."""

    def __init__(self, tiles: tuple[int, ...]) -> None:
        self._tiles = tiles
        self._upto = (0, *accumulate(tiles))
        self._failed: set[tuple[int, tuple[Share, ...]]] = set()
        self._steps = 0

    def fills(self, place: int, shares: tuple[Share, ...]) -> bool:
        """Return whether the tiles from `place` on fill the shares."""
        needed = tuple(sorted(share for share in shares if not share.is_full))
        self._steps += 1
        if not needed or self._steps > MOST_STEPS:
            return True
        if (place, needed) in self._failed or not self._may_fill(place, needed):
            return False
        if any(self.fills(place + 1, after) for after in self._given(place, needed)):
            return True
        self._failed.add((place, needed))
        return False

    def _given(self, place: int, shares: tuple[Share, ...]) -> Iterable[tuple[Share, ...]]:
        """Give the next tile to one of the shares, the neediest first, or to none."""
        tile = self._tiles[place]
        for share in sorted(shares, key=lambda share: share.pips_a_tile, reverse=True):
            if share.takes(tile):
                at = shares.index(share)
                yield (*shares[:at], share.with_tile(tile), *shares[at + 1 :])
        yield shares

    def _may_fill(self, place: int, shares: tuple[Share, ...]) -> bool:
        """Return whether the heaviest and the lightest tiles left could still fill the shares."""
        together = Share(
            sum(share.pips for share in shares),
            sum(share.fewest for share in shares),
            sum(share.most for share in shares),
        )
        return all(self._within(place, share) for share in (*shares, together))

    def _within(self, place: int, share: Share) -> bool:
        end = len(self._tiles)
        if share.fewest > end - place or 0 < share.pips < share.lightest:
            return False
        heaviest = self._upto[min(end, place + share.most)] - self._upto[place]
        lightest = self._upto[end] - self._upto[end - share.fewest]
        return lightest <= share.pips <= heaviest

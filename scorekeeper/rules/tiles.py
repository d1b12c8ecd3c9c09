"""Tiles, the box (the set) they come from, and what a game says of its boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple

# Of the boxes that are sold.
HIGHEST_ENDS = (6, 9, 12, 15)


class _Ends(NamedTuple):
    """The two ends of a tile, the lower one first."""

    low: int
    high: int


class Tile(_Ends):
    """A domino; the order of its two ends makes no difference.

    A pair of numbers, as Python compares, hashes and adds up pairs faster than anything else.

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
    """The tiles of one box: every pair of ends from 0 to `highest` once, without `removed`.

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
        """The same tiles, to compare with others all at once."""
        return frozenset(self.tiles)

    def __contains__(self, tile: Tile) -> bool:
        return tile.low >= 0 and tile.high <= self.highest and tile not in self.removed

    def __iter__(self) -> Iterator[Tile]:
        return iter(self.tiles)

    def __len__(self) -> int:
        """Count the tiles without making them: most boxes are only counted."""
        taken_out = {tile for tile in self.removed if tile.high <= self.highest}
        return (self.highest + 1) * (self.highest + 2) // 2 - len(taken_out)


@dataclass(frozen=True, slots=True)
class TileRules:
    """The box; `removed` are the tiles taken out of it, by number of players."""

    highest: int = 6
    removed: Mapping[int, tuple[Tile, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class OtherBox:
    """Another box that a game is played with, up to `highest`.

    `deal` and `goal` are those of the game with this box; {} and 0 where they stay the same.
    """

    highest: int
    deal: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    goal: int = 0


@lru_cache(maxsize=1024)
def possible_totals(tiles: frozenset[Tile]) -> tuple[int, ...]:
    """Return the pip totals that hands of each size can have, drawn from these tiles.

    Item n is a bit mask: bit p is set when some n of the tiles have p pips together.

    >>> [p for p in range(30) if possible_totals(frozenset([Tile(1, 2), Tile(6, 6)]))[1] >> p & 1]
    [3, 12]
    """
    totals = [1] + [0] * len(tiles)
    for done, tile in enumerate(tiles):
        for size in range(done, -1, -1):
            totals[size + 1] |= totals[size] << tile.pips
    return tuple(totals)

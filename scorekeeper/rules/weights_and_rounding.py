"""What tiles and hands count where it is not their pips, and how points are rounded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from scorekeeper.rules.round_entry import AnyHand, Hand
from scorekeeper.rules.tiles import Tile


class DoubleWeight(StrEnum):
    """Whether a double counts both its ends or one."""

    FULL = "full"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class WeightRules:
    """What a tile left in a hand counts, in points, where that is not its pips.

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


class Mode(StrEnum):
    """How an award is rounded."""

    NEAREST = "nearest"
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Rounding:
    """How the pip part of an award is rounded, before flat amounts and bonuses are added."""

    to: int = field(default=1, metadata={"within": (1, 100)})
    mode: Mode = Mode.NEAREST

    def of(self, points: int) -> int:
        """Round points; a tie of `nearest` goes up.

        >>> Rounding(5).of(12), Rounding(5).of(13), Rounding(5, Mode.UP).of(11)
        (10, 15, 15)
        """
        if self.to == 1:
            return points
        if self.mode is Mode.UP:
            return -(-points // self.to) * self.to
        if self.mode is Mode.DOWN:
            return points // self.to * self.to
        return (2 * points + self.to) // (2 * self.to) * self.to


@dataclass(frozen=True, slots=True)
class Scale:
    """What the pip part of an award pays: `points` for every `pips`, begun ones too.

    Together they pay `least` at least, fewer pips than `needs` nothing.
    """

    pips: int = field(default=1, metadata={"within": (1, 100)})
    points: int = field(default=1, metadata={"within": (1, 100)})
    least: int = field(default=0, metadata={"within": (0, 100)})
    needs: int = field(default=0, metadata={"within": (0, 100)})

    def of(self, pips: int) -> int:
        """Return what pips pay, in points.

        >>> [Scale(10, 1, least=2, needs=3).of(pips) for pips in (2, 3, 20, 21)]
        [0, 2, 2, 3]
        """
        if (self.pips, self.points, self.least, self.needs) == (1, 1, 0, 0):
            return pips
        return max(self.least, -(-pips // self.pips) * self.points) if pips >= self.needs else 0

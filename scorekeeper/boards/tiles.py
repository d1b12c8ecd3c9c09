"""Tiles and hands as pages name and draw them."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules import Tile


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile as pages name and draw it."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand, or what a player laid: in whose colour, whose, and what it comes to."""

    colour: str
    name: str
    note: str
    tiles: tuple[ShownTile, ...]


def shown(tile: Tile) -> ShownTile:
    """Show a tile."""
    return ShownTile(str(tile), tile.low, tile.high)

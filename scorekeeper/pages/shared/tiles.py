"""Tiles and hands as pages name and draw them."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import lazy_pgettext, pgettext

from scorekeeper.rules import Tile

# For translators: the ends of a tile as they are said, from blank (no pips) to fifteen.
_ENDS = (
    lazy_pgettext("end", "blank"),
    lazy_pgettext("end", "one"),
    lazy_pgettext("end", "two"),
    lazy_pgettext("end", "three"),
    lazy_pgettext("end", "four"),
    lazy_pgettext("end", "five"),
    lazy_pgettext("end", "six"),
    lazy_pgettext("end", "seven"),
    lazy_pgettext("end", "eight"),
    lazy_pgettext("end", "nine"),
    lazy_pgettext("end", "ten"),
    lazy_pgettext("end", "eleven"),
    lazy_pgettext("end", "twelve"),
    lazy_pgettext("end", "thirteen"),
    lazy_pgettext("end", "fourteen"),
    lazy_pgettext("end", "fifteen"),
)


@dataclass(frozen=True, slots=True)
class ShownTile:
    """A tile as pages name and draw it; `said` is what a screen reader says."""

    name: str
    said: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand, or what a player laid: in whose colour, whose, and what it comes to."""

    colour: str
    name: str
    note: str
    tiles: tuple[ShownTile, ...]


def shown_tile(tile: Tile) -> ShownTile:
    """Show a tile."""
    return ShownTile(str(tile), spoken_tile(tile), tile.low, tile.high)


def spoken_tile(tile: Tile) -> str:
    """Name a tile as people say it: three-five, double six."""
    low, high = _ENDS[tile.low], _ENDS[tile.high]
    if tile.low == tile.high:
        # For translators: a tile with two equal ends, as double six.
        return str(pgettext("tile", "double %(end)s", end=high))
    # For translators: a tile by its two ends, as three-five.
    return str(pgettext("tile", "%(low)s-%(high)s", low=low, high=high))

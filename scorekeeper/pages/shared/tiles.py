"""Tiles and hands as templates need them to draw and name them."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.i18n import LANGUAGES, once_a_language
from scorekeeper.messages import lazy_pgettext, pgettext
from scorekeeper.rules.tiles import Tile

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


# Every tile there is, in every language.
MAX_TILES = len(LANGUAGES) * len(_ENDS) * (len(_ENDS) + 1) // 2


class ShownTile(NamedTuple):
    """A tile to draw, from 3-5; `spoken` is what a screen reader says: three-five."""

    name: str
    spoken: str
    low: int
    high: int


class ShownHand(NamedTuple):
    """A hand to draw, or the tiles a player laid.

    `colour` is the CSS class of the side (c1, c2 …), `name` the player, `note` the pips or points.
    """

    colour: str
    name: str
    note: str
    tiles: tuple[ShownTile, ...]


class SideHands(NamedTuple):
    """The hands of a side with its name and their `sum`; or all hands, with neither."""

    hands: tuple[ShownHand, ...]
    name: str = ""
    sum: str = ""


@once_a_language(MAX_TILES)
def shown_tile(tile: Tile) -> ShownTile:
    """Return a tile as templates need it."""
    return ShownTile(str(tile), spoken_tile(tile), tile.low, tile.high)


def spoken_ends(highest: int) -> tuple[str, ...]:
    """Name the ends of a box in words, from blank."""
    return tuple(map(str, _ENDS[: highest + 1]))


def spoken_tile(tile: Tile) -> str:
    """Name a tile in words: three-five, double six."""
    low, high = _ENDS[tile.low], _ENDS[tile.high]
    if tile.low == tile.high:
        # For translators: a tile with two equal ends, as double six.
        return str(pgettext("tile", "double %(end)s", end=high))
    # For translators: a tile by its two ends, as three-five.
    return str(pgettext("tile", "%(low)s-%(high)s", low=low, high=high))

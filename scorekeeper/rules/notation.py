"""How tiles are written: `6-4`, `64` or `6|4`."""

from __future__ import annotations

import re

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.tiles import Tile

_TILE = re.compile(r"([0-9]{1,2})\s*[-–|/:]\s*([0-9]{1,2})|([0-9])([0-9])")


def parse_tile(text: str) -> Tile:
    """Parse `6-4`, `64` or `6|4`; ends of two digits need the separator.

    Raise RuleError (unreadable_tile) for anything else.

    >>> parse_tile("6-4") == parse_tile("46") == parse_tile("4|6")
    True
    """
    match = _TILE.fullmatch(text.strip())
    if match is None:
        raise RuleError(Code.UNREADABLE_TILE, text=text)
    low, high = (int(end) for end in match.groups() if end is not None)
    return Tile(low, high)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles separated by blanks, commas or semicolons.

    Raise RuleError (unreadable_tile).

    >>> [str(tile) for tile in parse_tiles("1-2 24, 3|5")]
    ['1-2', '2-4', '3-5']
    """
    return tuple(parse_tile(word) for word in re.split(r"[\s,;]+", text) if word)

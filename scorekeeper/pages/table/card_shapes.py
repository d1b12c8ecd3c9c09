"""The shapes of the picture of a result, in units of its drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Area(NamedTuple):
    """A part of the picture."""

    x: int
    y: int
    width: int
    height: int


class Shape(NamedTuple):
    """The measures of a picture: its size, the band of the winner, and where all else goes.

    `lines` are the heights at which the title, the headline and how it was won stand.
    """

    width: int
    height: int
    band: int
    lines: tuple[int, int, int]
    headline_size: int
    tile: Area
    places: Area
    chart: Area


SHAPES: Mapping[str, Shape] = {
    "wide": Shape(
        width=1200,
        height=630,
        band=226,
        lines=(56, 146, 196),
        headline_size=96,
        tile=Area(892, 50, 252, 126),
        places=Area(40, 262, 440, 62),
        chart=Area(508, 238, 640, 348),
    ),
    "square": Shape(
        width=1080,
        height=1080,
        band=280,
        lines=(74, 172, 230),
        headline_size=92,
        tile=Area(772, 74, 264, 132),
        places=Area(48, 316, 984, 62),
        chart=Area(60, 634, 960, 416),
    ),
}

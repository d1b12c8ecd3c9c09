"""Where tiles may lie in a picture: rather one too many than too few.

What is no tile is seen when it is read.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image

from scorekeeper.vision.geometry import Points, apart
from scorekeeper.vision.networks import Floats, heat

# The longer side of the picture, as it is looked at: far tiles need the larger one.
SIDES = (640, 320)
# A tile that fills more of the picture than this is found better when the picture is smaller.
LONGEST = 260.0
LIKELY = 0.12
# What the network's numbers are counted in, and its steps over the picture.
STEP, UNIT = 4, 64.0
MULTIPLE = 32
OVERLAP = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A place where a tile may lie; the corners are in pixels of the picture.

    `looks` is how likely a first look sees a tile there.
    """

    likely: float
    corners: Points
    looks: float = 0.0


def find(picture: Image.Image, sides: tuple[int, ...] = SIDES) -> list[Found]:
    """Find all that may be tiles, each once."""
    found = [each for side in sides for each in _at(picture, side, largest=side == min(sides))]
    order = sorted(range(len(found)), key=lambda place: -found[place].likely)
    return [found[place] for place in apart([each.corners for each in found], order, OVERLAP)]


def _at(picture: Image.Image, side: int, *, largest: bool) -> list[Found]:
    shrunk = _shrunk(picture, side)
    scale = np.array(picture.size) / np.array(shrunk.size)
    values = heat(as_values([shrunk]))[0]
    likely = 1 / (1 + np.exp(-values[0].clip(-40, 40)))
    found = []
    for row, column in zip(
        *np.nonzero((likely >= _highest(likely)) & (likely > LIKELY)), strict=True
    ):
        corners = _corners(values[1:, row, column], float(row), float(column))
        if corners is None:
            continue
        if largest or np.linalg.norm(corners[1] - corners[0]) <= LONGEST:
            found.append(Found(float(likely[row, column]), corners * scale))
    return found


def _shrunk(picture: Image.Image, side: int) -> Image.Image:
    scale = side / max(picture.size)
    width, height = (max(1, round(each * scale / MULTIPLE)) * MULTIPLE for each in picture.size)
    way = Image.Resampling.BOX if scale < 0.5 else Image.Resampling.BILINEAR
    return picture.resize((width, height), way)


def as_values(pictures: list[Image.Image]) -> Floats:
    """Return pictures as the networks take them: blue, green, red, from 0 to 1."""
    values = np.stack([np.asarray(each, np.float32)[..., ::-1] for each in pictures])
    return values.transpose(0, 3, 1, 2) / np.float32(255)


def _highest(likely: Floats) -> Floats:
    """Return for each place the highest value of the nine around it."""
    padded = np.pad(likely, 1)
    rows, columns = likely.shape
    around = [padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3)]
    highest: Floats = np.max(around, axis=0)
    return highest


def _corners(values: Floats, row: float, column: float) -> Points | None:
    """Return a tile's corners; None for one too small to be read.

    The network tells the directions of its sides by twice their angles, as a tile turned half round
    is the same.
    """
    middle = np.array([column + 0.5 + values[0], row + 0.5 + values[1]]) * STEP
    along, across = _half_side(values[2:4]), _half_side(values[4:6])
    if np.linalg.norm(across) < 3:
        return None
    if along[0] * across[1] < along[1] * across[0]:
        across = -across
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([middle + one * along + other * across for one, other in signs])


def _half_side(values: Floats) -> Points:
    angle = np.arctan2(values[1], values[0]) / 2
    return np.array([np.cos(angle), np.sin(angle)]) * float(np.hypot(*values)) * UNIT

"""Read each tile that was found: cut out, straightened, looked at in four orientations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorekeeper.vision.geometry import TILE, Points, homography, moved
from scorekeeper.vision.networks import Floats, as_values, look

Mask = NDArray[np.bool_]

# A cut shows a little of the surroundings of the tile.
AROUND: Points = TILE * (1.12, 1.28)
WIDTH, HEIGHT = 112, 64
# The ends the network knows: a blank, and one to twelve pips.
ENDS = 13
IS_TILE, OFF = 2 * ENDS, 2 * ENDS + 1
AT_ONCE = 16
# The most pixels of a picture for one of a cut, before some would be skipped.
SHARP = 1.5
# A cut upside down, mirrored, and both: the axes to flip, whether left and right swap, the new
# order of the corners, and their signs.
FLIPS: tuple[tuple[tuple[int, ...], bool, tuple[int, ...], tuple[int, int]], ...] = (
    ((2, 3), True, (2, 3, 0, 1), (-1, -1)),
    ((2,), False, (3, 2, 1, 0), (1, -1)),
    ((3,), True, (1, 0, 3, 2), (-1, 1)),
)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The look at one place, in four orientations: a row for each.

    `left` and `right` are the network's values for each end, `is_tile` those for a tile, `off` how
    far it sees the corners from where they were cut.
    """

    left: Points
    right: Points
    is_tile: Points
    off: Points


def refined(picture: Image.Image, corners: Sequence[Points]) -> tuple[list[Points], Points]:
    """Return corners corrected by a first look, and how likely each place has a tile."""
    values = _read(_cuts(picture, corners))
    off = np.clip(values[:, OFF:].reshape(-1, 4, 2) / 4, -0.6, 0.6)
    better = [
        moved(homography(TILE, each), TILE + away) for each, away in zip(corners, off, strict=True)
    ]
    return better, likelihood(values[:, IS_TILE].astype(np.float64))


def looks_at_tiles(
    picture: Image.Image, corners: Sequence[Points], may_lie: Callable[[Points], Mask]
) -> dict[int, Look]:
    """Look at each place once, and in three more orientations if a tile may lie there.

    A good reading is the same in all orientations. Places without a tile are left out.
    """
    cuts = _cuts(picture, corners)
    first = _read(cuts).astype(np.float64)
    left = np.flatnonzero(may_lie(first[:, IS_TILE]))
    if not len(left):
        return {}
    sides = [
        _turned_back(_read(np.flip(cuts[left], axes)), swapped, order, signs)
        for axes, swapped, order, signs in FLIPS
    ]
    together = np.stack([first[left], *sides], axis=1)
    return {int(place): _look(each) for place, each in zip(left, together, strict=True)}


def likelihood(values: Points) -> Points:
    """Convert the values of a network into likelihoods."""
    return np.asarray(1 / (1 + np.exp(-values.clip(-40, 40))))


def _look(values: Points) -> Look:
    return Look(
        left=values[:, :ENDS],
        right=values[:, ENDS:IS_TILE],
        is_tile=values[:, IS_TILE],
        off=values[:, OFF:].reshape(-1, 4, 2) / 4,
    )


def _turned_back(
    values: Floats, swapped: bool, order: tuple[int, ...], signs: tuple[int, int]
) -> Points:
    """Convert the values for a flipped cut into those for the cut itself."""
    left, right = values[:, :ENDS], values[:, ENDS:IS_TILE]
    ends = (right, left) if swapped else (left, right)
    off = (values[:, OFF:].reshape(-1, 4, 2) * signs)[:, order, :]
    return np.hstack([*ends, values[:, IS_TILE:OFF], off.reshape(-1, 8)]).astype(np.float64)


def _cuts(picture: Image.Image, corners: Sequence[Points]) -> Floats:
    return as_values([cut(picture, each) for each in corners])


def cut(picture: Image.Image, corners: Points) -> Image.Image:
    """Cut out a tile and a little around it, and straighten it."""
    around = moved(homography(TILE, corners), AROUND)
    wide = np.linalg.norm(around[1] - around[0]) / WIDTH
    high = np.linalg.norm(around[3] - around[0]) / HEIGHT
    times = float(max(wide, high)) / SHARP
    if times >= 2:
        picture, around = _shrunk(picture, around, int(times))
    finer = 2 if times > 1 else 1
    width, height = WIDTH * finer, HEIGHT * finer
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    matrix = homography(frame, around).ravel()[:8].tolist()
    way = (Image.Transform.PERSPECTIVE, matrix, Image.Resampling.BILINEAR)
    found = picture.transform((width, height), *way)
    return found.reduce(finer) if finer > 1 else found


def _shrunk(picture: Image.Image, around: Points, times: int) -> tuple[Image.Image, Points]:
    """Return the part of a picture around some points, `times` smaller."""
    left, top = np.floor(around.min(axis=0)).clip(0, np.array(picture.size) - 1).astype(int)
    right, bottom = np.ceil(around.max(axis=0)).clip((left + 1, top + 1), picture.size).astype(int)
    part = picture.reduce(times, (int(left), int(top), int(right), int(bottom)))
    return part, (around - (left, top)) / times


def _read(cuts: Floats) -> Floats:
    parts = [look(cuts[start : start + AT_ONCE]) for start in range(0, len(cuts), AT_ONCE)]
    return np.concatenate(parts)

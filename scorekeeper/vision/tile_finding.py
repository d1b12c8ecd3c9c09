"""Where tiles may lie: in the whole picture, in an enlarged part, and next in a chain.

It rather finds too many: places without a tile are dropped when they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np
from PIL import Image

from scorekeeper.vision.geometry import TILE, Points, apart, covers, homography, length, moved
from scorekeeper.vision.networks import Floats, as_values, heat
from scorekeeper.vision.readings import PictureError, Trouble
from scorekeeper.vision.tile_recognition import refined

# The longer side of the picture for the network: distant tiles need the larger one.
SIDES = (640, 320)
# A tile that fills more of the picture than this is found better when the picture is smaller.
LONGEST = 260.0
LIKELY = 0.12
# The network's steps over the picture, and the unit of its numbers.
STEP, UNIT = 4, 64.0
MULTIPLE = 32
OVERLAP = 0.6
# More places than this are a pattern, and reading them all takes seconds.
MOST_PLACES = 60
# A first look up to MAYBE means that no tile is there; above CLEAR, a tile is clear if it was also
# found with more than CLEARLY_FOUND.
MAYBE, CLEAR, CLEARLY_FOUND = 0.15, 0.8, 0.25
# In the enlarged part a tile is this many pixels long, if that is NEARER times longer than before;
# the part is then at most NEAR_SIDE pixels wide.
NEAR, NEARER, NEAR_SIDE = (90.0, 160.0), 1.2, 960
# Tiles found in the enlarged part may show that there are more beside them.
TIMES = 2
# The enlarged part goes this many tile lengths beyond the tiles found.
ROOM = 2.0
# The likelihood of a place that was tried only because it is beside a tile.
BESIDE = 0.4
# A place beside a tile is left out if this share of it is taken, or was tried already.
TAKEN, SAME = 0.3, 0.85


Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A place where a tile may lie; the corners are in pixels of the picture.

    `likeness` is how likely a tile is there by a first look.
    """

    likely: float
    corners: Points
    likeness: float = 0.0


def find(picture: Image.Image, sides: tuple[int, ...] = SIDES) -> list[Found]:
    """Find all places that may be tiles, each once."""
    found = [each for side in sides for each in _at(picture, side, largest=side == min(sides))]
    found.sort(key=lambda each: -each.likely)
    return [found[place] for place in apart([each.corners for each in found], OVERLAP)]


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


def _highest(likely: Floats) -> Floats:
    """Return for each place the highest value of the nine around it."""
    around = np.lib.stride_tricks.sliding_window_view(np.pad(likely, 1), (3, 3))
    highest: Floats = around.max(axis=(2, 3))
    return highest


def _corners(values: Floats, row: float, column: float) -> Points | None:
    """Return a tile's corners; None for one too small to be read.

    The network gives twice the angles of its sides, because a tile turned by half looks the same.
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


def places(picture: Image.Image, until: float) -> list[Found]:
    """Find where tiles lie, enlarging small ones. Raise PictureError."""
    seen = _looked_at(picture, find(picture), until)
    looked: tuple[Box | None, tuple[int, ...]] = None, ()
    for _ in range(TIMES):
        box, sides = _near(picture, seen)
        if not sides or box == looked[0]:
            break
        looked = box, sides
        more = find(picture.crop(box), sides)
        lying = [replace(each, corners=each.corners + np.array(box[:2])) for each in more]
        seen += _looked_at(picture, lying, until)
    # Only small tiles are missed, so places beside large ones need no look.
    return seen + _beside(picture, _clear(seen), until) if len(looked[1]) == len(NEAR) else seen


def _looked_at(picture: Image.Image, found: Sequence[Found], until: float) -> list[Found]:
    """Take a first look, which corrects corners and says what is not a tile."""
    in_time(until)
    best = sorted(found, key=lambda each: -each.likely)[:MOST_PLACES]
    if not best:
        return []
    corners, likeness = refined(picture, [each.corners for each in best])
    return [
        replace(each, corners=better, likeness=float(look))
        for each, better, look in zip(best, corners, likeness, strict=True)
        if look > MAYBE
    ]


def in_time(until: float) -> None:
    """Raise PictureError after the deadline."""
    if monotonic() > until:
        raise PictureError(Trouble.SLOW)


def _clear(seen: Sequence[Found]) -> list[Points]:
    found = [each for each in seen if each.likely > CLEARLY_FOUND]
    return [each.corners for each in found if each.likeness > CLEAR] or [
        each.corners for each in found
    ]


def _near(picture: Image.Image, seen: Sequence[Found]) -> tuple[Box, tuple[int, ...]]:
    """Return the part with tiles, and the sizes at which it is seen better than before."""
    tiles = _clear(seen)
    if not tiles:
        return (0, 0, 0, 0), ()
    typical = float(np.median([length(tile) for tile in tiles]))
    every = np.concatenate(tiles)
    left, top = np.maximum(every.min(axis=0) - ROOM * typical, 0)
    right, bottom = np.minimum(every.max(axis=0) + ROOM * typical, picture.size)
    box = (int(left), int(top), int(right), int(bottom))
    wide = max(box[2] - box[0], box[3] - box[1])
    sides = {min(NEAR_SIDE, int(wide * near / typical)) for near in NEAR}
    before = NEARER * max(SIDES) / max(picture.size)
    return box, tuple(side for side in sorted(sides) if side / wide >= before)


def _beside(picture: Image.Image, tiles: Sequence[Points], until: float) -> list[Found]:
    """Look for the next tiles of a chain, and for those after them, until there are none."""
    clear = [tiles[place] for place in apart(tiles, TAKEN)]
    last, found = clear, list[Found]()
    while last:
        tried = [place for tile in last for place in _next(tile) if _lies_in(picture, place)]
        free = [place for place in tried if not any(covers(place, tile, TAKEN) for tile in clear)]
        once = [free[place] for place in apart(free, SAME)]
        seen = _looked_at(picture, [Found(BESIDE, place) for place in once], until)
        best = sorted(
            (each for each in seen if each.likeness > CLEAR), key=lambda each: -each.likeness
        )
        together = clear + [each.corners for each in best]
        new = [place - len(clear) for place in apart(together, TAKEN)]
        found += [best[place] for place in new if place >= 0]
        last = [best[place].corners for place in new if place >= 0]
        clear = clear + last
    return found


def _next(tile: Points) -> list[Points]:
    """Return where the next tile may lie: straight on, across, round a corner, alongside."""
    matrix = homography(TILE, tile)
    return [moved(matrix, place) for place in NEXT]


def _lies_in(picture: Image.Image, corners: Points) -> bool:
    middle = corners.mean(axis=0)
    return bool((middle > 0).all() and (middle < picture.size).all())


# Offsets from the middle of a tile to that of the next one, and to one that lies across.
ON: tuple[tuple[float, float], ...] = ((2, 0), (-2, 0), (0, 1.04), (0, -1.04))
ACROSS: tuple[tuple[float, float], ...] = tuple(
    (side * along, down)
    for side in (1, -1)
    for along, down in ((1.5, 0), (0.5, 1.5), (0.5, -1.5), (1.5, 0.5), (1.5, -0.5))
)
NEXT = [TILE + away for away in ON] + [np.fliplr(TILE) * (-1, 1) + away for away in ACROSS]

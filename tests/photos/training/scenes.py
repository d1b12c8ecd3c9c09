"""Puts a scene together: a table, things, tiles of one box, seen and photographed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageFilter

from scorekeeper.vision.geometry import Points, apart, moved
from tests.photos.training.chance import Random, Values, maybe
from tests.photos.training.faces import Face, tile
from tests.photos.training.laying import (
    Pose,
    anywhere,
    camera,
    far_chain,
    far_length,
    length,
    poses,
    taken_to,
)
from tests.photos.training.spoiling import spoilt
from tests.photos.training.styles import Style, style
from tests.photos.training.tables import table
from tests.photos.training.things import thing

SIDE = 512
# Tiles may cover this much of each other, as some are pushed together; the rest is not laid down.
OVERLAP = 0.05
# How often no tile lies, and how often some lie face down.
EMPTY, SOME_FACE_DOWN = 0.08, 0.35
# The steps in which the side of a thick tile is drawn.
STEPS = 12


@dataclass(frozen=True, eq=False)
class Lying:
    """What lies in a picture: its corners in pixels; its ends if it can be read."""

    corners: Points
    ends: tuple[int, int] | None
    # What is cut by the frame is neither to be found nor to be left out.
    whole: bool


@dataclass(frozen=True, eq=False)
class View:
    """How everything in a picture is seen, which is so many pixels wide."""

    pixels: int
    camera: Points
    # Where the side of a thick thing is seen, and where its shadow falls, in parts of its width.
    side: Points
    shadow: Points
    dark: float
    soft: float


def scene(
    random: Random, *, held_out: bool = False, far: bool = False, side: int = SIDE
) -> tuple[Image.Image, list[Lying]]:
    """Draw a picture of tiles by chance, and say what lies in it.

    `far` is a chain of small tiles, mostly dark, as large in pixels whatever the picture's `side`.
    """
    box, view = style(random, held_out=held_out, far=far), _view(random, side)
    drawn = table(random, side, held_out=held_out and maybe(random, 0.5))
    long = far_length(random, side) if far else length(random)
    laid = far_chain if far else poses
    tiles = [] if maybe(random, EMPTY) else laid(random, long)
    seen = [_seen(view, each, long, long / box.ratio) for each in tiles]
    once = [seen[place] for place in apart(seen, OVERLAP)]
    kept = [corners for corners in once if _lies(view, corners)]
    lying = _lay_things(random, drawn, view, kept, long / box.ratio)
    face_down = random.uniform(0.1, 0.6) if maybe(random, SOME_FACE_DOWN) else 0.0
    lying += [_lay_tile(random, drawn, view, box, each, face_down) for each in kept]
    return spoilt(random, drawn), lying


def _view(random: Random, pixels: int) -> View:
    seen_from = random.uniform(0, 2 * np.pi)
    sun = random.uniform(0, 2 * np.pi)
    return View(
        pixels=pixels,
        camera=camera(random),
        side=_way(seen_from) * random.uniform(0, 0.55),
        shadow=_way(sun) * random.uniform(0, 0.3),
        dark=random.uniform(0, 0.6),
        soft=random.uniform(0.02, 0.15),
    )


def _way(angle: float) -> Points:
    return np.array([np.cos(angle), np.sin(angle)])


def _seen(view: View, pose: Pose, width: float, height: float) -> Points:
    return moved(view.camera, pose.corners(width, height)) * view.pixels


def _lies(view: View, corners: Points) -> bool:
    """Say whether enough of a thing is in the picture, and it is large enough to be one."""
    middle = corners.mean(axis=0)
    narrow = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min()
    return bool(middle.min() > 0 and middle.max() < view.pixels and narrow > 7)


def _lay_things(
    random: Random, drawn: Values, view: View, tiles: list[Points], width: float
) -> list[Lying]:
    """Lay down what is no tile, where no tile lies."""
    found = []
    number = int(random.integers(1, 8)) if maybe(random, 0.65) else 0
    for _ in range(number):
        pixels = float(np.clip(width * view.pixels, 14, 200))
        face = thing(random, pixels)
        larger = random.uniform(0.7, 1.3) * width / pixels
        pose = anywhere(random)
        high, wide = face.solid.shape
        corners = _seen(view, pose, wide * larger, high * larger)
        if len(apart([*tiles, corners], OVERLAP / 2)) > len(tiles):
            _lay(random, drawn, view, face, corners, random.uniform(0, 0.3))
            found.append(Lying(corners, None, whole=True))
    return found


def _lay_tile(
    random: Random, drawn: Values, view: View, box: Style, corners: Points, face_down: float
) -> Lying:
    one, other = (int(each) for each in random.integers(0, box.highest + 1, 2))
    ends = None if maybe(random, face_down) else (one, other)
    width = max(
        float(np.linalg.norm(corners[3] - corners[0])),
        float(np.linalg.norm(corners[1] - corners[0])) / 2,
    )
    face = tile(random, box, ends, float(np.clip(width * 1.3, 16, 240)))
    _lay(random, drawn, view, face, corners, box.thick, box.side)
    margin = 0.02 * view.pixels
    whole = corners.min() > -margin and corners.max() < view.pixels + margin
    return Lying(corners, ends, bool(whole))


def _lay(
    random: Random,
    drawn: Values,
    view: View,
    face: Face,
    corners: Points,
    thick: float,
    side: Values | None = None,
) -> None:
    """Draw a thing with its shadow and its side where its corners are seen."""
    width = float(np.linalg.norm(corners[3] - corners[0]))
    off, falls = view.side * thick * width, view.shadow * width
    pad = int(np.abs(off).max() + np.abs(falls).max() + 3 * view.soft * width + 4)
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - pad, 0)
    right, bottom = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + pad, view.pixels)
    if right - left < 4 or bottom - top < 4:
        return
    colours, solid = _placed(face, corners - (left, top), (right - left, bottom - top))
    part = drawn[top:bottom, left:right]
    if view.dark > 0.05:
        part *= 1 - view.dark * _blurred(_shifted(solid, off + falls), view.soft * width)
    if (steps := int(min(STEPS, np.abs(off).max()))) > 0:
        swept = np.stack([_shifted(solid, off * (n + 1) / steps) for n in range(steps)]).max(axis=0)
        wall = colours.mean(axis=(0, 1)) * 0.6 if side is None else side
        _cover(part, np.asarray(wall * random.uniform(0.85, 1.05), np.float32), swept[..., None])
    _cover(part, colours, solid[..., None])


def _placed(face: Face, corners: Points, size: tuple[int, int]) -> tuple[Values, Values]:
    """Take a face to where it is seen."""
    height, width = face.solid.shape
    both = np.dstack([face.colours, face.solid * 255]).clip(0, 255).astype(np.uint8)
    way = (Image.Transform.PERSPECTIVE, taken_to(corners, (width, height)))
    image = Image.fromarray(both).transform(
        (int(size[0]), int(size[1])), *way, Image.Resampling.BILINEAR
    )
    values = np.asarray(image, np.float32)
    return values[..., :3], values[..., 3] / 255


def _shifted(solid: Values, off: Points) -> Values:
    """Return a mask that lies elsewhere."""
    x, y = (int(each) for each in np.round(off))
    found = np.zeros_like(solid)
    height, width = solid.shape
    found[max(0, y) : height + min(0, y), max(0, x) : width + min(0, x)] = solid[
        max(0, -y) : height + min(0, -y), max(0, -x) : width + min(0, -x)
    ]
    return found


def _blurred(mask: Values, radius: float) -> Values:
    image = Image.fromarray((mask * 255).astype(np.uint8))
    blurred = image.filter(ImageFilter.GaussianBlur(max(0.5, radius)))
    return np.asarray(blurred, np.float32)[..., None] / 255


def _cover(part: Values, colours: Values, solid: Values) -> None:
    part[:] = part * (1 - solid) + colours * solid

"""Cuts what the networks learn from out of scenes, and says what they should answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image

from scorekeeper.vision.geometry import TILE, Points, homography, moved
from scorekeeper.vision.networks import as_values
from scorekeeper.vision.tile_finding import STEP, UNIT
from scorekeeper.vision.tile_recognition import cut
from tests.photos.training.chance import Random, Values, maybe
from tests.photos.training.scenes import SIDE, Lying
from tests.photos.training.shelf import Shelf

# The side of a picture that the finder learns from, and how much larger or smaller it is shown.
PART, ZOOM = 352, (0.5, 1.4)
PLACES = PART // STEP
# A longer tile is found where the picture is looked at smaller.
LONGEST = 250
# Where a tile's middle is this clear, the network has to say where its sides are.
CLEAR = 0.45
# How far the corners that the reader is shown are off, from nearly right to hardly.
OFF = (0.3, 1.0, 1.6)
# How many of what is no tile are cut out of a scene, and how many more for each tile. A finder
# takes dozens of places for a tile; with all of them the reader would hardly see any.
FEWEST, NO_TILES = 1.0, 0.6
# The reader's values for corners are four times as large as what they stand for.
CORNERS = 4


@dataclass(frozen=True, eq=False)
class Heat:
    """What the finder should say of each place of a picture."""

    likely: Values
    sides: Values
    # How much the sides count there, and where anything may be said.
    weight: Values
    ignored: Values


@dataclass(frozen=True, eq=False)
class Cut:
    """What the reader should say of a tile that was cut out; no ends where it is none."""

    picture: Image.Image
    ends: tuple[int, int] | None
    off: Points


def heats(random: Random, shelf: Shelf, number: int) -> tuple[Values, list[Heat]]:
    """Return parts of scenes and what is in each."""
    parts = [_part(random, *shelf.any(random)) for _ in range(number)]
    return as_values([picture for picture, _ in parts]), [heat for _, heat in parts]


def cuts(random: Random, shelf: Shelf, number: int) -> tuple[Values, list[Cut]]:
    """Return tiles, and fewer things that are none, cut out of scenes."""
    found: list[Cut] = []
    while len(found) < number:
        found += _cuts(random, *shelf.any(random))
    chosen = [found[place] for place in random.permutation(len(found))[:number]]
    return as_values([each.picture for each in chosen]), chosen


def _part(random: Random, picture: Image.Image, lying: list[Lying]) -> tuple[Image.Image, Heat]:
    matrix = _seen_as(random)
    inverse = np.linalg.inv(matrix)[:2].ravel().tolist()
    way = (Image.Transform.AFFINE, inverse, Image.Resampling.BILINEAR)
    fill = tuple(int(each) for each in random.integers(0, 256, 3))
    part = picture.transform((PART, PART), *way, fillcolor=fill)
    return part, heat([(moved(matrix, each.corners), each) for each in lying])


def _seen_as(random: Random) -> Points:
    """Return how a part of a scene is shown: larger, turned, mirrored."""
    zoom = float(np.exp(random.uniform(*np.log(ZOOM))))
    room = max(0.0, SIDE - PART / zoom)
    middle = SIDE / 2 + random.uniform(-0.5, 0.5, 2) * room
    angle = random.integers(4) * np.pi / 2 + random.normal(0, 0.15)
    mirrored, taller = random.choice((-1, 1)), np.exp(random.normal(0, 0.06))
    cosine, sine = zoom * np.cos(angle), zoom * np.sin(angle)
    turned = np.array([[cosine * mirrored, -sine], [sine * mirrored * taller, cosine * taller]])
    return np.vstack([np.column_stack([turned, PART / 2 - turned @ middle]), (0, 0, 1)])


def heat(lying: list[tuple[Points, Lying]]) -> Heat:
    """Say what the finder should answer for tiles at these corners."""
    found = Heat(
        likely=np.zeros((PLACES, PLACES), np.float32),
        sides=np.zeros((6, PLACES, PLACES), np.float32),
        weight=np.zeros((PLACES, PLACES), np.float32),
        ignored=np.zeros((PLACES, PLACES), np.float32),
    )
    for corners, each in lying:
        middle = corners.mean(axis=0)
        if each.ends is None or middle.min() < -20 or middle.max() > PART + 20:
            continue
        long = np.linalg.norm(corners[1] + corners[2] - corners[0] - corners[3]) / 2
        cut_off = corners.min() < -0.03 * PART or corners.max() > 1.03 * PART
        if cut_off or not each.whole or long > LONGEST:
            _ignore(found, corners)
        else:
            _add(found, corners)
    return found


def _ignore(found: Heat, corners: Points) -> None:
    low = np.floor(corners.min(axis=0).clip(0, PART) / STEP).astype(int)
    high = np.ceil(corners.max(axis=0).clip(0, PART) / STEP).astype(int)
    found.ignored[low[1] : high[1], low[0] : high[0]] = 1


def _add(found: Heat, corners: Points) -> None:
    along = (corners[1] + corners[2] - corners[0] - corners[3]) / 4
    across = (corners[2] + corners[3] - corners[0] - corners[1]) / 4
    place = corners.mean(axis=0) / STEP - 0.5
    rows, columns = np.mgrid[0:PLACES, 0:PLACES]
    wide = np.clip(0.22 * np.linalg.norm(across) / STEP, 0.7, 3.5)
    away = (columns - place[0]) ** 2 + (rows - place[1]) ** 2
    likely = np.exp(-away / (2 * wide * wide)).astype(np.float32)
    column, row = np.round(place).astype(int)
    if 0 <= row < PLACES and 0 <= column < PLACES:
        likely[row, column] = 1
    clear = (likely > CLEAR) & (likely >= found.likely)
    found.likely[:] = np.maximum(found.likely, likely)
    found.sides[0][clear] = place[0] - columns[clear]
    found.sides[1][clear] = place[1] - rows[clear]
    found.sides[2:4, clear] = _doubled_angle(along)[:, None]
    found.sides[4:6, clear] = _doubled_angle(across)[:, None]
    small = float(np.linalg.norm(across)) / UNIT
    found.weight[clear] = 1 / np.sqrt(max(1, clear.sum())) / max(small, 0.05)
    found.ignored[clear] = 0


def _doubled_angle(side: Points) -> Points:
    """Return a half side as the finder tells it: `_half_side` in finding.py reads it again."""
    angle = 2 * np.arctan2(side[1], side[0])
    return np.array([np.cos(angle), np.sin(angle)]) * float(np.linalg.norm(side)) / UNIT


def _cuts(random: Random, picture: Image.Image, lying: list[Lying]) -> Iterator[Cut]:
    number = FEWEST
    for each in lying:
        if each.ends is not None and each.whole:
            yield _tile(random, picture, each.corners, each.ends)
            number += NO_TILES
    others = [*_others(random, lying)]
    for place in random.permutation(len(others))[: round(number)]:
        yield Cut(cut(picture, others[place]), None, np.zeros((4, 2)))


def _others(random: Random, lying: list[Lying]) -> Iterator[Points]:
    """Give the corners of what is no tile, or of one that is not where they say."""
    for each in lying:
        if each.ends is None:
            yield _jittered(random, each.corners, 1.0)
            if maybe(random, 0.5):
                yield _box_at(random, each.corners)
        elif each.whole and maybe(random, 0.45):
            yield _beside(random, each.corners)
    for _ in range(2):
        middle = random.uniform(0, SIDE, 2)
        if all(np.linalg.norm(each.corners.mean(axis=0) - middle) > 40 for each in lying):
            corners = middle + TILE * np.exp(random.uniform(np.log(8), np.log(100)))
            yield _box_at(random, corners)


def _tile(random: Random, picture: Image.Image, corners: Points, ends: tuple[int, int]) -> Cut:
    if maybe(random, 0.5):
        corners, ends = np.roll(corners, 2, axis=0), (ends[1], ends[0])
    shown = _jittered(random, corners, float(random.choice(OFF)))
    off = moved(homography(shown, TILE), corners) - TILE
    return Cut(cut(picture, shown), ends, CORNERS * off)


def _jittered(random: Random, corners: Points, strength: float) -> Points:
    """Return corners that are off as those are that the finder finds."""
    angle = random.normal(0, 0.09) * strength
    cosine, sine = np.cos(angle), np.sin(angle)
    larger = np.exp(random.normal(0, 0.07, 2) * strength)
    turned = (TILE * larger) @ np.array([[cosine, sine], [-sine, cosine]])
    off = random.normal(0, 0.07, 2) * strength + random.normal(0, 0.025, (4, 2)) * strength
    return moved(homography(TILE, corners), turned + off)


def _beside(random: Random, corners: Points) -> Points:
    """Return corners that lie halfway beside a tile, across it, or far too large or small."""
    kind = random.integers(3)
    if kind == 0:
        other = TILE + np.array([_either(random, 0.6, 1.4), random.normal(0, 0.1)])
    elif kind == 1:
        other = TILE + np.array([random.normal(0, 0.3), _either(random, 0.4, 1.1)])
    elif maybe(random, 0.6):
        other = TILE[:, ::-1] * (1, -1) * random.uniform(0.6, 1.3)
    else:
        other = TILE * random.choice((0.5, 0.6, 1.7, 2.2))
    return moved(homography(TILE, corners), other)


def _either(random: Random, low: float, high: float) -> float:
    return float(random.choice((-1, 1)) * random.uniform(low, high))


def _box_at(random: Random, corners: Points) -> Points:
    """Return corners of a box as long as a tile that would lie there."""
    angle, long = random.uniform(0, np.pi), np.linalg.norm(corners[1] - corners[0])
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(corners.mean(axis=0) + TILE @ turn * long / 2 * random.uniform(0.7, 2))

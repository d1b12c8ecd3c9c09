"""The way from a picture's bytes to readings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from time import monotonic

import numpy as np
from PIL import Image

from scorekeeper.vision.decoding import decode
from scorekeeper.vision.errors import TooSlow
from scorekeeper.vision.finding import Found, find
from scorekeeper.vision.geometry import Points, apart, length
from scorekeeper.vision.groups import groups
from scorekeeper.vision.judging import (
    Judged,
    as_long_as_others,
    doubted,
    judged,
    may_lie,
    without_patterns,
)
from scorekeeper.vision.light import trouble
from scorekeeper.vision.looking import looks, refined
from scorekeeper.vision.readings import HIGHEST_END, SURE, Corner, Ends, Photo, Reading, Trouble

# What is less likely is no tile, and is not even asked about; in a picture in which no tile is
# sure, patterns and things look most like one.
SHOWN, SHOWN_ALONE = 0.35, 0.55
# Tiles may overlap this much of the smaller one in the picture, as some are drawn loosely.
OVERLAP = 0.45
# Places that overlap more are one, found twice.
SAME = 0.6
# More places than this are a pattern; to read them all takes seconds.
MOST_PLACES = 60
# Where a first look sees less than this, nothing lies; more than that is looked at from near.
MAYBE, NEARLY = 0.15, 0.8
# From near, a tile is this many pixels long; the picture is then at most so wide.
NEAR, NEAR_SIDE, NEARER = 120.0, 960, 1.2


def read(data: bytes, *, highest: int, most: int, until: float) -> Photo:
    """Read the tiles in a picture by some moment. Raise PictureError."""
    return read_picture(decode(data), highest=min(highest, HIGHEST_END), most=most, until=until)


def read_picture(
    picture: Image.Image, *, highest: int, most: int = 0, until: float = float("inf")
) -> Photo:
    """Read the tiles in a picture that is decoded. Raise TooSlow."""
    places = _places(picture, until)
    tiles = _judged(picture, places, highest, until)
    readings = _readings(picture, tiles, most)
    if any(each.confidence >= SURE for each in readings):
        return Photo(*picture.size, readings)
    # With nothing sure, the light is asked what may be wrong.
    found = trouble(picture) or (None if readings else Trouble.NO_TILES)
    return Photo(*picture.size, readings, found)


def _places(picture: Image.Image, until: float) -> list[Found]:
    """Find where tiles lie, from near where they are small."""
    places, likely = _looked_at(picture, find(picture), until)
    clear = [
        place.corners
        for place, each in zip(places, likely, strict=True)
        if each > NEARLY and place.likely > 0.25
    ]
    if (near := _near(picture, clear)) is None:
        return places
    box, side = near
    part = picture.crop(box)
    more = [replace(each, corners=each.corners + np.array(box[:2])) for each in find(part, (side,))]
    return places + _looked_at(picture, more, until)[0]


def _looked_at(
    picture: Image.Image, places: Sequence[Found], until: float
) -> tuple[list[Found], list[float]]:
    """Take a first look, which sees where corners really are and what is none."""
    _in_time(until)
    best = sorted(places, key=lambda each: -each.likely)[:MOST_PLACES]
    if not best:
        return [], []
    corners, likely = refined(picture, [each.corners for each in best])
    kept = [place for place, each in enumerate(likely) if each > MAYBE]
    return [Found(best[place].likely, corners[place]) for place in kept], [
        float(likely[place]) for place in kept
    ]


def _near(
    picture: Image.Image, tiles: Sequence[Points]
) -> tuple[tuple[int, int, int, int], int] | None:
    """Return the part of the picture with tiles, and how large to look at it, if that helps."""
    if not tiles:
        return None
    typical = float(np.median([length(tile) for tile in tiles]))
    every = np.concatenate(tiles)
    left, top = np.maximum(every.min(axis=0) - typical, 0)
    right, bottom = np.minimum(every.max(axis=0) + typical, picture.size)
    box = (int(left), int(top), int(right), int(bottom))
    wide = max(box[2] - box[0], box[3] - box[1])
    side = min(NEAR_SIDE, int(wide * NEAR / typical))
    if side / wide < NEARER * 640 / max(picture.size):
        return None
    return box, side


def _judged(
    picture: Image.Image, places: Sequence[Found], highest: int, until: float
) -> list[Judged]:
    """Look at all places, and keep what may be tiles."""
    _in_time(until)
    once = apart(
        [each.corners for each in places], _best_first([each.likely for each in places]), SAME
    )
    left = [places[each] for each in once]
    if not left:
        return []
    found = np.array([each.likely for each in left])
    seen = looks(picture, [each.corners for each in left], partial(may_lie, found))
    tiles = [
        judged(left[place].corners, left[place].likely, look, highest)
        for place, look in seen.items()
    ]
    tiles = [tile for tile in as_long_as_others(tiles) if tile.confidence >= SHOWN]
    order = _best_first([tile.confidence for tile in tiles])
    kept = apart([tile.corners for tile in tiles], order, OVERLAP)
    return _shown(without_patterns([tiles[each] for each in kept]))


def _shown(tiles: Sequence[Judged]) -> list[Judged]:
    sure = any(tile.confidence >= SURE for tile in tiles)
    return [tile for tile in tiles if tile.confidence >= (SHOWN if sure else SHOWN_ALONE)]


def _best_first(likely: Sequence[float]) -> list[int]:
    return sorted(range(len(likely)), key=lambda place: -likely[place])


def _readings(picture: Image.Image, tiles: Sequence[Judged], most: int) -> tuple[Reading, ...]:
    """Unsure what cannot be, and say what lies where, group by group from the top."""
    group_of = groups([tile.corners for tile in tiles])
    found = [
        _reading(picture, tile, group)
        for tile, group in zip(doubted(tiles, most, group_of), group_of, strict=True)
    ]
    return tuple(sorted(found, key=lambda each: (each.group, min(y for _, y in each.corners))))


def _reading(picture: Image.Image, tile: Judged, group: int) -> Reading:
    confidence = tile.ends_confidence
    ends = tile.ends
    if ends[0] > ends[1]:
        ends, confidence = ends[::-1], confidence[::-1]
    return Reading(
        corners=_in_parts(tile.corners, picture.size),
        ends=ends,
        ends_confidence=confidence,
        confidence=tile.confidence,
        second=_in_order(tile.second),
        second_confidence=tile.second_confidence,
        group=group,
        unsure=tile.unsure,
    )


def _in_order(ends: Ends) -> Ends:
    return min(ends), max(ends)


def _in_parts(corners: Points, size: tuple[int, int]) -> tuple[Corner, Corner, Corner, Corner]:
    one, two, three, four = ((float(x), float(y)) for x, y in corners / np.array(size))
    return one, two, three, four


def _in_time(until: float) -> None:
    if monotonic() > until:
        raise TooSlow

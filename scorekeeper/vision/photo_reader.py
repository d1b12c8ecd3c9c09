"""The steps from a decoded picture to readings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

import numpy as np
from PIL import Image

from scorekeeper.vision.decoding import trouble
from scorekeeper.vision.geometry import Points, apart
from scorekeeper.vision.line_ends import open_ends
from scorekeeper.vision.readings import (
    HIGHEST_END,
    Corner,
    Ends,
    Group,
    Photo,
    Reading,
    Trouble,
)
from scorekeeper.vision.tile_choices import chosen
from scorekeeper.vision.tile_confidence import (
    SURE,
    Judged,
    as_long_as_others,
    crowded_out,
    doubted,
    groups,
    judged,
    lies_beside,
    may_lie,
    without_overlaps,
    without_patterns,
)
from scorekeeper.vision.tile_finding import Found, in_time, places
from scorekeeper.vision.tile_recognition import looks_at_tiles

# Less likely finds are not tiles, and are not asked about: the usual limit; a higher one if no tile
# in the picture is sure, as patterns and things then look most like tiles; a lower one beside a
# sure tile, where a chain may go on.
SHOWN, SHOWN_ALONE, SHOWN_BESIDE = 0.35, 0.55, 0.2
# In a hand, this many tiles hardly lie like a line.
LINE = 4
# Places that overlap more are one tile found twice.
SAME = 0.6


def read_picture(
    picture: Image.Image,
    *,
    highest: int,
    most: int = 0,
    taken: Collection[Ends] = (),
    until: float = float("inf"),
) -> Photo:
    """Read the tiles in a decoded picture before a deadline. Raise PictureError."""
    tiles = _judged(picture, places(picture, until), min(highest, HIGHEST_END), until)
    likely = crowded_out(tiles, most, groups([tile.corners for tile in tiles]))
    read = doubted(chosen(likely, taken))
    group_of = groups([tile.corners for tile in read])
    together = tuple(_group(read, group_of, group, most) for group in range(len({*group_of})))
    readings = _readings(picture, read, group_of)
    found = None
    if readings and len(likely) < len(tiles) and not any(each.on_table for each in together):
        found = Trouble.CROWDED
    elif not any(each.confidence >= SURE for each in readings):
        # If nothing is sure, the light may be the reason.
        found = trouble(picture) or (None if readings else Trouble.NO_TILES)
    return Photo(*picture.size, readings, found, together)


def _judged(
    picture: Image.Image, found: Sequence[Found], highest: int, until: float
) -> list[Judged]:
    """Look at all places, and keep those that may be tiles."""
    in_time(until)
    best_first = sorted(found, key=lambda each: -each.likely)
    left = [best_first[each] for each in apart([each.corners for each in best_first], SAME)]
    if not left:
        return []
    likely = np.array([each.likely for each in left])
    seen = looks_at_tiles(picture, [each.corners for each in left], partial(may_lie, likely))
    tiles = [
        judged(left[place].corners, left[place].likely, look, highest)
        for place, look in seen.items()
    ]
    alike = as_long_as_others(tiles)
    sure = [tile.corners for tile in alike if tile.confidence >= SURE]
    shown = [tile for tile in alike if is_shown(tile, sure)]
    return without_patterns(without_overlaps(shown))


def is_shown(tile: Judged, sure: Sequence[Points]) -> bool:
    """Return whether a tile is likely enough to be shown, given those that are sure."""
    # A sure tile is shown, even if its ends are unclear.
    if tile.lies >= SURE:
        return True
    if not sure:
        return tile.confidence >= SHOWN_ALONE
    beside = any(each is not tile.corners and lies_beside(tile.corners, each) for each in sure)
    return tile.confidence >= (SHOWN_BESIDE if beside else SHOWN)


def _group(tiles: Sequence[Judged], group_of: Sequence[int], group: int, most: int) -> Group:
    """Classify tiles that lie together: more than a hand can hold, or a line, are on the table."""
    of_it = [tile for tile, of in zip(tiles, group_of, strict=True) if of == group]
    is_clear = all(tile.unsure is None for tile in of_it)
    ends = open_ends([(tile.corners, tile.laid) for tile in of_it]) if is_clear else None
    is_line = ends is not None and len(of_it) >= LINE
    return Group(is_line or 0 < most < len(of_it), ends)


def _readings(
    picture: Image.Image, tiles: Sequence[Judged], group_of: Sequence[int]
) -> tuple[Reading, ...]:
    """Return the readings, group by group from the top."""
    found = [
        Reading(
            corners=_in_parts(tile.corners, picture.size),
            ends=tile.ends,
            confidence=tile.confidence,
            others=tile.others,
            group=group,
            unsure=tile.unsure,
        )
        for tile, group in zip(tiles, group_of, strict=True)
    ]
    return tuple(sorted(found, key=lambda each: (each.group, min(y for _, y in each.corners))))


def _in_parts(corners: Points, size: tuple[int, int]) -> tuple[Corner, Corner, Corner, Corner]:
    one, two, three, four = ((float(x), float(y)) for x, y in corners / np.array(size))
    return one, two, three, four

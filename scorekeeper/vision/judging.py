"""How likely what was seen is right: by four looks that agree, and by what else lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scorekeeper.vision.geometry import Points, length
from scorekeeper.vision.looking import Look, Mask, likelihood
from scorekeeper.vision.readings import SURE, Ends, Unsure

# The network was taught to leave some doubt; pictures showed how much of it is none.
SHARPER = 0.6
# How a place looks where no tile lies: what is told of a tile, and of its corners, wavers.
# Weights of: the looks' value for a tile, how likely it was found, how much its corners waver.
NO_TILE, BY_FOUND, BY_CORNERS = -7.0, 8.0, -150.0
# Without a pip there is little to know a tile by: fields of a board look like it too.
BLANK = -2.0
# Where the first of four looks tells less than this, the others change nothing.
HOPELESS = -3.0
# Corners of a tile that lies there waver less, in parts of its width.
STEADY = 0.015
# Tiles of one box are as long as each other, but for those nearer to the camera.
AS_LONG, NOT_AS_LONG = 0.3, 0.15
# What is left of the confidence in a reading that cannot be, beside the others.
CANNOT_BE = 0.8
# Two boxes on one table are the most; what is read more often is a pattern.
MOST_TIMES = 2


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What one place was read as, with how likely; the ends as they lie, the left first."""

    corners: Points
    ends: Ends
    ends_confidence: tuple[float, float]
    confidence: float
    second: Ends
    second_confidence: float
    unsure: Unsure | None = None


def judged(corners: Points, found: float, look: Look, highest: int) -> Judged:
    """Say what a place most likely is, and what otherwise."""
    left, right = _likely(look.left), _likely(look.right)
    known = left[: highest + 1].sum() * right[: highest + 1].sum()
    left, right = (each[: highest + 1] / each[: highest + 1].sum() for each in (left, right))
    one, other = int(left.argmax()), int(right.argmax())
    lies = _lies_there(found, look, blank=one == other == 0) * known
    second, second_likely = _second(left, right)
    return Judged(
        corners,
        (one, other),
        (float(left[one] * lies), float(right[other] * lies)),
        float(left[one] * right[other] * lies),
        second,
        second_likely * float(lies),
    )


def may_lie(found: Points, is_tile: Points) -> Mask:
    """Say where a tile may lie, by how likely it was found and the first look."""
    return np.asarray(is_tile + NO_TILE + BY_FOUND * found > HOPELESS)


def _likely(values: Points) -> Points:
    """Return how likely each end is, as the mean of all looks."""
    sharper = np.exp((values - values.max(axis=1, keepdims=True)) / SHARPER)
    return np.asarray((sharper / sharper.sum(axis=1, keepdims=True)).mean(axis=0))


def _lies_there(found: float, look: Look, *, blank: bool) -> float:
    """Return how likely a tile lies there at all."""
    wavers = max(0.0, float(look.off.std(axis=0).mean()) - STEADY)
    value = look.is_tile.mean() + NO_TILE + BY_FOUND * found + BY_CORNERS * wavers + BLANK * blank
    return float(likelihood(np.array(value)))


def _second(left: Points, right: Points) -> tuple[Ends, float]:
    """Return the next likely ends, which differ on one side, and how likely they are."""
    one, other = int(left.argmax()), int(right.argmax())
    next_left, next_right = int(np.argsort(left)[-2]), int(np.argsort(right)[-2])
    by_left, by_right = left[next_left] * right[other], left[one] * right[next_right]
    if by_left > by_right:
        return (next_left, other), float(by_left)
    return (one, next_right), float(by_right)


def as_long_as_others(tiles: Sequence[Judged]) -> list[Judged]:
    """Lower the confidence of what is much longer or shorter than all that are sure."""
    sizes = [np.log(length(tile.corners)) for tile in tiles]
    sure = [place for place, tile in enumerate(tiles) if tile.confidence >= SURE]
    found = []
    for place, tile in enumerate(tiles):
        others = [abs(sizes[place] - sizes[other]) for other in sure if other != place]
        off = max(0.0, min(others, default=0.0) - AS_LONG) / NOT_AS_LONG
        found.append(_less(tile, float(np.exp(-off * off))))
    return found


def without_patterns(tiles: Sequence[Judged]) -> list[Judged]:
    """Lower the confidence of what is read again and again, the more the oftener."""
    times = Counter(map(_tile, tiles))
    return [_less(tile, CANNOT_BE ** max(0, times[_tile(tile)] - MOST_TIMES)) for tile in tiles]


def doubted(tiles: Sequence[Judged], most: int, group_of: Sequence[int]) -> list[Judged]:
    """Unsure what is unclear, tiles that were read twice, and those a hand has no room for.

    Of a tile that was read twice, only the reading that is unclear is doubted, if the other is not.
    """
    best_first = sorted(range(len(tiles)), key=lambda place: -tiles[place].confidence)
    sizes, sure = Counter[int](), Counter(_tile(each) for each in tiles if each.confidence >= SURE)
    times = Counter(_tile(each) for each in tiles)
    found = list(tiles)
    for place in best_first:
        tile, sizes[group_of[place]] = tiles[place], sizes[group_of[place]] + 1
        unclear = tile.confidence < SURE
        if times[_tile(tile)] > 1 and (unclear or sure[_tile(tile)] > 1):
            found[place] = replace(_less(tile, CANNOT_BE), unsure=Unsure.TWICE)
        elif most and sizes[group_of[place]] > most:
            found[place] = replace(_less(tile, CANNOT_BE), unsure=Unsure.TOO_MANY)
        elif unclear:
            found[place] = replace(tile, unsure=Unsure.UNCLEAR)
    return found


def _tile(tile: Judged) -> Ends:
    low, high = sorted(tile.ends)
    return low, high


def _less(tile: Judged, part: float) -> Judged:
    one, other = tile.ends_confidence
    return replace(
        tile, confidence=tile.confidence * part, ends_confidence=(one * part, other * part)
    )

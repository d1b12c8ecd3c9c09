"""Which of the places that overlap are tiles: those that are likeliest together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scorekeeper.vision.geometry import covers
from scorekeeper.vision.judging import Judged

# Tiles may overlap this much of the smaller one in the picture, as some are drawn loosely.
OVERLAP = 0.45
# What is less likely than this never stands for another.
LEAST = 0.25


def without_overlaps(tiles: Sequence[Judged]) -> list[Judged]:
    """Return tiles that lie apart, the likeliest first.

    Two ends of neighbours look like a tile of their own: it gives way to both if they are likelier.
    """
    best_first = sorted(tiles, key=lambda tile: -tile.confidence)
    covered = [
        {
            other
            for other, beside in enumerate(best_first)
            if other != place and covers(tile.corners, beside.corners, OVERLAP)
        }
        for place, tile in enumerate(best_first)
    ]
    kept = _apart(range(len(best_first)), covered)
    for place in sorted(kept):
        alone = [other for other in covered[place] if covered[other] & kept == {place}]
        rivals = _apart(sorted(alone), covered)
        if sum(_weight(best_first[other]) for other in rivals) > _weight(best_first[place]):
            kept = (kept - {place}) | rivals
    return [best_first[place] for place in sorted(kept)]


def _apart(places: Sequence[int], covered: Sequence[set[int]]) -> set[int]:
    """Return places that lie apart, the first of those that do not."""
    kept = set[int]()
    for place in places:
        if not covered[place] & kept:
            kept.add(place)
    return kept


def _weight(tile: Judged) -> float:
    return max(0.0, _odds(tile.confidence) - _odds(LEAST))


def _odds(likely: float) -> float:
    return float(np.log(likely + 1e-6) - np.log(1 - likely + 1e-6))

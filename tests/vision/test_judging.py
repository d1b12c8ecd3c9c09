"""How likely what was seen is right, by what else lies there."""

import numpy as np
import pytest

from scorekeeper.vision.geometry import TILE
from scorekeeper.vision.judging import Judged, judged, without_patterns
from scorekeeper.vision.looking import ENDS, Look
from scorekeeper.vision.readings import Ends


def seen(left: int, right: int, *, is_tile: float = 4.0) -> Look:
    """See two ends clearly from four sides."""
    ends = np.zeros((2, 4, ENDS))
    ends[0, :, left] = ends[1, :, right] = 9
    return Look(ends[0], ends[1], np.full(4, is_tile), np.zeros((4, 4, 2)))


def read(*tiles: Ends) -> list[Judged]:
    return [judged(TILE * 40 + (100 * n, 0), 0.9, seen(*each), 6) for n, each in enumerate(tiles)]


def test_a_tile_without_pips_is_less_sure_than_one_with_pips() -> None:
    blank, half_blank, full = read((0, 0), (0, 3), (2, 3))
    assert blank.confidence < half_blank.confidence == pytest.approx(full.confidence)


def test_what_is_read_again_and_again_is_a_pattern() -> None:
    tiles = read((1, 4), (5, 5), (5, 5), *[(3, 2), (2, 3), (3, 2)] * 3)
    found = without_patterns(tiles)
    # Two of a kind may be of two boxes; nine are none.
    assert [each.confidence for each in found[:3]] == [each.confidence for each in tiles[:3]]
    assert all(each.confidence < 0.25 for each in found[3:])

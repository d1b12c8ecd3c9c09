"""How likely what was seen is right, by what else lies there: of the box, apart, in one hand."""

from collections.abc import Mapping
from itertools import permutations

import numpy as np
import pytest

from scorekeeper.vision.choosing import assigned, chosen
from scorekeeper.vision.geometry import TILE
from scorekeeper.vision.judging import (
    Judged,
    crowded_out,
    judged,
    without_overlaps,
    without_patterns,
)
from scorekeeper.vision.looking import ENDS, Look
from scorekeeper.vision.readings import Ends

ONE_AND_BLANK: Mapping[Ends, float] = {(0, 1): 0.9, (0, 0): 0.1}


def place(likely, *, lies=1.0, at=0.0):
    """See a tile somewhere along a row of tiles: how likely each is, and that one lies there."""
    values = np.zeros((7, 7))
    for ends, each in likely.items():
        values[ends] = each
    best = max(likely, key=lambda ends: likely[ends])
    return Judged(TILE * 40 + (40 * at, 0), values, lies, best)


@pytest.mark.parametrize("seed", range(20))
def test_rows_get_the_columns_that_cost_least_together(seed):
    costs = np.random.default_rng(seed).uniform(0, 9, (4, 6))
    best = min(permutations(range(6), 4), key=lambda columns: costs[range(4), columns].sum())
    assert assigned(costs) == [*best]


@pytest.mark.parametrize(
    ("seen", "taken", "ends", "others"),
    [
        # Nothing is read twice.
        ([ONE_AND_BLANK], (), [(0, 1)], [((0, 0),)]),
        # The same tile lies beside it, surely: what glare made of a blank is a blank.
        ([ONE_AND_BLANK, {(0, 1): 1.0}], (), [(0, 0), (0, 1)], [((0, 1),), None]),
        # Another hand has that tile.
        ([ONE_AND_BLANK], [(0, 1)], [(0, 0)], [((0, 1),)]),
        ([ONE_AND_BLANK], [(9, 9)], [(0, 1)], [((0, 0),)]),
        # What can be nothing else is read twice, and in another hand.
        ([{(0, 1): 1.0}, {(0, 1): 1.0}], [(0, 1)], [(0, 1)] * 2, [None, None]),
        # Both may be either: each is read once.
        ([ONE_AND_BLANK, {(0, 1): 0.8, (0, 0): 0.2}], (), [(0, 1), (0, 0)], [None, ((0, 1),)]),
        # Two are not enough.
        ([{(0, 0): 0.5, (0, 1): 0.3, (1, 1): 0.2}], (), [(0, 0)], [((0, 1), (1, 1))]),
    ],
)
def test_each_tile_is_read_once_and_the_right_one_is_offered(seen, taken, ends, others):
    found = chosen([place(each) for each in seen], taken)
    assert [tile.ends for tile in found] == ends
    for tile, offered in zip(found, others, strict=True):
        assert offered is None or tile.others == offered


@pytest.mark.parametrize(
    ("between", "beside", "kept"),
    [(0.97, 0.9, [(1, 2), (3, 4)]), (0.99, 0.5, [(2, 3)]), (0.97, 0.1, [(2, 3)])],
)
def test_a_tile_made_of_two_ends_gives_way_to_the_tiles_that_have_them(between, beside, kept):
    chain = [
        place({(1, 2): 1.0}, lies=beside, at=0),
        place({(2, 3): 1.0}, lies=between, at=1),
        place({(3, 4): 1.0}, lies=beside, at=2),
    ]
    assert [tile.ends for tile in without_overlaps(chain)] == kept


def test_where_a_hand_would_hold_too_much_only_what_is_likely_is_shown():
    sure = [place({(0, 1): 1.0}, lies=0.95)] * 3
    likely, unlikely = [place({(0, 2): 1.0}, lies=0.8)], [place({(0, 3): 1.0}, lies=0.5)] * 8
    everything = [*unlikely, *likely, *sure]
    one_group = [0] * 12
    assert crowded_out(everything, 7, one_group) == [*sure, *likely]
    assert crowded_out(everything, 2, one_group) == sure
    # There is room for all, or nobody knows how much a hand can hold, or they are several hands.
    for most, group_of in ((12, one_group), (0, one_group), (7, [0] * 6 + [1] * 6)):
        assert len(crowded_out(everything, most, group_of)) == 12


def seen(left, right, *, is_tile=4.0):
    """See two ends clearly from four sides."""
    ends = np.zeros((2, 4, ENDS))
    ends[0, :, left] = ends[1, :, right] = 9
    return Look(ends[0], ends[1], np.full(4, is_tile), np.zeros((4, 4, 2)))


def read(*tiles):
    return [judged(TILE * 40 + (100 * n, 0), 0.9, seen(*each), 6) for n, each in enumerate(tiles)]


def test_a_tile_without_pips_is_less_sure_than_one_with_pips():
    blank, half_blank, full = read((0, 0), (0, 3), (2, 3))
    assert blank.confidence < half_blank.confidence == pytest.approx(full.confidence)


def test_what_is_read_again_and_again_is_a_pattern():
    tiles = read((1, 4), (5, 5), (5, 5), *[(3, 2), (2, 3), (3, 2)] * 3)
    found = without_patterns(tiles)
    # Two of a kind may be of two boxes; nine are none.
    assert [each.confidence for each in found[:3]] == [each.confidence for each in tiles[:3]]
    assert all(each.confidence < 0.25 for each in found[3:])

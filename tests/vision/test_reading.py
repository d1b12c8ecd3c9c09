"""What is read in pictures that are drawn: thirty, each with something that is hard.

How likely what was seen is right is judged by what else lies there: of the box, apart, in one hand.
"""

from collections.abc import Mapping
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from scorekeeper.vision import Group, Trouble, Unsure, read_photo
from scorekeeper.vision.geometry import TILE
from scorekeeper.vision.line_ends import open_ends
from scorekeeper.vision.photo_reader import is_shown, read_picture
from scorekeeper.vision.readings import Ends
from scorekeeper.vision.tile_choices import assigned, chosen
from scorekeeper.vision.tile_confidence import (
    SURE,
    Judged,
    crowded_out,
    judged,
    without_overlaps,
    without_patterns,
)
from scorekeeper.vision.tile_recognition import ENDS, Look
from tests.effort import THOROUGH
from tests.photos import scenes
from tests.photos.end_of_round import END_OF_ROUND
from tests.photos.training.scenes import scene
from tests.photos.training.shelf import readable


@cache
def read(scene, most=0):
    return read_picture(scenes.picture(scene), highest=scene.highest, most=most)


def tiles(photo):
    return sorted(each.ends for each in photo.readings)


def printed_board():
    """Draw the fields of a board: two squares side by side each, with spots anywhere."""
    random, board = np.random.default_rng(3), Image.new("RGB", (1240, 1050), (120, 150, 110))
    pen = ImageDraw.Draw(board)
    for left in range(80, 1050, 190):
        for top in range(80, 900, 100):
            pen.rounded_rectangle(
                (left, top, left + 160, top + 80), 8, (230, 220, 190), (40, 40, 60), 3
            )
            pen.line((left + 80, top, left + 80, top + 80), (40, 40, 60), 3)
            for x, y in random.uniform(0.15, 0.85, (random.integers(1, 8), 2)):
                pen.circle((left + 160 * x, top + 80 * y), 9, (40, 40, 60))
    return board.rotate(8, Image.Resampling.BICUBIC, fillcolor=(90, 70, 50))


@pytest.mark.parametrize("name", scenes.DIFFICULTIES)
def test_a_tile_that_is_hard_to_see_is_read(name):
    scene = scenes.DIFFICULTIES[name]
    assert len(scenes.DIFFICULTIES) == 30
    photo = read(scene)
    # The floor of each is all of its tiles, and no question.
    assert tiles(photo) == scene.tiles
    assert all(each.unsure is None for each in photo.readings)
    # Each says what it would be otherwise.
    for each in photo.readings:
        assert 1 <= len(each.others) <= 2
        assert each.ends not in each.others


@pytest.mark.parametrize("name", scenes.WITHOUT_TILES)
def test_nothing_is_read_where_no_tile_lies(name):
    photo = read(scenes.WITHOUT_TILES[name])
    assert (photo.readings, photo.trouble) == ((), Trouble.NO_TILES)


@pytest.mark.parametrize("seed", [61, *(pytest.param(seed, marks=THOROUGH) for seed in (64, 82))])
def test_no_blank_tiles_are_read_out_of_a_pattern(seed):
    table, lying = scene(np.random.default_rng([1, True, seed]), held_out=True)
    assert not [each for each in lying if each.ends]
    assert read_picture(table, highest=12).readings == ()


@pytest.mark.parametrize("seed", [6, *(pytest.param(seed, marks=THOROUGH) for seed in (14, 42))])
def test_a_chain_of_small_dark_tiles_far_away_is_read(seed):
    table, lying = scene(np.random.default_rng((9, seed)), far=True, side=1400)
    there = [(min(each.ends), max(each.ends)) for each in lying if each.ends and readable(each)]
    assert tiles(read_picture(table, highest=12)) == sorted(there)


def test_a_board_is_said_to_be_too_much_for_a_hand():
    board = printed_board()
    assert len(read_picture(board, highest=6).readings) > 20
    photo = read_picture(board, highest=6, most=7)
    assert photo.trouble is Trouble.CROWDED
    assert 0 < len(photo.readings) <= 7


def test_a_photo_is_read_from_its_bytes():
    photo = read_photo(scenes.jpeg(scenes.Scene(lying=scenes.OPEN)))
    assert tiles(photo) == sorted((min(ends), max(ends)) for ends in scenes.HAND)
    assert (photo.width, photo.height, photo.trouble) == (800, 600, None)


def test_the_corners_are_those_of_the_tile():
    scene = scenes.Scene(lying=(scenes.Lying(0.25, 0.75, 0, (2, 5)),), length=0.2)
    (reading,) = read(scene).readings
    across, down = zip(*reading.corners, strict=True)
    assert (min(across), max(across)) == pytest.approx((0.15, 0.35), abs=0.015)
    assert (min(down), max(down)) == pytest.approx((0.683, 0.817), abs=0.02)


def test_a_tile_that_is_there_twice_is_doubted_and_no_other():
    photo = read(scenes.Scene(lying=scenes.in_a_row(((6, 4), (5, 2), (4, 6)), 0.2), length=0.2))
    assert [(each.ends, each.unsure) for each in photo.readings if each.unsure] == [
        ((4, 6), Unsure.TWICE)
    ] * 2


def test_more_tiles_than_a_hand_can_have_lie_on_the_table_and_are_not_asked_about():
    scene = scenes.DIFFICULTIES["a hand in a row"]
    for most, on_table in ((len(scenes.SEVEN), False), (5, True)):
        photo = read(scene, most=most)
        assert [group.on_table for group in photo.groups] == [on_table]
        assert tiles(photo) == scene.tiles
        assert (photo.in_hand == (), photo.trouble) == (on_table, None)


def test_a_photo_at_the_end_of_a_round_shows_a_hand_and_the_line_with_its_open_ends():
    for most in (7, 0):
        photo = read(END_OF_ROUND, most=most)
        assert tiles(photo) == END_OF_ROUND.tiles
        assert photo.groups == (Group(on_table=True, open_ends=(3, 4)), Group())
        assert sorted(each.ends for each in photo.in_hand) == [
            (0, 0),
            (1, 2),
            (2, 3),
            (4, 5),
            (5, 6),
        ]


def test_more_pips_than_the_box_has_are_never_sure():
    photo = read_picture(scenes.picture(scenes.DIFFICULTIES["double nine"]), highest=6)
    assert all(max(each.ends) <= 6 for each in photo.readings)
    assert all(each.unsure for each in photo.readings)


def test_hands_laid_apart_are_groups_from_the_top():
    groups: dict[int, list[tuple[int, int]]] = {}
    for each in read(scenes.DIFFICULTIES["two hands"]).readings:
        groups.setdefault(each.group, []).append(each.ends)
    assert {group: sorted(of_it) for group, of_it in groups.items()} == {
        0: sorted((min(ends), max(ends)) for ends in scenes.HAND),
        1: [(2, 2), (6, 6)],
    }


def test_a_dark_and_a_blurred_picture_are_told_apart():
    dark = scenes.Scene(lying=scenes.OPEN, camera=scenes.Camera(light=0.01, noise=1))
    blurred = scenes.Scene(lying=scenes.OPEN, camera=scenes.Camera(blur=14))
    assert read(dark).trouble is Trouble.TOO_DARK
    assert read(blurred).trouble is Trouble.BLURRED


def test_a_strip_is_no_photo_of_tiles():
    for size in ((1, 1), (2000, 1), (2, 2000), (3, 2000)):
        strip = Image.effect_noise(size, 90).convert("RGB")
        assert read_picture(strip, highest=6).readings == ()


ONE_AND_BLANK: Mapping[Ends, float] = {(0, 1): 0.9, (0, 0): 0.1}


def place(likely, *, lies=1.0, at=0.0):
    """See a tile somewhere along a row of tiles: how likely each is, and that one lies there."""
    values = np.zeros((7, 7))
    for ends, each in likely.items():
        values[ends] = each
    best = max(likely, key=lambda ends: likely[ends])
    return Judged(TILE * 40 + (40 * at, 0), values, lies, best)


def test_rows_get_the_columns_that_cost_least_together():
    for seed in range(20):
        costs = np.random.default_rng(seed).uniform(0, 9, (4, 6))
        ways = {way: costs[range(4), way].sum() for way in permutations(range(6), 4)}
        assert tuple(assigned(costs)) == min(ways, key=ways.__getitem__)


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
    # So many sure ones lie on the table.
    assert crowded_out(everything, 2, one_group) == [*sure, *likely]
    # There is room for all, or nobody knows how much a hand can hold, or they are several hands.
    for most, group_of in ((12, one_group), (0, one_group), (7, [0] * 6 + [1] * 6)):
        assert len(crowded_out(everything, most, group_of)) == 12


def seen(left, right, *, is_tile=4.0):
    """See two ends clearly from four sides."""
    ends = np.zeros((2, 4, ENDS))
    ends[0, :, left] = ends[1, :, right] = 9
    return Look(ends[0], ends[1], np.full(4, is_tile), np.zeros((4, 4, 2)))


def seen_beside_each_other(*tiles):
    return [judged(TILE * 40 + (100 * at, 0), 0.9, seen(*each), 6) for at, each in enumerate(tiles)]


def test_a_tile_without_pips_is_less_sure_than_one_with_pips():
    blank, half_blank, full = seen_beside_each_other((0, 0), (0, 3), (2, 3))
    assert blank.confidence < half_blank.confidence == pytest.approx(full.confidence)


def test_a_tile_with_dents_and_no_pips_is_asked_about_where_the_box_has_no_nine():
    dented, nine = (judged(TILE * 40, 0.9, seen(9, end), 6) for end in (9, 4))
    assert (dented.ends, nine.ends) == ((0, 0), (0, 4))
    assert dented.lies > SURE > nine.confidence > 0.5
    assert is_shown(dented, ())
    assert judged(TILE * 40, 0.9, seen(9, 9), 9).ends == (9, 9)


def laid(told):
    """Lay tiles on a table: `3-6 0 0 | 6-6 1.5 0 across`, by their first half, in halves."""
    found = []
    for each in told.split(" | "):
        name, x, y, *across = each.split()
        corners = (np.fliplr(TILE) if across else TILE) * 20 + (
            20 * float(x),
            20 * float(y),
        )
        # Corners go round the same way, however a tile lies.
        order = [3, 0, 1, 2] if across else [0, 1, 2, 3]
        found.append((corners[order], (int(name[0]), int(name[2]))))
    return found


@pytest.mark.parametrize(
    ("told", "ends"),
    [
        ("3-6 0 0 | 6-1 2 0", (1, 3)),
        ("3-6 0 0 | 6-1 2 0 | 1-1 3.5 0 across | 1-5 5 0", (3, 5)),
        ("5-5 0 0 across | 5-1 1.5 0", (1, 5)),
        # One alone; what does not meet; ends that are not the same; and tiles side by side.
        ("3-6 0 0", (3, 6)),
        ("3-6 0 0 | 6-1 4 0", None),
        ("3-6 0 0 | 5-1 2 0", None),
        ("3-6 0 0 | 3-1 0 1", None),
        # More than two at one tile.
        ("3-6 0 0 | 6-1 2 0 | 6-4 1.5 -1.5 across", None),
    ],
)
def test_the_open_ends_of_a_line_are_known_only_where_it_is_clear(told, ends):
    assert open_ends(laid(told)) == ends


def test_what_is_read_again_and_again_is_a_pattern():
    tiles = seen_beside_each_other((1, 4), (5, 5), (5, 5), *[(3, 2), (2, 3), (3, 2)] * 3)
    found = without_patterns(tiles)
    # Two of a kind may be of two boxes; nine are none.
    assert [each.confidence for each in found[:3]] == [each.confidence for each in tiles[:3]]
    assert all(each.confidence < 0.25 for each in found[3:])

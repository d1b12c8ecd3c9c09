"""What is read in pictures that are drawn: thirty, each with something that is hard."""

from collections import Counter

import numpy as np
import pytest
from PIL import Image

from scorekeeper.vision import Photo, Trouble, Unsure, read_photo
from scorekeeper.vision.reader import read_picture
from tests.photos.difficulties import DIFFICULTIES, HAND, OPEN, SEVEN, WITHOUT_TILES
from tests.photos.scenes import Camera, Lying, Scene, in_a_row, jpeg, picture
from tests.photos.training.scenes import scene


def read(scene: Scene, most: int = 0) -> Photo:
    return read_picture(picture(scene), highest=scene.highest, most=most)


def tiles(photo: Photo) -> list[tuple[int, int]]:
    return sorted(each.ends for each in photo.readings)


def test_there_are_thirty_difficulties() -> None:
    assert len(DIFFICULTIES) == 30


@pytest.mark.parametrize("name", DIFFICULTIES)
def test_a_tile_that_is_hard_to_see_is_read(name: str) -> None:
    scene = DIFFICULTIES[name]
    photo = read(scene)
    # The floor of each is all of its tiles, and no question.
    assert tiles(photo) == scene.tiles
    assert all(each.unsure is None for each in photo.readings)


@pytest.mark.parametrize("name", WITHOUT_TILES)
def test_nothing_is_read_where_no_tile_lies(name: str) -> None:
    photo = read(WITHOUT_TILES[name])
    assert (photo.readings, photo.trouble) == ((), Trouble.NO_TILES)


@pytest.mark.parametrize("seed", [61, 64, 82])
def test_no_blank_tiles_are_read_out_of_a_pattern(seed: int) -> None:
    table, lying = scene(np.random.default_rng([1, True, seed]), held_out=True)
    assert not [each for each in lying if each.ends]
    assert read_picture(table, highest=12).readings == ()


def test_a_photo_is_read_from_its_bytes() -> None:
    photo = read_photo(jpeg(Scene(lying=OPEN)))
    assert tiles(photo) == sorted((min(ends), max(ends)) for ends in HAND)
    assert (photo.width, photo.height, photo.trouble) == (800, 600, None)


def test_the_corners_are_those_of_the_tile() -> None:
    scene = Scene(lying=(Lying(0.25, 0.75, 0, (2, 5)),), length=0.2)
    (reading,) = read(scene).readings
    across, down = zip(*reading.corners, strict=True)
    assert (min(across), max(across)) == pytest.approx((0.15, 0.35), abs=0.015)
    assert (min(down), max(down)) == pytest.approx((0.683, 0.817), abs=0.02)


def test_each_reading_says_what_it_would_be_otherwise() -> None:
    for reading in read(Scene(lying=OPEN)).readings:
        assert reading.second != reading.ends
        assert reading.second_confidence < reading.confidence <= min(reading.ends_confidence)


def test_a_tile_that_is_there_twice_is_doubted_and_no_other() -> None:
    photo = read(Scene(lying=in_a_row(((6, 4), (5, 2), (4, 6)), 0.2), length=0.2))
    assert [(each.ends, each.unsure) for each in photo.readings if each.unsure] == [
        ((4, 6), Unsure.TWICE)
    ] * 2


def test_more_tiles_than_a_hand_can_have_are_doubted() -> None:
    scene = DIFFICULTIES["a hand in a row"]
    assert [each.unsure for each in read(scene, most=len(SEVEN)).readings] == [None] * 7
    doubts = Counter(each.unsure for each in read(scene, most=5).readings)
    assert doubts == {None: 5, Unsure.TOO_MANY: 2}


def test_more_pips_than_the_box_has_are_never_sure() -> None:
    photo = read_picture(picture(DIFFICULTIES["double nine"]), highest=6)
    assert all(max(each.ends) <= 6 for each in photo.readings)
    assert all(each.unsure for each in photo.readings)


def test_hands_laid_apart_are_groups_from_the_top() -> None:
    groups: dict[int, list[tuple[int, int]]] = {}
    for each in read(DIFFICULTIES["two hands"]).readings:
        groups.setdefault(each.group, []).append(each.ends)
    assert {group: sorted(of_it) for group, of_it in groups.items()} == {
        0: sorted((min(ends), max(ends)) for ends in HAND),
        1: [(2, 2), (6, 6)],
    }


def test_a_dark_and_a_blurred_picture_are_told_apart() -> None:
    dark = Scene(lying=OPEN, camera=Camera(light=0.01, noise=1))
    blurred = Scene(lying=OPEN, camera=Camera(blur=14))
    assert read(dark).trouble is Trouble.TOO_DARK
    assert read(blurred).trouble is Trouble.BLURRED


@pytest.mark.parametrize("size", [(1, 1), (2000, 1), (2, 2000), (3, 2000)])
def test_a_strip_is_no_photo_of_tiles(size: tuple[int, int]) -> None:
    strip = Image.effect_noise(size, 90).convert("RGB")
    assert read_picture(strip, highest=6).readings == ()

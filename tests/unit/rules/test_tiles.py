from itertools import combinations

import pytest

from scorekeeper.rules import Code, RuleError, Tile, TileSet, parse_tiles
from scorekeeper.rules.rounds import parse_tile
from scorekeeper.rules.tiles import HIGHEST_ENDS, possible_totals


@pytest.mark.parametrize(
    "text", ["6-4", "4-6", "64", "46", "6|4", "6/4", "6:4", "6–4", " 6 - 4 ", "06-4"]
)
def test_a_tile_is_written_in_several_ways(text: str) -> None:
    assert parse_tile(text) == Tile(4, 6)


def test_ends_of_two_digits_need_the_separator() -> None:
    assert parse_tile("12-9") == Tile(9, 12)
    assert parse_tile("15|15") == Tile(15, 15)


@pytest.mark.parametrize(
    "text",
    ["", "-", "6", "6-", "-4", "6--4", "6-4-2", "641", "6 4", "six", "6-x", "100-1", "٦-٤", "6.4"],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(RuleError) as refused:
        parse_tile(text)
    assert refused.value.code is Code.UNREADABLE_TILE
    assert refused.value.detail == {"text": text}


def test_which_end_is_named_first_makes_no_difference() -> None:
    assert Tile(6, 4) == Tile(4, 6)
    assert len({Tile(6, 4), Tile(4, 6)}) == 1
    assert str(Tile(6, 4)) == "4-6"


def test_a_tile_weighs_both_its_ends() -> None:
    assert Tile(6, 4).pips == 10
    assert Tile(0, 0).pips == 0


def test_only_a_double_has_two_equal_ends() -> None:
    assert Tile(3, 3).is_double
    assert not Tile(3, 4).is_double


@pytest.mark.parametrize("removed", ["", "0-0", "0-0 6-6 0-0", "0-0 12-12"])
def test_a_box_has_as_many_tiles_as_it_says(removed: str) -> None:
    for highest in HIGHEST_ENDS:
        box = TileSet(highest, parse_tiles(removed))
        assert len(box) == len(box.tiles)


def test_tiles_are_separated_by_blanks_commas_or_semicolons() -> None:
    assert parse_tiles(" 1-2  24,3|5;6/6\n00, ") == (
        Tile(1, 2),
        Tile(2, 4),
        Tile(3, 5),
        Tile(6, 6),
        Tile(0, 0),
    )
    assert parse_tiles("  ") == ()


@pytest.mark.parametrize(
    ("highest", "tiles", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092), (15, 136, 2040)]
)
def test_a_box_holds_every_pair_of_ends_once(highest: int, tiles: int, pips: int) -> None:
    box = TileSet(highest)
    assert len(box) == len(set(box)) == tiles
    assert box.pips == pips
    assert all(tile in box for tile in box)


def test_a_box_begins_with_its_heaviest_row() -> None:
    first = [str(tile) for tile in TileSet(6)][:8]
    assert first == ["6-6", "5-6", "4-6", "3-6", "2-6", "1-6", "0-6", "5-5"]


def test_what_exceeds_the_highest_end_is_not_in_the_box() -> None:
    assert Tile(7, 1) not in TileSet(6)
    assert Tile(7, 1) in TileSet(9)
    assert Tile(-1, 3) not in TileSet(6)


@pytest.mark.parametrize("box", ["", "0-0", "6-6 5-6", "0-0 1-2 0-3 6-6", "00 01 11 02 12 22"])
def test_possible_totals_are_those_of_every_choice_of_tiles(box: str) -> None:
    tiles = parse_tiles(box)
    totals = possible_totals(frozenset(tiles))
    assert len(totals) == len(tiles) + 1
    for size in range(len(tiles) + 1):
        counted = {sum(tile.pips for tile in some) for some in combinations(tiles, size)}
        assert {pips for pips in range(80) if totals[size] >> pips & 1} == counted

"""The picture of a result: where the sides stand in it."""

from itertools import combinations

import pytest

from scorekeeper.pages.table.card_shapes import SHAPES
from scorekeeper.pages.table.result_card import result_card
from tests.unit.pages.played_match import match_of
from tests.unit.rules.example import table


@pytest.mark.parametrize("players", [2, 5, 6, 9, 10])
@pytest.mark.parametrize("name", SHAPES)
def test_all_sides_have_a_place_in_the_picture(name: str, players: int) -> None:
    tiles = [f"{low}-{low + 1}" for low in range(players - 1)]
    match = match_of(table("mexican-train", players, match={"goal": 1}), ("", *tiles))
    shape = SHAPES[name]
    rows = result_card(match, shape).rows
    assert len(rows) == players
    for row in rows:
        assert row.area.y + row.area.height <= shape.height
        assert row.area.x + row.area.width <= shape.width
        assert (row.area.height == shape.places.height) or players > 5
    for one, other in combinations([row.area for row in rows], 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert beside or abs(one.y - other.y) >= one.height

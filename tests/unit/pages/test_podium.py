"""The places of the sides once a match is over, and where they stand in the picture of a result."""

from itertools import combinations

import pytest

from scorekeeper.pages.shared.match import ranked_totals
from scorekeeper.pages.table.scoreboard import places_of
from scorekeeper.pages.table.winner import SHAPES, Shape, podium, row_areas
from scorekeeper.rules import Setup
from tests.unit.pages.played_match import match_of
from tests.unit.rules.example import Entry, pairs, table

TO_20 = {"goal": 20}


@pytest.mark.parametrize(
    ("setup", "rounds", "totals", "places"),
    [
        (table(players=3, match=TO_20), [("5-5", "", "6-6")], (0, 22, 0), (2, 1, 2)),
        # Ties share a place, and the next one is left out.
        (
            table(players=4, match={"goal": 23}),
            [("", "6-6", "5-5", "0-0"), ("6-6", "5-5", "0-1", "")],
            (22, 0, 0, 23),
            (2, 3, 3, 1),
        ),
        # Where the fewest win they come first.
        (
            table("hungarian", 3, match=TO_20),
            [("1-2", "6-6 5-5", "3-4")],
            (3, 22, 7),
            (1, 3, 2),
        ),
        # Whoever is out later comes before whoever was out earlier.
        (
            table("hungarian", 3, match=TO_20 | {"eliminate": True}),
            [("0-1", "6-6 5-5", "1-1"), ("0-1", "", "6-6 5-5")],
            (2, 22, 24),
            (1, 3, 2),
        ),
    ],
)
def test_the_best_total_comes_first(
    setup: Setup, rounds: list[tuple[Entry, ...]], totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    match = match_of(setup, *rounds)
    assert match.standing.totals == totals
    assert places_of(match) == places


def test_the_podium_begins_with_the_winner_and_says_who_shares_a_place() -> None:
    rounds = ("", "6-6", "5-5", "0-0"), ("6-6", "5-5", "0-1", "")
    four = match_of(table(players=4, match={"goal": 23}), *rounds)
    assert podium(four) == [(3, 1, "1st"), (0, 2, "2nd"), (1, 3, "3rd ="), (2, 3, "3rd =")]
    partners = match_of(pairs(match=TO_20), ("", "6-6", "0-1", "5-5"))
    assert podium(partners) == [(0, 1, "1st"), (1, 2, "2nd")]


def test_the_best_total_is_said_first() -> None:
    two = match_of(table(players=2), ("6-6", ""))
    assert ranked_totals(two) == "12 to 0"
    four = match_of(table("hungarian", 4), ("1-2", "6-6", "", "0-1"))
    assert ranked_totals(four) == "0 · 1 · 3 · 12"


@pytest.mark.parametrize("players", [2, 5, 6, 9, 10])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_all_sides_have_a_place_in_the_picture(shape: Shape, players: int) -> None:
    areas = [*row_areas(shape.places, players)]
    assert len(areas) == players
    for area in areas:
        assert area.y + area.height <= shape.height
        assert area.x + area.width <= shape.width
        assert (area.height == shape.places.height) or players > 5
    for one, other in combinations(areas, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert beside or abs(one.y - other.y) >= one.height

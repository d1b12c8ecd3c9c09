"""The places of the sides once a match is over."""

from scorekeeper.pages.table.places import places_of
from scorekeeper.pages.table.podium import podium
from scorekeeper.scorebook.projection import Match
from tests.unit.pages.played_match import match_of
from tests.unit.rules.example import pairs, table


def places_in(match: Match) -> tuple[int, ...]:
    return tuple(place.number for place in places_of(match))


def test_the_most_points_come_first() -> None:
    match = match_of(table(players=3, match={"goal": 20}), ("5-5", "", "6-6"))
    assert match.standing.totals == (0, 22, 0)
    assert places_in(match) == (2, 1, 2)


def test_ties_share_a_place_and_the_next_one_is_left_out() -> None:
    rounds = ("", "6-6", "5-5", "0-0"), ("6-6", "5-5", "0-1", "")
    match = match_of(table(players=4, match={"goal": 23}), *rounds)
    assert match.standing.totals == (22, 0, 0, 23)
    assert places_in(match) == (2, 3, 3, 1)
    assert [step.place_text for step in podium(match)] == ["1st", "2nd", "3rd =", "3rd ="]
    assert [step.name for step in podium(match)] == ["Dani", "Ana", "Bea", "Ciro"]


def test_where_the_fewest_win_they_come_first() -> None:
    match = match_of(table("hungarian", 3, match={"goal": 20}), ("1-2", "6-6 5-5", "3-4"))
    assert match.standing.totals == (3, 22, 7)
    assert places_in(match) == (1, 3, 2)


def test_whoever_is_out_later_comes_before_whoever_was_out_earlier() -> None:
    setup = table("hungarian", 3, match={"goal": 20, "eliminate": True})
    match = match_of(setup, ("0-1", "6-6 5-5", "1-1"), ("0-1", "", "6-6 5-5"))
    assert match.standing.put_out == (1, 2)
    assert places_in(match) == (1, 3, 2)


def test_partners_stand_on_one_step() -> None:
    match = match_of(pairs(match={"goal": 20}), ("", "6-6", "0-1", "5-5"))
    assert [(step.name, step.points) for step in podium(match)] == [
        ("Ana & Ciro", "22"),
        ("Bea & Dani", "0"),
    ]

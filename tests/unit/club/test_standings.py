"""Standings add results up as clubs do, and say what tells two apart."""

from typing import Any

import pytest

from scorekeeper.club.standings import (
    ORDERS,
    By,
    Key,
    TableResult,
    season,
    standings,
    why_ahead,
)

A, B, C, D = (0, 1), (2, 3), (4, 5), (6, 7)


def played(number, one, other, points, by=By.GOAL, goal=100, **more):
    winner = None if points[0] == points[1] else int(points[1] > points[0])
    facts = {"winner": winner, **more}
    return TableResult(number, (one, other), points, goal, by, **facts)


# What each kind of result is worth to one side and the other: wins, effectiveness, points. The
# rules are those of Venezuelan clubs, as the issue of the club's evening has them from nine
# regulations.
WORTH: dict[str, Any] = {
    "at the goal": (played(1, A, B, (100, 60)), (1, 40, 100), (0, -40, 60)),
    "past the goal": (played(1, A, B, (125, 60)), (1, 40, 125), (0, -40, 60)),
    "by the clock": (played(1, A, B, (80, 60), By.TIME), (1, 20, 80), (0, -20, 60)),
    "level by the clock": (played(1, A, B, (60, 60), By.TIME), (0, 0, 60), (0, 0, 60)),
    "beyond 160 percent": (played(1, A, B, (190, 0)), (1, 100, 160), (0, -100, 0)),
    "and by the clock": (played(1, A, B, (190, 20), By.TIME), (1, 140, 160), (0, -140, 20)),
    "did not come": (played(1, A, B, (0, 0), By.ABSENT, winner=0), (1, 50, 50), (0, -100, 0)),
    "nobody came": (played(1, A, B, (0, 0), By.ABSENT), (0, -100, 0), (0, -100, 0)),
    "fewest": (played(1, A, B, (30, 100), low=True, winner=0), (1, 70, 30), (0, -70, 100)),
    # A win with half the goal.
    "sat out": (TableResult(1, (A,), (0,), 200, By.SITTING_OUT, None), (1, 100, 100)),
}


@pytest.mark.parametrize("what", WORTH)
def test_each_result_is_worth_what_clubs_say(what):
    result, *expected = WORTH[what]
    rows = standings([result], ORDERS["effectiveness"], sorted(result.sides))
    found = {row.side: (row.wins, row.effectiveness, row.points) for row in rows}
    assert found == dict(zip(result.sides, expected, strict=True))
    if result.by in (By.SITTING_OUT, By.ABSENT):
        assert all(row.difference == row.points for row in rows)


def test_a_person_whose_partners_change_takes_each_result_along():
    results = [played(1, (0, 1), (2, 3), (100, 60)), played(2, (0, 2), (1, 3), (40, 100))]
    rows = standings(results, ORDERS["effectiveness"], [(each,) for each in range(4)])
    assert [(row.side, row.wins, row.effectiveness) for row in rows] == [
        ((1,), 2, 100),
        ((3,), 1, 20),
        ((0,), 1, -20),
        ((2,), 0, -100),
    ]


ROUND_ROBIN = (
    # A beat B, B beat C, C beat A: only points tell them apart; D lost to all.
    played(1, A, B, (100, 90), rounds_won=(5, 3)),
    played(1, C, D, (100, 10), rounds_won=(4, 1)),
    played(2, B, C, (100, 80), rounds_won=(6, 3)),
    played(2, A, D, (100, 50), rounds_won=(3, 2)),
    played(3, C, A, (100, 70), rounds_won=(4, 3)),
    played(3, B, D, (100, 40), rounds_won=(5, 0)),
)


@pytest.mark.parametrize(
    ("order", "places", "key"),
    [
        ("effectiveness", [C, B, A, D], Key.EFFECTIVENESS),
        ("difference", [C, B, A, D], Key.DIFFERENCE),
        ("rounds", [B, C, A, D], Key.ROUNDS_WON),
    ],
)
def test_what_is_compared_first_decides(order, places, key):
    rows = standings(ROUND_ROBIN, ORDERS[order], [A, B, C, D])
    assert [row.side for row in rows] == places
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert why_ahead(rows[0], rows[1], ORDERS[order]) is key


def test_who_won_against_the_other_is_ahead_where_that_counts():
    results = [
        played(1, A, B, (100, 99)),
        played(2, B, C, (100, 0)),
        played(2, A, D, (0, 100)),
        played(3, C, D, (100, 0)),
    ]
    by_points = standings(results, ORDERS["effectiveness"], [A, B, C, D])
    assert next(row.side for row in by_points if row.side in (A, B)) == B
    rows = standings(results[:2] + results[2:3], ORDERS["head to head"], [A, B])
    assert [row.side for row in rows] == [A, B]
    assert why_ahead(rows[0], rows[1], ORDERS["head to head"]) is Key.HEAD_TO_HEAD


def test_who_is_level_shares_a_place():
    results = [played(1, A, B, (100, 60)), played(1, C, D, (100, 60))]
    rows = standings(results, ORDERS["effectiveness"], [A, B, C, D])
    assert [row.place for row in rows] == [1, 1, 3, 3]
    assert why_ahead(rows[0], rows[1], ORDERS["effectiveness"]) is None


def test_a_season_adds_up_what_places_are_worth():
    rows = standings(ROUND_ROBIN, ORDERS["effectiveness"], [A, B, C, D])
    assert season([rows, rows], (10, 8, 6)) == {
        4: 20, 5: 20, 2: 16, 3: 16, 0: 12, 1: 12, 6: 0, 7: 0,
    }  # fmt: skip

"""Rounds as JSON, as they are stored."""

import json

import pytest

from scorekeeper.rules import (
    Correction,
    Event,
    PipsHand,
    Play,
    Round,
)
from scorekeeper.scorebook.round_json import InvalidJson, round_from_json, round_to_json
from tests.unit.rules.example import leaving, tile
from tests.unit.rules.lines import cases, example


@pytest.mark.parametrize("lines", cases("rounds"))
def test_a_stored_round_reads_back(lines):
    for line in lines:
        _setup, played, _moment = example(line.split(" => ")[0])
        assert round_from_json(json.loads(json.dumps(round_to_json(played)))) == played, line


@pytest.mark.parametrize(
    ("played", "stored"),
    [
        (Round(), {}),
        (leaving("1-2 4-2", 17, ""), {"hands": [["1-2", "2-4"], 17, []]}),
        (
            Round(plays=(Play(0, tile("6-6")), Play(1, tile("6-5")))),
            {"plays": [[0, "6-6"], [1, "5-6"]]},
        ),
        (
            Round(tally=((2, 3), (), (10,)), order=(0, 2, 0), last_tile_scored=False),
            {"tally": [[2, 3], 0, 10], "order": [0, 2, 0], "last_tile_scored": False},
        ),
        (
            Round(
                (PipsHand(17, 3, tile("1-2")), PipsHand(0, count=1)),
                opener=0,
                blocker=1,
                ends=(3, 5),
                events=(Event("capicua"), Event("paso corrido", 1)),
                corrections=(Correction(1, -5, "misread"),),
            ),
            {
                "hands": [
                    {"pips": 17, "count": 3, "lightest": "1-2"},
                    {"pips": 0, "count": 1, "lightest": None},
                ],
                "opener": 0,
                "blocker": 1,
                "ends": [3, 5],
                "events": ["capicua", {"name": "paso corrido", "seat": 1}],
                "corrections": [{"side": 1, "points": -5, "note": "misread"}],
            },
        ),
    ],
)
def test_all_that_is_known_of_a_round_is_stored_and_nothing_else(played, stored):
    assert round_to_json(played) == stored
    assert round_from_json(stored) == played


@pytest.mark.parametrize(
    ("written", "played"),
    [
        ({"hands": None}, Round()),
        ({"hands": [1, 2], "opener": None, "blocker": None, "events": None}, leaving(1, 2)),
        (
            {"hands": [["64", "6|5"], 12, {"pips": 9}, {"pips": 3, "lightest": "12"}]},
            leaving("4-6 5-6", 12, 9, PipsHand(3, lightest=tile("1-2"))),
        ),
        # A tally as it was stored before scores were kept apart.
        ({"tally": [5, 0, 10]}, Round(tally=((5,), (), (10,)))),
    ],
)
def test_a_round_may_be_written_in_other_ways(written, played):
    assert round_from_json(written) == played


# With names for seats and sides they are in tests/cases/json.toml; here these have numbers.
WRONG: list[object] = [
    *(None, [], "hands", {"winner": 0}, {"hands": ["1-2"]}, {"opener": "Ana"}, {"opener": True}),
    *({"hands": [{"pips": "17"}]}, {"hands": [{"pips": 17, "count": 1.5}]}),
    *({"hands": [{"pips": 17, "lightest": 12}]}, {"hands": [{"pips": 17, "heaviest": "1-2"}]}),
    *({"events": [{"name": "capicua", "seat": "Ana"}]}, {"ends": [3, "5"]}, {"tally": [["5"]]}),
    # Points are made once by seat 0 here.
    *({"tally": [5], "order": ["Ana"]}, {"tally": [5], "order": [0, 0]}, {"last_tile_scored": 1}),
    *({"plays": [["Ana", "6-6"]]}, {"plays": [[0, 66]]}),
    *({"corrections": [{"side": 0, "points": 5, "note": 7}]}, {"corrections": [{"why": ""}]}),
]


@pytest.mark.parametrize("record", WRONG)
def test_json_that_is_not_a_round_is_invalid(record):
    with pytest.raises(InvalidJson):
        round_from_json(record)

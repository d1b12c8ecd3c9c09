"""Rounds as JSON, as they are stored."""

import json

import pytest

from scorekeeper.scorebook.round_json import InvalidJson, round_from_json, round_to_json
from tests.support.cases import cases, parted, reading
from tests.unit.rules.lines import example


@pytest.mark.parametrize("lines", cases("rounds"))
def test_a_stored_round_reads_back(lines):
    for line in lines:
        with reading(line):
            _setup, played, _moment = example(parted(line)[0])
            assert round_from_json(json.loads(json.dumps(round_to_json(played)))) == played


STORED: dict[str, dict[str, object]] = {
    "block 2": {},
    "block 3 : 1-2 4-2 / 17 / -": {"hands": [["1-2", "2-4"], 17, []]},
    "italian 3 : plays Ana 6-6, Bea 6-5": {"plays": [[0, "6-6"], [1, "5-6"]]},
    "all-fives 3 : tally 2 3 / - / 10; order Ana Ciro Ana; last did not score": {
        "tally": [[2, 3], 0, 10],
        "order": [0, 2, 0],
        "last_tile_scored": False,
    },
    "block 2 : 17 of 3 from 1-2 / 0 of 1 : opener Ana; blocker Bea; ends 3 5": {
        "hands": [
            {"pips": 17, "count": 3, "lightest": "1-2"},
            {"pips": 0, "count": 1},
        ],
        "opener": 0,
        "blocker": 1,
        "ends": [3, 5],
    },
    "block 2 : claims capicua, paso corrido by Bea; corrected Bea -5 misread": {
        "events": ["capicua", {"name": "paso corrido", "seat": 1}],
        "corrections": [{"side": 1, "points": -5, "note": "misread"}],
    },
}


@pytest.mark.parametrize("told", STORED)
def test_all_that_is_known_of_a_round_is_stored_and_nothing_else(told):
    _setup, played, _moment = example(told)
    assert round_to_json(played) == STORED[told]
    assert round_from_json(STORED[told]) == played


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ({"hands": None}, "block 2"),
        ({"hands": [1, 2], "opener": None, "blocker": None, "events": None}, "block 2 : 1 / 2"),
        ({"hands": [["64", "6|5"], {"pips": 9}]}, "block 2 : 4-6 5-6 / 9"),
        ({"hands": [{"pips": 3, "lightest": "12"}]}, "block 2 : 3 from 1-2"),
        # A tally as it was stored before scores were kept apart.
        ({"tally": [5, 0, 10]}, "all-fives 3 : tally 5 / - / 10"),
    ],
)
def test_a_round_may_be_written_in_other_ways(written, told):
    assert round_from_json(written) == example(told)[1]


# With names for seats and sides they are in tests/cases/json.toml; here these have numbers.
WRONG: list[object] = [
    *(None, [], "hands", {"winner": 0}, {"hands": ["1-2"]}, {"opener": "Ana"}, {"opener": True}),
    *({"hands": [["1-2", 24]]}, {"hands": [[["1-2"]]]}),
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

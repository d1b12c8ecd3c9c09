"""Unreadable requests to `score` and `replay`: a sentence and exit code 2."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from tests.cli.json_cli import complaint

SEATS: dict[str, Any] = {"game": "block", "seats": ["Ana", "Bea"]}
HANDS = {"hands": {"Ana": 17, "Bea": 0}}
# A valid request for each command, to be changed by the tests.
VALID: dict[str, dict[str, Any]] = {"score": SEATS | HANDS, "replay": SEATS | {"rounds": [HANDS]}}


@pytest.mark.parametrize("command", VALID)
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "hello",
        "{'game': 'block'}",
        "null",
        "true",
        "17",
        '"block"',
        "[]",
        "{}",
        "{} {}",
        "[" * 100_000,
        '{"game":' * 100_000,
        "1" * 10_000,
        b"\xff\xfe",
        '{"game": "dominó"}'.encode("latin-1"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_not_a_json_object_is_unreadable(command: str, text: str | bytes) -> None:
    assert "The request cannot be read: " in complaint(command, text)


@pytest.mark.parametrize("command", VALID)
@pytest.mark.parametrize(
    "changes",
    [
        {"colour": "red"},
        {"game": None},
        {"game": 7},
        {"game": ["block"]},
        {"seats": None},
        {"seats": "Ana"},
        {"seats": {"Ana": 1}},
        {"seats": ["Ana", 2]},
        {"seats": ["Ana", None]},
        {"partners": 1},
        {"partners": "yes"},
        {"house_rules": 1},
        {"house_rules": 0},
        {"house_rules": False},
        {"house_rules": []},
        {"house_rules": "own"},
    ],
    ids=str,
)
def test_a_table_of_the_wrong_shape_is_unreadable(command: str, changes: dict[str, Any]) -> None:
    assert complaint(command, VALID[command] | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"colour": "red"},
        {"hands": None},
        {"hands": [17, 0]},
        {"hands": {"Ana": True, "Bea": 0}},
        {"hands": {"Ana": float("nan"), "Bea": 0}},
        {"hands": {"Ana": float("-inf"), "Bea": 0}},
        {"hands": {"Ana": 17.0, "Bea": 0}},
        {"hands": {"Ana": "1-2", "Bea": 0}},
        {"hands": {"Ana": [12], "Bea": 0}},
        {"hands": {"Ana": [["1-2"]], "Bea": 0}},
        {"hands": {"Ana": {"tiles": ["1-2"]}, "Bea": 0}},
        {"events": "capicua"},
        {"events": 0},
        {"round_no": 0},
        {"round_no": -1},
        {"round_no": 1.5},
        {"round_no": True},
        {"round_no": "1"},
    ],
    ids=str,
)
def test_a_round_of_the_wrong_shape_is_unreadable(changes: dict[str, Any]) -> None:
    assert complaint("score", VALID["score"] | changes)
    rounds = [HANDS, HANDS | changes]
    assert "round 2: " in complaint("replay", SEATS | {"rounds": rounds})


@pytest.mark.parametrize("rounds", [None, {}, "one", 1, [None], [[]], [17]], ids=str)
def test_rounds_of_the_wrong_shape_are_unreadable(rounds: object) -> None:
    assert complaint("replay", SEATS | {"rounds": rounds})


def test_an_unknown_key_is_named_with_those_that_are_known() -> None:
    message = complaint("score", VALID["score"] | {"oponer": "Ana"})
    assert "'oponer'" in message
    assert "opener" in message


def test_a_hand_given_twice_is_an_error() -> None:
    text = json.dumps(VALID["score"]).replace('"Ana": 17', '"Ana": 17, "Ana": 12')
    assert "'Ana' stands twice" in complaint("score", text)


@pytest.mark.parametrize("command", VALID)
def test_a_missing_file_is_unreadable(command: str, tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        result = CliRunner().invoke(main, [command, str(path)])
        assert result.exit_code == 2
        assert result.stdout == ""


@pytest.mark.parametrize("command", VALID)
def test_a_request_needs_a_file(command: str) -> None:
    assert CliRunner().invoke(main, [command]).exit_code == 2


@pytest.mark.parametrize("event", [{}, {"seat": "Ana"}, {"name": None}, {"name": 7}, 7, []])
def test_an_event_without_a_name_is_unreadable(event: object) -> None:
    said = complaint("score", VALID["score"] | {"events": [event]})
    assert "an event is the name of a bonus" in " ".join(said.split())


@pytest.mark.parametrize("command", VALID)
@pytest.mark.parametrize("name", ["", " "])
def test_a_seat_without_a_name_is_unreadable(command: str, name: str) -> None:
    said = complaint(command, VALID[command] | {"seats": [name, "Bea"]})
    assert "every seat has the name of a player" in " ".join(said.split())


def test_rounds_of_a_match_come_in_order() -> None:
    rounds = [HANDS | {"round_no": 1}, HANDS | {"round_no": 3}]
    said = complaint("replay", SEATS | {"rounds": rounds})
    assert "round 2: its round_no is 3; a match has its rounds in order" in " ".join(said.split())

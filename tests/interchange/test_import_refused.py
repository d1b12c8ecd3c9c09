"""Files that cannot be imported: an error sentence, and nothing is imported."""

from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from tests.interchange.terminals import MATCH, complaint


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"17",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"matches": 1}',
        b'{"matches": [1]}',
        b'{"matches": [], "format": 4}',
        b'{"matches": [], "format": 0}',
        b'{"matches": [], "format": true}',
        b'{"matches": [], "colour": "red"}',
        b'{"format": 1, "format": 1, "matches": []}',
        b"1" * 10_000,
        b"SQLite format 3\0",
    ],
    ids=lambda text: repr(text[:30]),
)
def test_a_file_without_matches_is_refused(app: Flask, runner: CliRunner, text: bytes) -> None:
    assert app
    assert "The file cannot be read: " in complaint(runner, text, 2)


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 3},
        {"format": "1"},
        {"key": None},
        {"key": ""},
        {"key": "a" * 41},
        {"key": "a b"},
        {"opened_at": None},
        {"opened_at": "yesterday"},
        {"opened_at": "2026-11-20T19:00:00"},
        {"opened_at": "0001-01-01T00:00:00+14:00"},
        {"opened_at": 7},
        {"colour": "red"},
        {"seats": ["", "Bea"]},
        {"seats": ["A" * 41, "Bea"]},
        {"seats": ["A\nna", "Bea"]},
        {"seats": ["A\0na", "Bea"]},
        {"seats": ["\ud800", "Bea"]},
        {"seats": ["\u3164", "Bea"]},
        {"seats": ["\u2800\u200d", "Bea"]},
        {"seats": "Ana"},
        {"rules": []},
        {"rules": {"name": "\ud800"}},
        {"house_rules": [1]},
        {"partners": 1},
        {"play_on_to": -1},
        {"play_on_to": 10**12},
        {"play_on_to": True},
        {"rounds": None},
        {"rounds": [None]},
        {"rounds": [{}]},
        {"later": {}},
        {"later": MATCH["rounds"]},
        {"rounds": [MATCH["rounds"][0] | {"recorded_at": None}]},
        {"rounds": [MATCH["rounds"][0] | {"recorded_at": "2026-11-20"}]},
        {"rounds": [MATCH["rounds"][0] | {"hands": {"Ana": 10**9, "Bea": 0}}]},
        {"rounds": [MATCH["rounds"][0] | {"corrections": {"Ana": 10**30}}]},
        {
            "rounds": [
                MATCH["rounds"][0]
                | {"corrections": [{"side": "Ana", "points": 1, "note": "x" * 81}]}
            ]
        },
    ],
    ids=lambda changes: f"{str(changes)[:12]} {str(changes)[-60:]}",
)
def test_a_match_of_the_wrong_shape_is_refused(
    app: Flask, runner: CliRunner, changes: dict[str, Any]
) -> None:
    assert app
    assert "The file cannot be read: match 1: " in complaint(runner, MATCH | changes, 2)
    good = MATCH | {"key": "two"}
    said = complaint(runner, {"matches": [good, MATCH | changes]}, 2)
    assert "The file cannot be read: match 2: " in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "blok"}, "Match 1 (Ana, Bea): There is no game “blok”."),
        ({"seats": ["Ana", "Ana"]}, "Match 1 (Ana, Ana): Ana sits twice"),
        ({"seats": ["Ana", "A\u200dna"]}, "Match 1 (Ana, A\u200dna): A\u200dna sits twice"),
        ({"seats": ["Ana", "ANA"]}, "Match 1 (Ana, ANA): ANA sits twice"),
        ({"seats": ["Ana"]}, "Match 1 (Ana): Block is for 2 to 4 players"),
        ({"opening_seat": "Eva"}, "Match 1 (Ana, Bea): Eva does not sit at this table."),
        ({"house_rules": {"match": {"gaol": 1}}}, "Match 1 (Ana, Bea): match.gaol is not a key"),
        ({"rules": {}}, "Match 1 (Ana, Bea): name is missing."),
        (
            {"rounds": [MATCH["rounds"][0], MATCH["rounds"][0] | {"hands": {"Ana": 3}}]},
            "Match 1 (Ana, Bea), round 2: Bea’s hand is not entered yet.",
        ),
        (
            {"rounds": [MATCH["rounds"][0] | {"hands": {"Ana": ["1-2"], "Bea": ["2-1"]}}]},
            "Match 1 (Ana, Bea), round 1: 1-2 is in Ana’s hand and in Bea’s hand at once",
        ),
        (
            {"house_rules": {"match": {"goal": 10}}},
            "Match 1 (Ana, Bea), round 2: This match is over",
        ),
        (
            {"rounds": [MATCH["rounds"][0] | {"hands": {"Ana": 0, "Bea": 0}}]},
            "Match 1 (Ana, Bea), round 1: Ana and Bea count 0, but only one player can go out: say"
            ' who did. A hand of 0-0 alone counts 0 too. Write "out" with the name of who went'
            ' out, or {"pips": 0, "count": 1} for 0-0 alone.',
        ),
    ],
)
def test_a_match_the_rules_refuse_is_named_and_nothing_is_imported(
    app: Flask, runner: CliRunner, changes: dict[str, Any], said: str
) -> None:
    assert app
    assert f"Error: {said}" in complaint(runner, MATCH | changes, 1)
    others = {"matches": [MATCH | {"key": "two"}, MATCH | changes]}
    assert said.replace("Match 1", "Match 2") in complaint(runner, others, 1)


@pytest.mark.parametrize(
    "players",
    [
        {},
        [1],
        [{}],
        [{"name": "Ana"}],
        [{"name": 7, "colour": 1}],
        [{"name": "", "colour": 1}],
        [{"name": "A" * 41, "colour": 1}],
        [{"name": "\u3164", "colour": 1}],
        [{"name": "A\0na", "colour": 1}],
        [{"name": "\ud800", "colour": 1}],
        [{"name": "Ana", "colour": 0}],
        [{"name": "Ana", "colour": 11}],
        [{"name": "Ana", "colour": True}],
        [{"name": "Ana", "colour": 1, "hidden": 1}],
        [{"name": "Ana", "colour": 1, "forgotten": None}],
        [{"name": "Ana", "colour": 1, "age": 9}],
        [{"name": "Ana", "colour": 1}, {"name": "A\u200dNA", "colour": 2}],
    ],
    ids=lambda players: str(players)[-40:],
)
def test_players_of_the_wrong_shape_are_refused(
    app: Flask, runner: CliRunner, players: object
) -> None:
    assert app
    file = {"format": 2, "players": players, "matches": [MATCH]}
    assert "The file cannot be read: player" in complaint(runner, file, 2)


def test_a_file_too_large_is_not_read(
    app: Flask, runner: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert app
    monkeypatch.setattr("scorekeeper.commands.MAX_FILE_SIZE", 2**20)
    assert "The file is larger than 1 MB." in complaint(runner, b" " * (2**20 + 1), 2)

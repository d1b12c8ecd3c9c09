"""`scorekeeper score`, `replay` and `games`: a round or a match as JSON, and the games there are.

What else JSON may say, and what it comes to, is in tests/cases/json.toml.
"""

import json
import os
import subprocess
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given

from scorekeeper.cli import main
from scorekeeper.interchange import replay
from scorekeeper.rules import Standing, game_ids, load_game, score_round
from tests.cli.json_cli import BASE, answer, ask, complaint
from tests.running_server import scorekeeper
from tests.unit.rules.deals import matches

ROUND, OUT = BASE["A round of two"], BASE["A round of four"]
TIE = ROUND | {"hands": {"Ana": ["1-2", "2-4", "3-5"], "Bea": ["5-5", "3-4"]}}
SCORED = {
    "ending": "blocked",
    "winner": ["Ana"],
    "sides": [
        {"seats": ["Ana"], "pips": 17, "points": 0},
        {"seats": ["Bea"], "pips": 17, "points": 0},
    ],
    "reasons": [
        "Blocked: 17 · 17. Ana wins on the lightest tile.",
        "Ana and Bea tie with 17 pips each.",
        "1-2 (3 pips) is lighter than 3-4 (7 pips).",
        "17 (opponents) − 17 (own hand) = 0 points.",
    ],
    "warnings": [],
}
REPLAYED: dict[str, Any] = {
    "rounds": [
        {
            "number": 1,
            "ending": "blocked",
            "winner": ["Ana"],
            "points": {"Ana": 8, "Bea": 0},
            "totals": {"Ana": 8, "Bea": 0},
            "reset": False,
            "reasons": [
                "Blocked: 9 · 17. Ana wins.",
                "Ana holds 9 pips and Bea holds 17 pips.",
                "17 (opponents) − 9 (own hand) = 8 points.",
            ],
            "warnings": [],
        },
        {
            "number": 2,
            "ending": "blocked",
            "winner": None,
            "points": {"Ana": 0, "Bea": 0},
            "totals": {"Ana": 8, "Bea": 0},
            "reset": False,
            "reasons": [
                "Blocked: 15 · 15. Nobody wins, the round is drawn.",
                "Ana and Bea tie with 15 pips each.",
                "0-3 (3 pips) and 1-2 (3 pips) weigh the same.",
                "Nothing breaks the tie between Ana and Bea: nobody wins the round.",
            ],
            "warnings": [],
        },
        {
            "number": 3,
            "ending": "went out",
            "winner": ["Bea"],
            "points": {"Ana": 0, "Bea": 50},
            "totals": {"Ana": 8, "Bea": 50},
            "reset": False,
            "reasons": [
                "Bea went out and wins the round.",
                "Bea played the last tile.",
                "The other hand holds 50 pips: 50 points.",
            ],
            "warnings": [],
        },
    ],
    "totals": {"Ana": 8, "Bea": 50},
    "over": True,
    "winner": ["Bea"],
    "losers": [],
}
LEFT = {"Ana": ["1-2"], "Bea": ["3-4"], "Ciro": ["5-6"], "Dani": ["0-1"]}
ANA_WINS, BEA_WINS = ({"hands": LEFT | {name: []}} for name in ("Ana", "Bea"))


@pytest.mark.parametrize(
    ("command", "asked", "reply"),
    [("score", TIE, SCORED), ("replay", BASE["A match"], REPLAYED)],
)
def test_a_round_is_scored_and_a_match_replayed(command, asked, reply, tmp_path):
    assert answer(command, asked) == reply
    path = tmp_path / "asked.json"
    # Some editors begin a text with a byte-order mark.
    for encoding in ("utf-8", "utf-8-sig"):
        path.write_text(json.dumps(asked), encoding)
        assert json.loads(CliRunner().invoke(main, [command, str(path)]).stdout) == reply


def test_a_refusal_is_an_answer_with_a_status_of_its_own():
    result = ask("score", ROUND | {"hands": {"Ana": 17}})
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {
        "error": {
            "code": "missing_hand",
            "message": "Bea’s hand is not entered yet.",
            "tiles": [],
            "seats": ["Bea"],
        }
    }


def replayed(game, *rounds):
    """Return the reply to a match of four."""
    return replay.replay({"game": game, "seats": OUT["seats"], "rounds": [*rounds]})


def test_a_pair_has_one_total_under_both_names_and_a_run_that_ends_is_told():
    reply = replayed("jamaican-partners", ANA_WINS, BEA_WINS)
    first, second = reply["rounds"]
    assert first["totals"] == first["points"] == {"Ana & Ciro": 1, "Bea & Dani": 0}
    assert second["points"] == reply["totals"] == {"Ana & Ciro": 0, "Bea & Dani": 0}
    assert (first["reset"], second["reset"]) == (False, True)
    assert second["reasons"][-1] == (
        "That ends the run of Ana & Ciro: after this round all start from 0."
    )


def test_prizes_depend_on_the_number_of_the_round():
    reply = replayed("puerto-rico-500", *[ANA_WINS] * 5)
    # Bea 7, Ciro 11 and Dani 1, with 100, 75, 50, 25 and nothing.
    assert [each["points"]["Ana & Ciro"] for each in reply["rounds"]] == [119, 94, 69, 44, 19]


def test_every_round_has_its_warnings_and_corrections():
    doubtful = {"hands": LEFT | {"Dani": ["0-0"]}}
    reply = replayed("partnership", doubtful, ANA_WINS | {"corrections": {"Bea & Dani": 5}})
    codes = [[warning["code"] for warning in each["warnings"]] for each in reply["rounds"]]
    assert codes == [["two_ends", "absent_number"], ["two_ends"]]
    assert reply["rounds"][1]["points"]["Bea & Dani"] == 5


@pytest.mark.parametrize(
    ("game", "partners", "sides"),
    [("block", None, 4), ("block", False, 4), ("block", True, 2), ("hoyle", None, 2)],
)
def test_without_partners_in_the_request_the_game_decides(game, partners, sides):
    assert len(replay.score(OUT | {"game": game, "partners": partners})["sides"]) == sides
    if partners is None:
        assert len(replay.score(OUT | {"game": game})["sides"]) == sides


@pytest.mark.parametrize("name", ["capicua", "Capicúa", " CAPICUA "])
def test_a_bonus_may_be_written_without_its_accents(name):
    counted = {"hands": {"Ana": 0, "Bea": 10, "Ciro": 8, "Dani": 6}, "game": "dominican-patio"}
    for event in (name, {"name": name}):
        reply = replay.score(OUT | counted | {"events": [event]})
        assert "Capicúa for Ana & Ciro: +25." in reply["reasons"]


@pytest.mark.parametrize("command", ["score", "replay"])
@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "hello", "{'game': 'block'}", "null", "17", '"block"', "[]", "{}"),
        *("[" * 100_000, "1" * 10_000, b"\xff\xfe", '{"game": "dominó"}'.encode("latin-1")),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_not_a_json_object_is_unreadable(command, text):
    assert "The request cannot be read: " in complaint(command, text)


def test_a_hand_given_twice_is_an_error():
    text = json.dumps(ROUND).replace('"Bea": [', '"Ana": [')
    assert "'Ana' stands twice" in complaint("score", text)


@pytest.mark.parametrize("command", ["score", "replay"])
def test_a_request_needs_a_file_that_is_there(command, tmp_path):
    for words in ([str(tmp_path / "none.json")], [str(tmp_path)], []):
        result = CliRunner().invoke(main, [command, *words])
        assert (result.exit_code, result.stdout) == (2, "")


def test_names_in_any_script_are_printed_as_they_are():
    asked = ROUND | {"seats": ["Зоя", "Bea"], "hands": {"Зоя": 0, "Bea": 9}}
    result = ask("score", json.dumps(asked, ensure_ascii=False).encode())
    assert '"Зоя"' in result.stdout
    lone = ROUND | {"seats": ["\ud800", "Bea"], "hands": {"\ud800": 0, "Bea": 9}}
    assert answer("score", lone)["winner"] == ["\ud800"]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_the_reply_is_utf_8_wherever_it_is_printed(encoding):
    printed = subprocess.run(
        scorekeeper("score", "-"),
        input=json.dumps(TIE).encode(),
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    assert "17 (opponents) − 17" in printed.stdout.decode("utf-8")


@given(matches())
def test_a_replay_has_the_totals_of_the_rules_after_every_round(match):
    setup, played = match
    names = ("Ana", "Bea", "Ciro", "Dani")[: setup.players]
    standing = Standing.start(setup)
    totals = []
    for each in played:
        standing = standing.after(each, score_round(setup, each))
        totals.append(list(standing.totals))
    rounds = [
        {
            "hands": {
                name: list(map(str, hand.known_tiles))
                for name, hand in zip(names, each.hands, strict=True)
            }
        }
        for each in played
    ]
    reply = replay.replay(
        {
            "game": setup.game.id,
            "goal": setup.game.match.goal,
            "seats": list(names),
            "partners": setup.partners,
            "rounds": rounds,
        }
    )
    assert [list(each["totals"].values()) for each in reply["rounds"]] == totals
    assert list(reply["totals"].values()) == list(standing.totals)
    assert reply["over"] == standing.over


def test_games_are_listed_with_how_many_play_them():
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(game_ids())
    assert "Block (2, 3, 4 players)" in lines[0]
    assert all(load_game(line.split()[0]).summary in line for line in lines)

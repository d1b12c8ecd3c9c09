"""`scorekeeper score`, `replay` and `games`: a round or a match as JSON, and the games there are.

Most of what JSON may say, and what it comes to, is in tests/cases/json.toml.
"""

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.interchange.replay import InvalidRequest, replay, score
from scorekeeper.rules import game_ids, load_game
from scorekeeper.scorebook.round_json import InvalidJson
from tests.cli.json_cli import BASE, REPLY, answer, ask, begins, complaint, json_lines
from tests.support.running_server import scorekeeper

ROUND, MATCH = BASE["A round of two"], BASE["A match"]
TIE = ROUND | {"hands": {"Ana": ["1-2", "2-4", "3-5"], "Bea": ["5-5", "3-4"]}}
LEFT = {"Ana": ["1-2"], "Bea": ["3-4"], "Ciro": ["5-6"], "Dani": ["0-1"]}
ANA_WINS, BEA_WINS = ({"hands": LEFT | {name: []}} for name in ("Ana", "Bea"))


def said(answer, request, tell):
    """Return what a request comes to, in the words of the lines."""
    try:
        return tell(answer(request))
    except InvalidRequest as refused:
        error = refused.reply["error"]
        where = [f"in round {error['round']}"] if "round" in error else []
        words = ["refused", *where, error["code"], *error["seats"], *error["tiles"]]
        return f"{' '.join(words)}: {error['message']}"
    except InvalidJson as unreadable:
        return f"unreadable: {unreadable}"


@pytest.mark.parametrize(
    ("request_", "outcome"), [*json_lines("A round of two"), *json_lines("A round of four")]
)
def test_a_round_comes_to_what_its_line_says(request_, outcome):
    def tell(reply):
        if outcome == "same":
            return outcome if reply == score(ROUND) else str(reply)
        if outcome.startswith("says "):
            return outcome if outcome.removeprefix("says ") in reply["reasons"] else str(reply)
        if outcome.startswith("doubts"):
            doubts = [
                f"{each['code']} {each['numbers']} {each['tiles']}: {each['message']}"
                for each in reply["warnings"]
            ]
            assert sum(side["points"] for side in reply["sides"]) > 0
            return " ".join(["doubts", *doubts])
        points = ", ".join(str(side["points"]) for side in reply["sides"])
        return f"{' & '.join(reply['winner'])} wins {points}"

    found = said(score, request_, tell)
    assert begins(found, outcome), found


@pytest.mark.parametrize(("request_", "outcome"), json_lines("A match"))
def test_a_match_comes_to_what_its_line_says(request_, outcome):
    def tell(reply):
        totals = ", ".join(map(str, reply["totals"].values()))
        assert reply["over"] == (reply["winner"] is not None)
        won = f": {' & '.join(reply['winner'])} won" if reply["over"] else ""
        lost = "".join(f", {' & '.join(side)} lost" for side in reply["losers"])
        return f"{totals}{won}{lost}"

    found = said(replay, request_, tell)
    assert begins(found, outcome), found


@pytest.mark.parametrize(
    ("command", "asked", "reply"),
    [("score", TIE, REPLY["A tie"]), ("replay", MATCH, REPLY["A match"])],
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
    error = {"code": "missing_hand", "message": "Bea’s hand is not entered yet."}
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"error": {**error, "tiles": [], "seats": ["Bea"]}}


def replayed(game, *rounds):
    return replay({"game": game, "seats": [*LEFT], "rounds": [*rounds]})["rounds"]


def test_a_pair_has_one_total_under_both_names_and_a_run_that_ends_is_told():
    first, second = replayed("jamaican-partners", ANA_WINS, BEA_WINS)
    assert first["totals"] == first["points"] == {"Ana & Ciro": 1, "Bea & Dani": 0}
    assert second["points"] == second["totals"] == {"Ana & Ciro": 0, "Bea & Dani": 0}
    assert (first["reset"], second["reset"]) == (False, True)
    ends = "That ends the streak of Ana & Ciro: after this round everybody starts again from 0."
    assert second["reasons"][-1] == ends


def test_every_round_has_its_warnings_and_corrections():
    doubtful = {"hands": LEFT | {"Dani": ["0-0"]}}
    found = replayed("partnership", doubtful, ANA_WINS | {"corrections": {"Bea & Dani": 5}})
    codes = [[warning["code"] for warning in each["warnings"]] for each in found]
    assert codes == [["two_ends", "absent_number"], ["two_ends"]]
    assert found[1]["points"]["Bea & Dani"] == 5


@pytest.mark.parametrize("command", ["score", "replay"])
@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "hello", "{'game': 'block'}", "null", "17", '"block"', "[]", "{}"),
        '{"hands": {"Ana": 1, "Ana": 2}}',
        *("[" * 100_000, "1" * 10_000, b"\xff\xfe", '{"game": "dominó"}'.encode("latin-1")),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_not_a_json_object_is_unreadable(command, text):
    assert "The request cannot be read: " in complaint(command, text)


@pytest.mark.parametrize("command", ["score", "replay"])
def test_a_request_needs_a_file_that_is_there(command, tmp_path):
    for words in ([str(tmp_path / "none.json")], [str(tmp_path)], []):
        result = CliRunner().invoke(main, [command, *words])
        assert (result.exit_code, result.stdout) == (2, "")


def test_names_in_any_script_are_printed_as_they_are():
    asked = ROUND | {"seats": ["Зоя", "Bea"], "hands": {"Зоя": [], "Bea": 9}}
    result = ask("score", json.dumps(asked, ensure_ascii=False).encode())
    assert '"Зоя"' in result.stdout
    lone = ROUND | {"seats": ["\ud800", "Bea"], "hands": {"\ud800": [], "Bea": 9}}
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


def test_games_are_listed_with_how_many_play_them():
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(game_ids())
    assert "Block (2, 3, 4 players)" in lines[0]
    assert all(load_game(line.split()[0]).summary in line for line in lines)


HEAVY = {"flask", "werkzeug", "jinja2", "sqlalchemy", "alembic", "babel", "wtforms", "gunicorn"}
REPLAYS = "from scorekeeper.cli import main; main(['replay', sys.argv[1]])"
STARTS = "from scorekeeper import create_app; create_app({'INSTANCE': sys.argv[2]})"


@pytest.mark.parametrize(
    ("does", "left"),
    [(REPLAYS, HEAVY), (STARTS, {"apispec"})],
    ids=["replay", "start"],
)
def test_what_is_not_asked_for_is_not_loaded(tmp_path, does, left):
    """Scoring needs no web and no database, and what nobody asks of the API no description."""
    asked = tmp_path / "match.json"
    asked.write_text(json.dumps(MATCH))
    last = "lambda: print(*{each.partition('.')[0] for each in sys.modules})"
    program = f"import atexit, sys; atexit.register({last}); {does}"
    command = (sys.executable, "-c", program, asked, tmp_path)
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    modules = printed.splitlines()[-1].split()
    assert "scorekeeper" in modules
    assert left.isdisjoint(modules)

"""`scorekeeper score`: one round as JSON, with every game and every key of a round."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.rules import game_ids, load_game
from tests.cli.json_cli import answer, ask, complaint, refusal
from tests.running_server import scorekeeper

FOUR = ["Ana", "Bea", "Ciro", "Dani"]
NAMES = [*FOUR, "Eva"]
ROUND: dict[str, Any] = {
    "game": "block",
    "seats": ["Ana", "Bea"],
    "hands": {"Ana": ["1-2", "2-4"], "Bea": ["5-5", "3-4"]},
}
TIE = {"hands": {"Ana": ["1-2", "2-4", "3-5"], "Bea": ["5-5", "3-4"]}}
# Of four players: Ciro went out, nobody did, the first two tie.
OUT = {"Ana": ["6-6"], "Bea": ["4-5"], "Ciro": [], "Dani": ["2-4"]}
BLOCKED = {"Ana": ["1-2"], "Bea": ["4-5"], "Ciro": ["5-5"], "Dani": ["2-4"]}
TIED = {"Ana": ["1-3"], "Bea": ["1-2"], "Ciro": ["4-6"], "Dani": ["5-6"]}
TWO_TIED = {"Ana": ["0-3"], "Bea": ["1-2"], "Ciro": ["6-6"], "Dani": ["2-4"]}
COUNTED = {"Ana": 0, "Bea": 10, "Ciro": 8, "Dani": 6}
PLAYS = [["Ana", "6-6"], ["Bea", "5-6"], ["Ciro", "2-5"]]
CORRECTED = {"corrections": [{"side": "Dani", "points": 10, "note": "last round"}]}
EVERY_TABLE = [(game_id, players) for game_id in game_ids() for players in load_game(game_id).deal]


def request(game: str, hands: Any = None, **options: Any) -> dict[str, Any]:
    """Build a request for four players, or for as many as there are hands."""
    names = NAMES[: len(hands)] if hands else FOUR
    table: dict[str, Any] = {"game": game, "seats": names, **options}
    return table if hands is None else table | {"hands": hands}


def points(reply: Any) -> list[int]:
    return [side["points"] for side in reply["sides"]]


def test_a_round_is_scored() -> None:
    assert answer("score", ROUND | TIE) == {
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


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_every_game_scores_a_round_of_all_its_players(game: str, players: int) -> None:
    names = NAMES[:players]
    by_totals = load_game(game).table.entry == "totals"
    tiles = [["1-2"], ["3-4"], ["5-6"], ["0-1"], ["2-3"]][:players]
    hands = {name: 5 * (seat + 1) if by_totals else tiles[seat] for seat, name in enumerate(names)}
    hands[names[0]] = 0 if by_totals else []
    by_hands: dict[str, Any] = {"game": game, "seats": names, "hands": hands}
    if load_game(game).table.entry == "plays":
        by_hands = {"game": game, "seats": names, "plays": [[names[1], "6-6"], [names[2], "5-5"]]}
    reply = answer("score", by_hands)
    assert reply.keys() == {"ending", "winner", "sides", "reasons", "warnings"}
    assert reply["warnings"] == [] or load_game(game).table.layout == "line"
    assert all(reason.endswith(".") for reason in reply["reasons"])


ANA, BEA, ANA_CIRO, BEA_DANI = ["Ana"], ["Bea"], ["Ana", "Ciro"], ["Bea", "Dani"]
OWN_IGNORED = {"house_rules": {"blocked": {"winner": {"own": 0}}}}
LIGHTEST = {name: {"pips": 17, "lightest": tile} for name, tile in (("Ana", "1-2"), ("Bea", "3-4"))}
EVENTS = ["capicúa", {"name": "paso corrido", "seat": "Dani"}, {"name": "chuchazo"}]
TALLY = {"Ana": 10, "Ciro": 5, "Bea & Dani": 20}
ZEROS = {"Ana": 0, "Bea": 0}
TWO_OF_THREE = request("hungarian", ZEROS | {"Ciro": 9})


@pytest.mark.parametrize(
    ("asked", "winner", "made"),
    [
        (ROUND | TIE | OWN_IGNORED, ANA, [17, 0]),
        (ROUND | {"hands": {"Ana": ["0-3", "6-6"], "Bea": ["1-2", "2-4", "3-3"]}}, None, [0, 0]),
        (ROUND | {"hands": {"Ana": 17, "Bea": []}}, BEA, [0, 17]),
        (ROUND | {"hands": {"Ana": 17, "Bea": 0}}, BEA, [0, 17]),
        (ROUND | {"hands": ZEROS, "out": "Bea"}, BEA, [0, 0]),
        (ROUND | {"hands": LIGHTEST}, ANA, [0, 0]),
        (request("block", BLOCKED, partners=True), ANA_CIRO, [2, 0]),
        (request("puerto-rico-500", OUT), ANA_CIRO, [127, 0]),
        (request("puerto-rico-500", OUT, round_no=4), ANA_CIRO, [52, 0]),
        (request("dominican-patio", OUT, events=EVENTS), ANA_CIRO, [77, 25]),
        (request("brazil-to-six", TIED, blocker="Ana"), BEA_DANI, [0, 1]),
        (request("dominican-patio", TWO_TIED, opener="Bea"), BEA_DANI, [0, 24]),
        (request("all-fives", OUT, partners=True, tally=TALLY), ANA_CIRO, [30, 20]),
        (
            request("partnership", OUT, corrections={"Ana & Ciro": -5, "Bea": 10}),
            ANA_CIRO,
            [10] * 2,
        ),
        (request("rummikub", ZEROS, out="Bea"), BEA, [0, 0]),
        # Hands that change nothing may be left open.
        (request("jamaican-partners", hands={"Bea": []}) | {"seats": FOUR}, BEA_DANI, [0, 1]),
    ],
)
def test_all_that_is_said_of_a_round_counts(
    asked: dict[str, Any], winner: list[str] | None, made: list[int]
) -> None:
    reply = answer("score", asked)
    assert (reply["winner"], points(reply)) == (winner, made)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (
            ROUND | {"hands": {"Ana": {"pips": 0, "count": 1}, "Bea": 23}},
            "Blocked: 0 · 23. Ana wins.",
        ),
        (ROUND | {"hands": {"Ana": 0, "Bea": 23}, "out": None}, "Blocked: 0 · 23. Ana wins."),
        ({"game": "italian", "seats": NAMES[:3], "plays": PLAYS}, "Ciro brought the table to 30."),
        (
            request("partnership", OUT, **CORRECTED),
            "Bonus / penalty for Bea & Dani, +10: last round.",
        ),
        (TWO_OF_THREE | {"out": ["Ana", "Bea"]}, "Ana and Bea went out."),
        (TWO_OF_THREE | {"out": "Bea"}, "Ana adds nothing."),
    ],
)
def test_the_reasons_say_what_was_entered(asked: dict[str, Any], reason: str) -> None:
    assert reason in answer("score", asked)["reasons"]


@pytest.mark.parametrize(
    "changes",
    [
        dict.fromkeys(("house_rules", "partners", "opener", "blocker", "events", "round_no")),
        {"partners": False, "events": [], "round_no": 1},
        {"hands": {"Bea": ["5-5", "3-4"], "Ana": ["1-2", "2-4"]}},
        {"opener": "Bea", "blocker": "Ana"},
    ],
)
def test_what_need_not_be_said_changes_nothing(changes: dict[str, Any]) -> None:
    assert answer("score", ROUND | changes) == answer("score", ROUND)


@pytest.mark.parametrize(
    ("game", "partners", "sides"),
    [("block", None, 4), ("block", False, 4), ("block", True, 2), ("hoyle", None, 2)],
)
def test_without_partners_in_the_request_the_game_decides(
    game: str, partners: bool | None, sides: int
) -> None:
    asked = request(game, BLOCKED)
    assert len(answer("score", asked | {"partners": partners})["sides"]) == sides
    if partners is None:
        assert len(answer("score", asked)["sides"]) == sides


@pytest.mark.parametrize("name", ["capicua", "Capicúa", " CAPICUA "])
def test_a_bonus_may_be_written_without_its_accents(name: str) -> None:
    reply = answer("score", request("dominican-patio", COUNTED, events=[name]))
    assert "Capicúa for Ana & Ciro: +25." in reply["reasons"]
    named = answer("score", request("dominican-patio", COUNTED, events=[{"name": name}]))
    assert named["reasons"] == reply["reasons"]


@pytest.mark.parametrize(
    ("asked", "warnings"),
    [
        (
            request("partnership", OUT, ends=[6, 6]),
            # 4-5 and 2-4 leave 2 and 5 an odd number of times.
            [("confirmed_ends", "With these hands the line ends in 2 and 5.", [2, 5], [])],
        ),
        (request("partnership", OUT, ends=[5, 2]), []),
        (request("dominican-patio", COUNTED, events=["capicúa"]), []),
        (
            request("dominican-patio", COUNTED | {"Dani": 5}, events=["capicúa"]),
            [
                (
                    "capicua",
                    "The ends cannot be the same number: that leaves an even number of pips,"
                    " not 23.",
                    [],
                    [],
                )
            ],
        ),
    ],
)
def test_doubts_are_warnings_and_the_round_is_scored(
    asked: dict[str, Any], warnings: list[tuple[object, ...]]
) -> None:
    reply = answer("score", asked)
    assert [tuple(warning.values()) for warning in reply["warnings"]] == warnings
    assert sum(points(reply)) > 0


def test_a_hand_with_an_open_end_of_a_blocked_line_is_doubted() -> None:
    hands = {"Ana": ["1-2"], "Bea": ["5-5", "3-4"]}
    (warning,) = answer("score", request("block", hands, ends=[6, 5]))["warnings"]
    assert warning.keys() == {"code", "message", "numbers", "tiles"}
    assert (warning["numbers"], warning["tiles"]) == ([5], ["5-5"])


@pytest.mark.parametrize(
    ("refused", "code", "seats"),
    [
        (ROUND | {"game": "blok"}, "unknown_game", []),
        (ROUND | {"house_rules": {"match": {"gaol": 50}}}, "unknown_key", []),
        (ROUND | {"house_rules": {"match": {"goal": True}}}, "wrong_type", []),
        (ROUND | {"house_rules": {"match": {"goal": float("nan")}}}, "wrong_type", []),
        (ROUND | {"house_rules": {"deal": {"4": 9}}}, "contradiction", []),
        (ROUND | {"seats": []}, "players_not_allowed", []),
        (ROUND | {"seats": ["Ana"]}, "players_not_allowed", []),
        (ROUND | {"seats": NAMES}, "players_not_allowed", []),
        (ROUND | {"seats": ["Ana", "Ana"]}, "same_name_twice", []),
        (ROUND | {"partners": True}, "partners_not_allowed", []),
        (request("mexican-partners", OUT, partners=False), "partners_required", []),
        (ROUND | {"hands": {}}, "missing_hand", ["Ana"]),
        (ROUND | {"hands": {"Ana": 17}}, "missing_hand", ["Bea"]),
        (ROUND | {"hands": {"Ana": 17, "Bea": None}}, "missing_hand", ["Bea"]),
        (ROUND | {"hands": {"Ana": 17, "Bea": 0, "Eva": 3}}, "unknown_seat", []),
        (ROUND | {"opener": "Eva"}, "unknown_seat", []),
        (ROUND | {"opener": 0}, "unknown_seat", []),
        (ROUND | {"blocker": ["Ana"]}, "unknown_seat", []),
        (ROUND | {"events": ["capicua"]}, "unknown_event", []),
        (ROUND | {"hands": {"Ana": 17, "Bea": -3}}, "impossible_pips", ["Bea"]),
        (ROUND | {"hands": {"Ana": 17, "Bea": 10**30}}, "impossible_pips", ["Bea"]),
        (ROUND | {"hands": {"Ana": {"pips": 13, "count": 1}, "Bea": 0}}, "impossible_pips", ANA),
        (ROUND | {"hands": {"Ana": 69, "Bea": 68}}, "impossible_pips", ["Ana", "Bea"]),
        (ROUND | {"hands": {"Ana": 0, "Bea": []}}, "several_empty_hands", ["Ana", "Bea"]),
        (ROUND | {"hands": {"Ana": ["seven"], "Bea": 0}}, "unreadable_tile", ["Ana"]),
        (ROUND | {"hands": {"Ana": ["7-1"], "Bea": 0}}, "tile_not_in_set", ["Ana"]),
        (ROUND | {"hands": {"Ana": ["1-2", "21"], "Bea": 0}}, "tile_twice", ["Ana"]),
        (ROUND | {"out": "Ana"}, "out_with_tiles", ["Ana"]),
        (ROUND | {"ends": [6, 7]}, "no_such_end", []),
        (request("hoyle", {"Ana": ["joker"], "Bea": ["1-2"]}), "unreadable_tile", ["Ana"]),
        (request("rummikub", {"Ana": 0, "Bea": -5}), "negative_total", ["Bea"]),
        (request("chicken-foot", {"Ana": 0, "Bea": -5}), "negative_total", ["Bea"]),
        (request("chicken-foot", ZEROS | {"Ciro": 9}, out="Ana"), "impossible_pips", BEA),
        (request("rummikub", {"Ana": 0, "Bea": ["1-2"]}), "totals_only", ["Bea"]),
        (request("mexican-train", {"Ana": 0, "Bea": ["1-2"] * 92}), "tile_twice", ["Bea"]),
        (request("jamaican-partners", OUT | {"Ciro": None}), "missing_hand", ["Ciro"]),
        (request("brazil-to-six", TIED), "blocker_needed", []),
        (request("dominican-patio", TWO_TIED), "opener_needed", []),
        (request("block", OUT, events=["capicúa"]), "unknown_event", []),
        (request("brazil-to-six", OUT, events=["carroça"] * 2), "event_twice", []),
        (request("dominican-patio", OUT, events=["paso corrido"]), "seat_needed", []),
        (request("all-fives", OUT, tally={"Eva": 5}), "unknown_seat", []),
        (request("hoyle", OUT, tally={"Ana": 5}), "unknown_event", []),
        (request("partnership", OUT, corrections=[{"points": 10}]), "unknown_seat", []),
        (request("italian", OUT), "plays_only", []),
        (request("block", OUT, plays=[["Ana", "6-6"]]), "not_plays", []),
        (request("italian", plays=[["Eva", "6-6"]]), "unknown_seat", []),
        (request("italian", plays=[["Ana", "6-6"], ["Bea", "6-6"]]), "tile_twice", ["Bea"]),
        (request("italian", plays=[["Ana", "sixes"]]), "unreadable_tile", ["Ana"]),
        (request("block", OUT, house_rules={"match": {"best": "low"}}), "contradiction", []),
        (request("italian", plays=[], house_rules={"match": {"goal": 5}}), "contradiction", []),
        (request("block", OUT, house_rules={"weights": {"joker": 30}}), "contradiction", []),
        (request("block", OUT, house_rules={"bonuses": []}), "unknown_key", []),
    ],
)
def test_what_the_rules_or_a_game_do_not_allow_is_refused(
    refused: dict[str, Any], code: str, seats: list[str]
) -> None:
    error = refusal("score", refused)
    assert error.keys() == {"code", "message", "tiles", "seats"}
    assert (error["code"], error["seats"]) == (code, seats)
    assert error["message"].endswith(".")


def test_a_refusal_names_the_tiles_and_the_seats() -> None:
    error = refusal("score", ROUND | {"hands": {"Ana": ["1-2", "6-6"], "Bea": ["2-1"]}})
    assert (error["code"], error["tiles"]) == ("tile_in_two_hands", ["1-2"])
    assert error["seats"] == ["Ana", "Bea"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"hands": {"Ana": 17, "Bea": 17}},
            "It is a tie. Enter the lightest tile in Ana’s hand and in Bea’s hand.",
        ),
        (
            {"hands": {"Ana": 0, "Bea": 0}},
            'Write "out" with the name of who went out, or {"pips": 0, "count": 1} for 0-0 alone.',
        ),
        (
            # In a game of totals nothing is said of tiles.
            {"game": "rummikub", "hands": {"Ana": 0, "Bea": 0}},
            'say who did. Write "out" with the name of who went out.',
        ),
        (
            {"hands": {"Ana": 69, "Bea": 68}},
            "Ana and Bea cannot hold 137 pips together: their tiles come to 118 at most."
            " Count again.",
        ),
    ],
)
def test_a_refusal_says_what_helps(changes: dict[str, Any], said: str) -> None:
    assert refusal("score", ROUND | changes)["message"].endswith(said)


@pytest.mark.parametrize(
    "options",
    [
        {"ends": "3 5"},
        {"ends": [3]},
        {"tally": [5, 0]},
        {"tally": {"Ana": "5"}},
        {"tally": {"Ana": 5, "Ana & Ciro": 10}, "partners": True},
        {"corrections": 5},
        {"corrections": [5]},
        {"corrections": {"Ana": 0.5}},
        {"plays": {"Ana": "6-6"}},
        {"plays": [[]]},
        {"plays": ["6-6"]},
        {"plays": [["Ana", "6-6", 12]]},
        {"events": [{"seat": "Ana"}]},
        {"events": [["capicúa"]]},
    ],
    ids=str,
)
def test_a_value_of_the_wrong_shape_is_unreadable(options: dict[str, Any]) -> None:
    assert complaint("score", request("all-fives", OUT, **options))


def test_the_request_may_be_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), "utf-8")
    result = CliRunner().invoke(main, ["score", str(path)])
    assert result.exit_code == 0
    assert result.stdout == ask("score", ROUND).stdout
    assert ask("score", json.dumps(ROUND).encode("utf-8-sig")).stdout == result.stdout


def test_names_in_any_script_are_printed_as_they_are() -> None:
    asked = ROUND | {"seats": ["Зоя", "Bea"], "hands": {"Зоя": 0, "Bea": 9}}
    result = ask("score", json.dumps(asked, ensure_ascii=False).encode())
    assert '"Зоя"' in result.stdout
    lone = ROUND | {"seats": ["\ud800", "Bea"], "hands": {"\ud800": 0, "Bea": 9}}
    assert answer("score", lone)["winner"] == ["\ud800"]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_the_reply_is_utf_8_wherever_it_is_printed(encoding: str) -> None:
    printed = subprocess.run(
        scorekeeper("score", "-"),
        input=json.dumps(ROUND | TIE).encode(),
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    assert "17 (opponents) − 17" in printed.stdout.decode("utf-8")

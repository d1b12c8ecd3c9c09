"""`scorekeeper score`: one round as JSON."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from tests.cli.json_cli import answer, ask, refusal
from tests.running_server import scorekeeper

# A request with every key; by its house rule the own pips are ignored.
TIE: dict[str, Any] = {
    "game": "block",
    "house_rules": {"blocked": {"winner": {"own": 0}}},
    "seats": ["Ana", "Bea"],
    "partners": False,
    "hands": {"Ana": ["1-2", "2-4", "3-5"], "Bea": ["5-5", "3-4"]},
    "opener": None,
    "blocker": None,
    "events": [],
    "round_no": 1,
}
ROUND: dict[str, Any] = {
    "game": "block",
    "seats": ["Ana", "Bea"],
    "hands": {"Ana": ["1-2", "2-4"], "Bea": ["5-5", "3-4"]},
}
FOUR = ["Ana", "Bea", "Ciro", "Dani"]
HANDS_OF_FOUR = {"Ana": ["1-2"], "Bea": ["4-5"], "Ciro": ["5-5"], "Dani": ["2-4"]}


def test_a_round_is_scored() -> None:
    assert answer("score", TIE | {"house_rules": {}}) == {
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


def test_a_house_rule_changes_the_points() -> None:
    assert answer("score", TIE)["sides"][0] == {"seats": ["Ana"], "pips": 17, "points": 17}


def test_optional_keys_may_be_missing_or_null() -> None:
    assert answer("score", ROUND)["sides"][0]["points"] == 8
    optional = ("house_rules", "partners", "opener", "blocker", "events", "round_no")
    assert answer("score", ROUND | dict.fromkeys(optional)) == answer("score", ROUND)


def test_a_drawn_round_has_no_winner() -> None:
    hands = {"Ana": ["0-3", "6-6"], "Bea": ["1-2", "2-4", "3-3"]}
    reply = answer("score", ROUND | {"hands": hands})
    assert reply["winner"] is None
    assert [side["points"] for side in reply["sides"]] == [0, 0]


@pytest.mark.parametrize("nothing", [[], 0])
def test_a_hand_without_tiles_or_pips_went_out(nothing: object) -> None:
    reply = answer("score", ROUND | {"hands": {"Ana": 17, "Bea": nothing}})
    assert (reply["ending"], reply["winner"]) == ("went out", ["Bea"])
    assert reply["sides"][1]["points"] == 17


def test_hands_may_be_given_in_any_order() -> None:
    hands = {"Bea": ["5-5", "3-4"], "Ana": ["1-2", "2-4"]}
    assert answer("score", ROUND | {"hands": hands}) == answer("score", ROUND)


def test_partners_sit_opposite_each_other() -> None:
    request = {"game": "block", "seats": FOUR, "partners": True, "hands": HANDS_OF_FOUR}
    reply = answer("score", request)
    assert reply["winner"] == ["Ana", "Ciro"]
    assert reply["sides"] == [
        {"seats": ["Ana", "Ciro"], "pips": 13, "points": 2},
        {"seats": ["Bea", "Dani"], "pips": 15, "points": 0},
    ]


@pytest.mark.parametrize(
    ("game", "partners", "sides"),
    [("block", None, 4), ("block", False, 4), ("block", True, 2), ("hoyle", None, 2)],
)
def test_without_partners_in_the_request_the_game_decides(
    game: str, partners: bool | None, sides: int
) -> None:
    request = {"game": game, "seats": FOUR, "hands": HANDS_OF_FOUR}
    assert len(answer("score", request | {"partners": partners})["sides"]) == sides
    if partners is None:
        assert len(answer("score", request)["sides"]) == sides


def test_opener_and_blocker_may_be_named() -> None:
    assert answer("score", ROUND | {"opener": "Bea", "blocker": "Ana"}) == answer("score", ROUND)


def test_a_tie_of_hands_given_as_pips_asks_for_the_lightest_tiles() -> None:
    assert refusal("score", ROUND | {"hands": {"Ana": 17, "Bea": 17}}) == {
        "code": "lightest_tile_needed",
        "message": "It is a tie. Enter the lightest tile in Ana’s hand and in Bea’s hand.",
        "tiles": [],
        "seats": ["Ana", "Bea"],
    }
    known = {"Ana": {"pips": 17, "lightest": "1-2"}, "Bea": {"pips": 17, "lightest": "3-4"}}
    assert answer("score", ROUND | {"hands": known})["winner"] == ["Ana"]


def test_a_refusal_names_the_tiles_and_the_seats() -> None:
    hands = {"Ana": ["1-2", "6-6"], "Bea": ["2-1"]}
    error = refusal("score", ROUND | {"hands": hands})
    assert (error["code"], error["tiles"]) == ("tile_in_two_hands", ["1-2"])
    assert error["seats"] == ["Ana", "Bea"]


@pytest.mark.parametrize(
    ("changes", "code", "seats"),
    [
        ({"game": "blok"}, "unknown_game", []),
        ({"house_rules": {"match": {"gaol": 50}}}, "unknown_key", []),
        ({"house_rules": {"match": {"goal": True}}}, "wrong_type", []),
        ({"house_rules": {"match": {"goal": float("nan")}}}, "wrong_type", []),
        ({"house_rules": {"deal": {"4": 9}}}, "contradiction", []),
        ({"seats": []}, "players_not_allowed", []),
        ({"seats": ["Ana"]}, "players_not_allowed", []),
        ({"seats": [*FOUR, "Eva"]}, "players_not_allowed", []),
        ({"seats": ["Ana", "Ana"]}, "same_name_twice", []),
        ({"partners": True}, "partners_not_allowed", []),
        ({"game": "mexican-partners", "seats": FOUR, "partners": False}, "partners_required", []),
        ({"hands": {}}, "missing_hand", ["Ana"]),
        ({"hands": {"Ana": 17}}, "missing_hand", ["Bea"]),
        ({"hands": {"Ana": 17, "Bea": None}}, "missing_hand", ["Bea"]),
        ({"hands": {"Ana": 17, "Bea": 0, "Eva": 3}}, "unknown_seat", []),
        ({"opener": "Eva"}, "unknown_seat", []),
        ({"opener": 0}, "unknown_seat", []),
        ({"blocker": ["Ana"]}, "unknown_seat", []),
        ({"events": ["capicua"]}, "unknown_event", []),
        ({"hands": {"Ana": 17, "Bea": -3}}, "impossible_pips", ["Bea"]),
        ({"hands": {"Ana": 17, "Bea": 10**30}}, "impossible_pips", ["Bea"]),
        ({"hands": {"Ana": {"pips": 13, "count": 1}, "Bea": 0}}, "impossible_pips", ["Ana"]),
        ({"hands": {"Ana": 0, "Bea": []}}, "several_empty_hands", ["Ana", "Bea"]),
        ({"hands": {"Ana": ["seven"], "Bea": 0}}, "unreadable_tile", ["Ana"]),
        ({"hands": {"Ana": ["7-1"], "Bea": 0}}, "tile_not_in_set", ["Ana"]),
        ({"hands": {"Ana": ["1-2", "21"], "Bea": 0}}, "tile_twice", ["Ana"]),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(
    changes: dict[str, Any], code: str, seats: list[str]
) -> None:
    error = refusal("score", ROUND | changes)
    assert error.keys() == {"code", "message", "tiles", "seats"}
    assert (error["code"], error["seats"]) == (code, seats)
    assert error["message"].endswith(".")


def test_the_request_may_be_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(ROUND), "utf-8")
    result = CliRunner().invoke(main, ["score", str(path)])
    assert result.exit_code == 0
    assert result.stdout == ask("score", ROUND).stdout


def test_names_in_any_script_are_printed_as_they_are() -> None:
    request = ROUND | {"seats": ["Зоя", "Bea"], "hands": {"Зоя": 0, "Bea": 9}}
    result = ask("score", json.dumps(request, ensure_ascii=False).encode())
    assert '"Зоя"' in result.stdout


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_the_reply_is_utf_8_wherever_it_is_printed(encoding: str) -> None:
    printed = subprocess.run(
        scorekeeper("score", "-"),
        input=json.dumps(TIE | {"house_rules": {}}).encode(),
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        check=True,
    )
    assert "17 (opponents) − 17" in printed.stdout.decode("utf-8")


def test_a_lone_surrogate_is_printed_as_it_came() -> None:
    request = ROUND | {"seats": ["\ud800", "Bea"], "hands": {"\ud800": 0, "Bea": 9}}
    assert answer("score", request)["winner"] == ["\ud800"]


def test_a_hand_that_counts_0_is_empty_unless_it_has_a_tile() -> None:
    counted = {"hands": {"Ana": {"pips": 0, "count": 1}, "Bea": 23}}
    assert answer("score", ROUND | counted)["ending"] == "blocked"
    assert answer("score", ROUND | {"hands": {"Ana": 0, "Bea": 23}})["winner"] == ["Ana"]


def test_a_round_may_say_who_went_out() -> None:
    zeros = {"hands": {"Ana": 0, "Bea": 0}}
    error = refusal("score", ROUND | zeros)
    assert error["code"] == "several_empty_hands"
    assert '"out" with the name' in error["message"]
    assert '{"pips": 0, "count": 1}' in error["message"]
    assert answer("score", ROUND | zeros | {"out": "Bea"})["winner"] == ["Bea"]
    blocked = answer("score", ROUND | {"hands": {"Ana": 0, "Bea": 23}, "out": None})
    assert blocked["ending"] == "blocked"


def test_in_a_game_of_totals_nothing_is_said_of_tiles() -> None:
    zeros = {"game": "rummikub", "seats": ["Ana", "Bea"], "hands": {"Ana": 0, "Bea": 0}}
    message = refusal("score", zeros)["message"]
    assert message.endswith('say who did. Write "out" with the name of who went out.')
    assert answer("score", zeros | {"out": "Bea"})["winner"] == ["Bea"]


def test_who_went_out_has_no_tiles() -> None:
    error = refusal("score", ROUND | {"out": "Ana"})
    assert (error["code"], error["seats"]) == ("out_with_tiles", ["Ana"])


def test_hands_may_be_left_open_where_they_change_nothing() -> None:
    entry = {"game": "jamaican-partners", "seats": FOUR, "hands": {"Bea": []}}
    assert answer("score", entry)["winner"] == ["Bea", "Dani"]
    assert refusal("score", entry | {"hands": {"Bea": ["1-2"]}})["code"] == "missing_hand"


def test_several_may_be_out_where_the_others_play_on() -> None:
    seats, hands = ["Ana", "Bea", "Ciro"], {"Ana": 0, "Bea": 0, "Ciro": 9}
    entry: dict[str, Any] = {"game": "hungarian", "seats": seats, "hands": hands}
    both = answer("score", entry | {"out": ["Ana", "Bea"]})
    assert both["reasons"][0] == "Ana and Bea went out."
    one = answer("score", entry | {"out": "Bea"})
    assert one["reasons"][2:] == ["Ana adds nothing.", "Ciro +9."]


def test_a_0_that_no_tile_counts_is_refused() -> None:
    seats, hands = ["Ana", "Bea", "Ciro"], {"Ana": 0, "Bea": 0, "Ciro": 9}
    entry: dict[str, Any] = {"game": "chicken-foot", "seats": seats, "hands": hands}
    error = refusal("score", entry | {"out": "Ana"})
    assert (error["code"], error["seats"]) == ("impossible_pips", ["Bea"])


def test_counts_that_no_box_can_hold_together_are_refused() -> None:
    error = refusal("score", ROUND | {"hands": {"Ana": 69, "Bea": 68}})
    assert (error["code"], error["seats"]) == ("impossible_pips", ["Ana", "Bea"])
    assert error["message"] == (
        "Ana and Bea cannot hold 137 pips together: their tiles come to 118 at most. Count again."
    )


def test_a_total_of_the_wrong_parity_refutes_a_capicua() -> None:
    entry: dict[str, Any] = {"game": "dominican-patio", "seats": FOUR, "events": ["capicúa"]}
    odd = answer("score", entry | {"hands": {"Ana": 0, "Bea": 10, "Ciro": 8, "Dani": 5}})
    assert [each["message"] for each in odd["warnings"]] == [
        "The ends cannot be the same number: that leaves an even number of pips, not 23."
    ]
    even = answer("score", entry | {"hands": {"Ana": 0, "Bea": 10, "Ciro": 8, "Dani": 6}})
    assert not even["warnings"]


@pytest.mark.parametrize("name", ["capicua", "Capicúa", " CAPICUA "])
def test_a_bonus_may_be_written_without_its_accents(name: str) -> None:
    entry: dict[str, Any] = {"game": "dominican-patio", "seats": FOUR, "events": [name]}
    entry |= {"hands": {"Ana": 0, "Bea": 10, "Ciro": 8, "Dani": 6}}
    reply = answer("score", entry)
    assert "Capicúa for Ana & Ciro: +25." in reply["reasons"]
    named = answer("score", entry | {"events": [{"name": name}]})
    assert named["reasons"] == reply["reasons"]


def test_a_byte_order_mark_is_read_over() -> None:
    text = json.dumps(ROUND).encode("utf-8-sig")
    assert answer("score", text)["winner"] == answer("score", ROUND)["winner"]

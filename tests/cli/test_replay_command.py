"""`scorekeeper replay` and `scorekeeper games`: a whole match as JSON, and the games there are."""

from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given

from scorekeeper.cli import main
from scorekeeper.interchange import replay
from scorekeeper.rules import Round, Setup, Standing, game_ids, load_game, score_round
from tests.cli.json_cli import answer, refusal
from tests.unit.rules.test_match_properties import matches

MATCH: dict[str, Any] = {
    "game": "block",
    "goal": 50,
    "seats": ["Ana", "Bea"],
    "rounds": [
        {"hands": {"Ana": ["1-2", "2-4"], "Bea": ["5-5", "3-4"]}},
        {"hands": {"Ana": ["0-3", "6-6"], "Bea": ["1-2", "2-4", "3-3"]}},
        {"hands": {"Ana": 50, "Bea": 0}, "opener": "Bea", "round_no": 3},
    ],
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


def test_a_match_is_replayed() -> None:
    assert answer("replay", MATCH) == REPLAYED


def test_a_match_without_rounds_has_totals_of_0() -> None:
    assert answer("replay", MATCH | {"rounds": []}) == {
        "rounds": [],
        "totals": {"Ana": 0, "Bea": 0},
        "over": False,
        "winner": None,
        "losers": [],
    }


def test_the_goal_is_optional() -> None:
    for goal in ({}, {"goal": None}):
        request = {key: value for key, value in MATCH.items() if key != "goal"} | goal
        reply = answer("replay", request)
        assert (reply["over"], reply["winner"]) == (False, None)


def test_the_goal_wins_over_the_goal_of_the_house_rules() -> None:
    request = MATCH | {"house_rules": {"match": {"goal": 200}}}
    assert answer("replay", request)["over"]


def test_house_rules_apply_to_every_round() -> None:
    reply = answer("replay", MATCH | {"house_rules": {"blocked": {"winner": {"own": 0}}}})
    assert reply["totals"] == {"Ana": 17, "Bea": 50}
    exceed = MATCH | {"house_rules": {"match": {"test": "exceed"}}}
    assert not answer("replay", exceed)["over"]


def test_a_pair_has_one_total_under_both_names() -> None:
    hands = {"Ana": ["1-2"], "Bea": ["4-5"], "Ciro": ["5-5"], "Dani": ["2-4"]}
    request = {"game": "hoyle", "seats": list(hands), "rounds": [{"hands": hands}], "goal": 28}
    reply = answer("replay", request)
    assert reply["totals"] == reply["rounds"][0]["points"] == {"Ana & Ciro": 28, "Bea & Dani": 0}
    assert reply["winner"] == ["Ana", "Ciro"]


def test_a_round_after_the_match_is_over_is_refused() -> None:
    late = MATCH | {"rounds": [*MATCH["rounds"], {"hands": {"Ana": 0, "Bea": 5}}]}
    error = refusal("replay", late)
    assert error.keys() == {"code", "message", "tiles", "seats", "round"}
    assert (error["code"], error["round"]) == ("match_over", 4)


def test_an_impossible_round_is_refused_with_its_number() -> None:
    wrong = {"hands": {"Ana": ["1-2"], "Bea": ["2-1"]}}
    error = refusal("replay", MATCH | {"rounds": [MATCH["rounds"][0], wrong]})
    assert (error["code"], error["round"]) == ("tile_in_two_hands", 2)
    assert (error["tiles"], error["seats"]) == (["1-2"], ["Ana", "Bea"])


@pytest.mark.parametrize(
    ("goal", "code"),
    [
        (0, "out_of_range"),
        (-5, "out_of_range"),
        (10**9, "out_of_range"),
        (True, "wrong_type"),
        ("100", "wrong_type"),
        (99.5, "wrong_type"),
        (float("nan"), "wrong_type"),
    ],
)
def test_an_invalid_goal_is_refused(goal: object, code: str) -> None:
    error = refusal("replay", MATCH | {"goal": goal})
    assert error["code"] == code
    assert error["message"].startswith("match.goal must be ")
    assert "round" not in error


@given(matches())
def test_a_replay_has_the_totals_of_the_rules_after_every_round(
    match: tuple[Setup, list[Round]],
) -> None:
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


def test_games_are_listed_with_how_many_play_them() -> None:
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(game_ids())
    assert "Block (2, 3, 4 players)" in lines[0]
    assert all(load_game(line.split()[0]).summary in line for line in lines)

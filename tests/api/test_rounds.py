"""Rounds: list them, read one, record the next."""

import pytest

from tests.api.program import DOUBTED, PAIRS, ROUND, WON, new_key, said
from tests.web.visitor import Visitor

ROUNDS = "/matches/1/rounds"


@pytest.fixture(autouse=True)
def match(started):
    """Start the match that all rounds here are of."""


def test_a_round_is_recorded_with_its_reasons(app, program):
    answer = program.post(ROUNDS, ROUND)
    assert answer.status_code == 201
    assert answer.location == "/api/v1/matches/1/rounds/1"
    recorded = answer.get_json()
    assert recorded == program.get(f"{ROUNDS}/1").get_json()
    assert program.get(ROUNDS).get_json() == {"match_version": 1, "rounds": [recorded]}
    assert recorded["hands"] == {"Ana": [], "Bea": ["6-6", "4-5"]}
    assert (recorded["winner"], recorded["points"]) == (["Ana"], {"Ana": 21, "Bea": 0})
    assert "21" in Visitor(app).open("/matches/1").text


def test_reasons_and_refusals_are_in_the_language_that_is_asked_for(program):
    spanish = program.post(ROUNDS, ROUND, Accept_Language="es").get_json()
    english = program.get(f"{ROUNDS}/1").get_json()
    assert spanish["reasons"] != english["reasons"]
    refused = program.post(ROUNDS, ROUND | {"hands": {"Ana": []}}, Accept_Language="es")
    assert "Bea" in refused.get_json()["detail"]
    assert "not entered" not in refused.get_json()["detail"]


def test_the_same_round_sent_twice_is_recorded_once(program):
    key = new_key()
    first = program.post(ROUNDS, ROUND, key)
    program.post(ROUNDS, ROUND | {"round_no": 2})
    again = program.post(ROUNDS, ROUND, key)
    assert (again.status_code, again.get_json()) == (201, first.get_json())
    assert program.get("/matches/1").get_json()["rounds"] == 2


@pytest.mark.parametrize("number", [1, 3, 9999])
def test_a_round_that_is_not_the_next_is_refused_with_the_number_of_the_next(
    program, unchanged, number
):
    program.post(ROUNDS, ROUND)
    with unchanged():
        answer = program.post(ROUNDS, ROUND | {"round_no": number})
    assert (*said(answer), answer.get_json()["next_round"]) == (409, "stale", 2)


def test_a_round_after_the_end_is_refused(program, unchanged):
    program.post(ROUNDS, WON)
    with unchanged():
        answer = program.post(ROUNDS, ROUND | {"round_no": 2})
    assert said(answer) == (409, "match_over")


def test_a_doubted_round_is_recorded_once_its_doubts_are_overruled(program, unchanged):
    program.post("/matches", PAIRS)
    with unchanged():
        problem = program.post("/matches/2/rounds", DOUBTED).get_json()
        other = program.post("/matches/2/rounds", DOUBTED | {"overruled": ["two_ends:0"]})
    assert (problem["status"], problem["code"], other.status_code) == (422, "doubts", 422)
    overruled = {"overruled": [each["fingerprint"] for each in problem["errors"]]}
    assert program.post("/matches/2/rounds", DOUBTED | overruled).status_code == 201


def test_a_round_that_is_not_there_is_not_found(program):
    for address in (f"{ROUNDS}/1", f"{ROUNDS}/0", "/matches/2/rounds", "/matches/2"):
        assert program.get(address).status_code == 404
    assert program.post("/matches/2/rounds", ROUND).status_code == 404


def test_points_in_play_are_taken_score_by_score_in_their_order(program):
    program.start(game="fives-and-threes", goal=61)
    rounds, hands = "/matches/2/rounds", {"Ana": ["1-2"], "Bea": ["3-4"]}
    so_far = {"round_no": 1, "hands": hands, "tally": {"Ana": 58, "Bea": 59}}
    assert program.post(rounds, so_far).status_code == 201
    out = {"round_no": 2, "hands": hands | {"Ana": []}, "tally": {"Ana": [1, 2]}}
    asked = program.post(rounds, out).get_json()
    assert [error["code"] for error in asked["errors"]] == ["last_tile_needed"]
    made = {"tally": {"Ana": [1, 2], "Bea": [2]}, "order": ["Ana", "Bea", "Ana"]}
    wrong = {"round_no": 2, "hands": {}, **made, "order": ["Ana", "Bea"]}
    assert program.post(rounds, wrong).status_code == 422
    recorded = program.post(rounds, {"round_no": 2, "hands": {}, **made}).get_json()
    assert (recorded["ending"], recorded["totals"]) == ("played", {"Ana": 59, "Bea": 61})
    assert (recorded["tally"], recorded["order"]) == ({"Ana": [1, 2], "Bea": 2}, made["order"])

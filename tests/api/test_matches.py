"""Matches: list them, read one, start one."""

import pytest

from tests.api.program import BLOCK, WON, Program, new_key
from tests.web.visitor import Visitor


def test_a_match_that_was_started_is_on_the_pages_too(app, program):
    answer = program.post("/matches", {**BLOCK, "seats": ["Ana", "  Bea  "]})
    assert answer.status_code == 201
    assert answer.location == "/api/v1/matches/1"
    match = answer.get_json()["match"]
    assert match["seats"] == ["Ana", "Bea"]
    assert match["house_rules"] == {"match": {"goal": 50}}
    assert (match["goal"], match["next_round"], match["right"]) == (50, 1, "own")
    assert "Ana" in Visitor(app).open("/matches/1").text


def test_ten_play_where_the_game_is_for_ten(program):
    names = [f"Ana {letter}" for letter in "ABCDEFGHIJ"]
    answer = program.post("/matches", {"game": "mexican-train", "seats": names})
    assert answer.get_json()["match"]["seats"] == names


def test_the_same_match_sent_twice_is_started_once(program):
    key = new_key()
    first = program.post("/matches", BLOCK, key)
    again = program.post("/matches", BLOCK, key)
    assert (again.status_code, again.get_json()) == (201, first.get_json())
    assert len(program.get("/matches").get_json()["matches"]) == 1


def test_the_tokens_of_a_match_that_was_started_are_those_of_its_links(app, started):
    app.config["ACCESS"] = "links"
    for right, token in started["tokens"].items():
        assert Program(app, token).get("/matches/1").get_json()["right"] == right


def test_matches_are_listed_by_state_player_and_game(program):
    program.start()
    program.start(seats=["Ciro", "Dani"], game="draw", goal=None)
    program.post("/matches/1/rounds", WON)
    for query, listed in {
        "": [2],
        "?state=finished": [1],
        "?state=finished&player=ana": [1],
        "?player=Ana": [],
        "?game=draw": [2],
    }.items():
        found = program.get(f"/matches{query}").get_json()["matches"]
        assert [match["id"] for match in found] == listed, query
    (won,) = program.get("/matches?state=finished").get_json()["matches"]
    assert won["over"]
    assert (won["winner"], won["losers"], won["next_round"]) == (["Ana"], [], None)
    assert won["totals"] == {"Ana": 69, "Bea": 0}


def test_a_list_is_read_page_by_page(program):
    for _ in range(5):
        program.start()
    seen: list[int] = []
    address: str | None = "/matches?limit=2"
    while address:
        page = program.get(address).get_json()
        seen += [match["id"] for match in page["matches"]]
        address = page["next"] and f"/matches?limit=2&before={page['next']}"
    assert seen == [5, 4, 3, 2, 1]


@pytest.mark.parametrize("query", ["state=all", "limit=0", "limit=x", "before=x", "color=red"])
def test_a_query_that_cannot_be_read_is_refused(program, query):
    assert program.get(f"/matches?{query}").status_code == 422


def test_players_are_listed_and_read_by_their_numbers(program):
    program.start()
    players = program.get("/players").get_json()["players"]
    assert [player["name"] for player in players] == ["Ana", "Bea"]
    assert program.get(f"/players/{players[1]['id']}").get_json() == players[1]
    match = program.get("/matches/1").get_json()
    assert match["players"] == [player["id"] for player in players]
    assert program.get("/players/99").status_code == 404

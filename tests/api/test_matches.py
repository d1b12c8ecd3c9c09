"""Matches and rounds: list them, read one, start a match, record the next round."""

import pytest

from scorekeeper.scorebook import changes
from tests.api.program import BLOCK, DOUBTED, PAIRS, ROUND, WON, new_key, said
from tests.interchange.match_factory import edit
from tests.web.visitor import Visitor

# Each test begins with match 1.
pytestmark = pytest.mark.usefixtures("started")
ROUNDS = "/matches/1/rounds"


def test_a_match_that_was_started_is_on_the_pages_too(app, program):
    answer = program.post("/matches", {**BLOCK, "seats": ["Ana", "  Bea  "]})
    assert answer.status_code == 201
    assert answer.location == "/api/v1/matches/2"
    match = answer.get_json()["match"]
    assert match["seats"] == ["Ana", "Bea"]
    assert match["house_rules"] == {"match": {"goal": 50}}
    assert (match["goal"], match["next_round"], match["right"]) == (50, 1, "own")
    assert "Bea" in Visitor(app).open("/matches/2").text
    # Ten play where the game is for ten.
    names = [f"Ana {letter}" for letter in "ABCDEFGHIJ"]
    assert program.start(game="mexican-train", goal=None, seats=names)["match"]["seats"] == names


@pytest.mark.parametrize(("path", "sent", "came"), [("/matches", BLOCK, 2), (ROUNDS, ROUND, 1)])
def test_what_is_sent_twice_counts_once(program, path, sent, came):
    key = new_key()
    first = program.post(path, sent, key)
    again = program.post(path, sent, key)
    assert (again.status_code, again.get_json()) == (201, first.get_json())
    assert len(program.get(path).get_json()[path.rpartition("/")[2]]) == came


def test_matches_are_listed_by_state_player_and_game(program):
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
    assert not won["ended_early"]


def test_a_match_that_is_ended_on_its_page_is_over(app, program):
    program.post(ROUNDS, ROUND)
    with app.app_context():
        edit(1, lambda match: changes.match_stopped(match.record))
    ended = program.get("/matches/1").get_json()
    assert (ended["over"], ended["ended_early"], ended["winner"]) == (True, True, ["Ana"])
    assert program.post(ROUNDS, ROUND | {"round_no": 2}).get_json()["code"] == "match_over"


def test_a_list_is_read_page_by_page(program):
    for _ in range(4):
        program.start()
    seen: list[int] = []
    address: str | None = "/matches?limit=2"
    while address:
        page = program.get(address).get_json()
        seen += [match["id"] for match in page["matches"]]
        address = page["next"] and f"/matches?limit=2&before={page['next']}"
    assert seen == [5, 4, 3, 2, 1]
    assert program.get("/matches?before=x").status_code == 422


def test_players_are_listed_and_read_by_their_numbers(program):
    players = program.get("/players").get_json()["players"]
    assert [player["name"] for player in players] == ["Ana", "Bea"]
    assert program.get(f"/players/{players[1]['id']}").get_json() == players[1]
    match = program.get("/matches/1").get_json()
    assert match["players"] == [player["id"] for player in players]
    assert program.get("/players/99").status_code == 404


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


def test_a_round_is_recorded_by_its_points(program):
    program.start(**PAIRS)
    rounds = "/matches/2/rounds"
    recorded = program.post(rounds, {"round_no": 1, "points": {"Ana & Ciro": 27}}).get_json()
    assert recorded == program.get(f"{rounds}/1").get_json()
    assert recorded["points_entered"] == {"Ana & Ciro": 27}
    assert recorded["points"] == recorded["totals"] == {"Ana & Ciro": 27, "Bea & Dani": 0}
    assert (recorded["winner"], recorded["ending"]) == (["Ana", "Ciro"], None)
    assert "hands" not in recorded
    doubted = {"round_no": 2, "points": {"Bea & Dani": 0}}
    answer = program.post(rounds, doubted)
    (doubt,) = answer.get_json()["errors"]
    assert (*said(answer), doubt["code"], doubt["pointer"]) == (
        *(422, "doubts", "won_nothing"),
        "#/points",
    )
    overruled = program.post(rounds, doubted | {"overruled": [doubt["fingerprint"]]}).get_json()
    assert (overruled["winner"], overruled["points_entered"]) == (
        ["Bea", "Dani"],
        {"Bea & Dani": 0},
    )


def test_reasons_and_refusals_are_in_the_language_that_is_asked_for(program):
    spanish = program.post(ROUNDS, ROUND, Accept_Language="es").get_json()
    english = program.get(f"{ROUNDS}/1").get_json()
    assert spanish["reasons"] != english["reasons"]
    refused = program.post(ROUNDS, ROUND | {"hands": {"Ana": []}}, Accept_Language="es")
    assert "Bea" in refused.get_json()["detail"]
    assert "not entered" not in refused.get_json()["detail"]


def test_only_the_next_round_is_taken_and_none_after_the_end(program, unchanged):
    for address in ("1/rounds/1", "1/rounds/0", "2/rounds", "2", 2**31):
        assert program.get(f"/matches/{address}").status_code == 404
    assert program.post("/matches/2/rounds", ROUND).status_code == 404
    program.post(ROUNDS, ROUND)
    for number in (1, 3, 9999):
        with unchanged():
            answer = program.post(ROUNDS, ROUND | {"round_no": number})
        assert (*said(answer), answer.get_json()["next_round"]) == (409, "stale", 2)
    program.post(ROUNDS, WON | {"round_no": 2})
    with unchanged():
        answer = program.post(ROUNDS, ROUND | {"round_no": 3})
    assert said(answer) == (409, "match_over")


def test_a_doubted_round_is_recorded_once_its_doubts_are_overruled(program, unchanged):
    program.post("/matches", PAIRS)
    with unchanged():
        problem = program.post("/matches/2/rounds", DOUBTED).get_json()
        other = program.post("/matches/2/rounds", DOUBTED | {"overruled": ["two_ends:0"]})
    assert (problem["status"], problem["code"], other.status_code) == (422, "doubts", 422)
    overruled = {"overruled": [each["fingerprint"] for each in problem["errors"]]}
    assert program.post("/matches/2/rounds", DOUBTED | overruled).status_code == 201


def test_a_blocked_round_says_that_nobody_went_out(program):
    blocked = {"round_no": 1, "hands": {"Ana": 0, "Bea": ["6-6"]}}
    assert said(program.post(ROUNDS, blocked)) == (422, "out_needed")
    recorded = program.post(ROUNDS, blocked | {"out": None})
    assert (recorded.status_code, recorded.get_json()["ending"]) == (201, "blocked")


def test_another_box_brings_its_deal_and_its_goal(program):
    rules: dict[str, object] = {"tiles": {"highest": 9}}

    def started(game):
        answer = program.post(
            "/matches", {"game": game, "seats": ["Ana", "Bea"], "house_rules": rules}
        )
        return program.get(answer.location.removeprefix("/api/v1")).get_json()

    match = started("mexican-train")
    assert match["house_rules"]["match"] == {"goal": 10}
    # What is said besides holds.
    rules["deal"] = {"2": 5}
    match = started("block")
    assert match["house_rules"]["deal"] == {"2": 5, "3": 7, "4": 7, "5": 7}


def test_points_in_play_are_taken_score_by_score_in_their_order(program):
    program.start(game="fives-and-threes", goal=61)
    rounds, hands = "/matches/2/rounds", {"Ana": ["1-2"], "Bea": ["3-4"]}
    so_far = {"round_no": 1, "hands": hands, "tally": {"Ana": 58, "Bea": 59}}
    assert program.post(rounds, so_far).status_code == 201
    order = ["Ana", "Bea", "Ana"]
    sent = {"round_no": 2, "hands": {}, "tally": {"Ana": [1, 2], "Bea": [2]}}
    assert program.post(rounds, {**sent, "order": order[:2]}).status_code == 422
    recorded = program.post(rounds, {**sent, "order": order}).get_json()
    assert (recorded["ending"], recorded["totals"]) == ("played", {"Ana": 59, "Bea": 61})
    assert (recorded["tally"], recorded["order"]) == ({"Ana": [1, 2], "Bea": 2}, order)


def test_a_match_that_is_over_is_started_with_its_result_and_its_day(program):
    sent = {**PAIRS, "result": [104, 58], "day": "2025-10-03", "note": "at home"}
    match = program.post("/matches", sent).get_json()["match"]
    assert (match["over"], match["winner"]) == (True, ["Ana", "Ciro"])
    assert program.get("/matches?state=finished").get_json()["matches"][0]["id"] == match["id"]
    played = program.get(f"/matches/{match['id']}/rounds/1").get_json()
    assert "2025-10-03" in str(played["recorded_at"])
    for wrong in (
        {"result": [1, 2, 3]},
        {"result": [0, 0]},
        {"day": "2999-01-01"},
        {"day": "soon"},
    ):
        assert program.post("/matches", {**sent, **wrong}).status_code == 422


def test_people_take_places_join_and_leave_by_the_api_too(program):
    match = program.start(game="mexican-train", goal=None, seats=["Ana", "Bea", "Ciro"])["match"]
    path = f"/matches/{match['id']}"
    hands = {"Ana": 0, "Bea": 5, "Ciro": 7}
    assert (
        program.post(f"{path}/rounds", {"round_no": 1, "hands": hands, "out": "Ana"}).status_code
        == 201
    )
    key = new_key()
    sent = {"seat": "Bea", "player": "Dani", "from_round": 1}
    first, again = (program.post(f"{path}/people", sent, key) for _time in range(2))
    assert (first.status_code, first.get_json()) == (201, again.get_json())
    assert program.post(f"{path}/people", {"player": "Eva", "start": "worst"}).status_code == 201
    left = program.post(f"{path}/people", {"seat": "Ciro"}).get_json()
    assert left["totals"] == {"Ana": 0, "Dani": 5, "Ciro": 7, "Eva": 7}
    assert [each["away"] for each in left["lineups"]] == [["Eva"], ["Ciro"]]
    played = {"round_no": 2, "hands": {"Ana": 0, "Dani": 1, "Eva": 2}, "out": "Ana"}
    assert program.post(f"{path}/rounds", played).get_json()["totals"]["Eva"] == 9
    assert program.get(f"{path}/rounds/1").get_json()["hands"]["Dani"] == 5
    for wrong, code in (
        ({"seat": "Hugo", "player": "Fil"}, "unknown_seat"),
        ({"seat": "Ana", "player": "Dani"}, "sits_there"),
        ({"seat": "Ana", "player": "Fil", "from_round": 7}, "no_such_round"),
        ({"seat": "Ciro"}, "people_stay"),
        ({}, "wrong_shape"),
    ):
        refused = program.post(f"{path}/people", wrong)
        assert (refused.status_code, refused.get_json()["errors"][0]["code"]) == (422, code)


def test_a_tile_that_is_lost_meanwhile_is_named_by_the_api_too(program):
    path, key = "/matches/1/lost-tiles", new_key()
    first, again = (program.post(path, {"lost": ["3-5"]}, key) for _time in range(2))
    assert (first.status_code, first.get_json()) == (201, again.get_json())
    assert first.get_json()["house_rules"]["tiles"] == {"lost": ["3-5"]}
    refused = program.post(ROUNDS, {"round_no": 1, "hands": {"Ana": [], "Bea": ["3-5"]}})
    assert "3-5 in Bea’s hand is the lost tile of this set" in refused.text
    for wrong in (["x"], ["7-7"], ["3-5", "5-3"]):
        answer = program.post(path, {"lost": wrong})
        assert (answer.status_code, "/lost" in answer.text) == (422, True)
    assert program.post(path, {"lost": []}).get_json()["house_rules"]["tiles"] == {"lost": []}
    played = {"round_no": 1, "hands": {"Ana": [], "Bea": ["6-6"]}}
    assert program.post(ROUNDS, played).status_code == 201
    late = program.post(path, {"lost": ["6-6"]})
    assert (late.status_code, "Round 1: 6-6 in Bea’s hand" in late.text) == (422, True)

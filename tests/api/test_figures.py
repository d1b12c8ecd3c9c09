"""Figures of players: those of the pages, of the matches that may be seen, and no more.

Then the description of the API, the page that shows it, and the examples of docs/api.md.
"""

import json
import re
import shutil
import subprocess
import sys
from itertools import product

import pytest
from jsonschema import Draft202012Validator

from scorekeeper.scorebook.figures.page_figures import player_figures
from tests.api.program import BASE, FIGURES, HEAVY, PAIRS, Program, described, operations
from tests.databases import opened, sqlite_url
from tests.quality.size import ROOT
from tests.support.running_server import running
from tests.web.visitor import Visitor

KIND = "block/alone/points"


def won_by(program, winner, loser, token=""):
    """Play a match of one round; return what the answer to its start was."""
    started = program.start(seats=[winner, loser])
    played = {"round_no": 1, "hands": {winner: [], loser: HEAVY}}
    token = token or started["tokens"]["score"]
    address = f"/matches/{started['match']['id']}/rounds"
    assert Program(program.app, token).post(address, played).status_code == 201
    return started


@pytest.fixture(scope="module")
def year(sqlite_template, tmp_path_factory):
    """Return a program that reads of four matches of three people."""
    place = tmp_path_factory.mktemp("year")
    with opened(sqlite_url(sqlite_template, place), place) as app:
        program = Program(app)
        for winner, loser in (("Ana", "Bea"), ("Bea", "Ana"), ("Ana", "Ciro"), ("Ana", "Bea")):
            won_by(program, winner, loser)
        yield program


def figures(program, address="/players/1/figures"):
    answer = program.get(address)
    assert answer.status_code == 200
    return answer.get_json()


def names(players):
    return [each["player"]["name"] for each in players]


def test_the_figures_of_a_player_are_those_that_are_kept_of_a_period_and_a_kind(year):
    found = figures(year)
    with year.app.app_context():
        sums = player_figures(1).total.sums
    counted = found["counted"]
    assert found["player"] == {"id": 1, "name": "Ana"}
    assert (counted["matches"], counted["won"], counted["by_luck"]) == (4, 3, 2.0)
    assert (counted["rounds"], counted["won_out"]) == (sums.rounds, sums.out)
    assert (counted["caught"], counted["tiles_seen"]) == (sums.caught, sums.seen)
    assert found["complete"]
    assert found["rating"] == {"rating": None, "matches": 4}
    met = [(each["player"]["name"], each["met"], each["ahead"]) for each in found["met"]]
    assert met == [("Bea", 3, 2), ("Ciro", 1, 1)]
    assert figures(year, "/players/1/figures?period=2001")["counted"]["matches"] == 0
    # Points are those of one kind alone.
    assert counted["points_made"] is None
    (kind,) = found["kinds"]
    assert (kind["kind"], kind["game"], kind["partners"]) == (KIND, "block", False)
    one = figures(year, f"/players/1/figures?kind={KIND}")
    assert one["counted"] == kind["counted"]
    assert one["counted"]["points_made"] == 3 * 69


def test_two_players_are_told_who_was_ahead(year):
    found = figures(year, "/players/2/against/1")
    assert [each["name"] for each in found["players"]] == ["Bea", "Ana"]
    assert (found["met"], found["ahead"], found["behind"], found["level"]) == (3, 1, 2, 0)
    assert (found["in_a_row"], found["other_in_a_row"]) == (0, 1)
    assert found["newest"] == [4, 2, 1]
    assert [each["kind"] for each in found["kinds"]] == [KIND]


def test_two_partners_are_told_what_they_came_to(program):
    program.start(**{**PAIRS, "goal": 50})
    hands = {"Ana": [], "Bea": ["6-6", "6-5", "6-4", "6-3", "6-2"], "Ciro": ["0-0"], "Dani": 10}
    assert program.post("/matches/1/rounds", {"round_no": 1, "hands": hands}).status_code == 201
    found = figures(program, "/players/1/with/3")
    assert (found["counted"]["matches"], found["counted"]["won"], found["newest"]) == (1, 1, [1])
    assert figures(program)["partners"] == [
        {"player": {"id": 3, "name": "Ciro"}, "matches": 1, "won": 1, "by_luck": 0.5}
    ]


QUERIES = (
    *("period=x", "period=2026-13", "period=0001", "period=%00", f"period={'9' * 400}"),
    *("kind=block", "kind=nothing/alone/points", "kind=block/alone/x", "colour=red"),
)
OF_MATCHES = ("state=all", "limit=0", "limit=x", "colour=red")


def test_a_query_that_cannot_be_read_is_refused_with_its_field(year):
    asked = (*product(FIGURES, QUERIES), *(("/matches", each) for each in OF_MATCHES))
    for address, query in asked:
        answer = year.get(f"{address}?{query}")
        assert answer.status_code == 422, query
        assert answer.get_json()["errors"][0]["pointer"] == f"#/{query.partition('=')[0]}"


def test_there_are_no_figures_of_somebody_who_is_not_there(year):
    for nobody in (99, 2**31 - 1, 10**30):
        assert year.get(f"/players/{nobody}/figures").status_code == 404
    for others in ("1/against/99", "1/against/1", "1/with/1", "99/with/1"):
        assert year.get(f"/players/{others}").status_code == 404


def test_a_token_gives_figures_of_its_match_alone_and_the_season_has_all_but_the_hidden(
    program, app
):
    own = won_by(program, "Ana", "Bea")
    for winner, loser in (("Ana", "Ciro"), ("Ana", "Bea"), ("Ciro", "Bea")):
        won_by(program, winner, loser)
    app.config["ACCESS"] = "links"
    guest = Program(app, own["tokens"]["watch"])
    found = figures(guest)
    assert (found["counted"]["matches"], found["rating"]["matches"]) == (1, 1)
    assert names(found["met"]) == ["Bea"]
    assert figures(guest, "/players/1/against/2")["newest"] == [1]
    assert names(figures(guest, "/season")["players"]) == ["Ana", "Bea"]
    for address in ("/players/3/figures", "/players/1/against/3", "/players/1/with/3"):
        assert guest.get(address).status_code == 404
    stranger = Program(app)
    assert stranger.get("/players/1/figures").status_code == 404
    assert figures(stranger, "/season")["players"] == []
    app.config["ACCESS"] = "house"
    visitor = Visitor(app)
    visitor.send(visitor.open("/players/2/edit").pressing("Hide from lists"))
    found = figures(program, "/season")
    assert names(found["players"]) == ["Ana", "Ciro"]
    assert [each["place"] for each in found["players"]] == [1, 2]
    assert found["counted"]["matches"] == 4


# They show the description.
NOT_DESCRIBED = {"api.openapi", "api.read_about"}


def test_all_that_answers_is_described(app):
    names = [each["operationId"] for each in operations(app)]
    endpoints = {each for each in app.view_functions if each.startswith("api.")}
    assert {f"api.{name}" for name in names} == endpoints - NOT_DESCRIBED
    assert len(names) == len({*names})


def test_every_shape_is_there_and_can_be_checked(app):
    description = described(app)
    shapes = description["components"]["schemas"]
    named = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(description))
    assert {*named} == shapes.keys()
    for shape in shapes.values():
        Draft202012Validator.check_schema(shape)


def test_the_description_says_where_the_application_is_and_is_not_sent_again(app):
    client, address = app.test_client(), f"{BASE}/openapi.json"
    mounted = client.get(address, environ_overrides={"SCRIPT_NAME": "/dominoes"})
    assert mounted.get_json()["servers"] == [{"url": f"/dominoes{BASE}"}]
    etag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304


def test_people_read_what_the_api_does(app):
    visitor = Visitor(app)
    page = visitor.open(BASE)
    assert f"POST {BASE}/matches/{{match_id}}/rounds" in page.texts("section", "card", "h2")
    assert page.links["NewRound"] == "#NewRound"
    assert visitor.open(page.links["OpenAPI"]).status == 200


def example(language, site):
    text = (ROOT / "docs/api.md").read_text("utf-8")
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)
    return str(found).replace("http://127.0.0.1:8000", site)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with running(tmp_path_factory.mktemp("kept")) as served:
        yield served.url.rstrip("/")


# In one process, which starts one server for both.
@pytest.mark.xdist_group("examples of the API")
@pytest.mark.skipif(shutil.which("curl") is None, reason="There is no curl: install it.")
def test_the_example_for_a_shell_records_a_round_and_reads_it_once(site, tmp_path):
    script = example("sh", site)
    ran = subprocess.run(
        ("/bin/sh", "-eu", "-c", script), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    recorded, match, status = ran.stdout.splitlines()
    assert json.loads(recorded)["points"] == {"Ana": 21, "Bea": 0}
    assert json.loads(match)["totals"] == {"Ana": 21, "Bea": 0}
    assert status == "304"


@pytest.mark.xdist_group("examples of the API")
def test_the_example_in_python_records_a_round_that_is_doubted(site):
    script = example("python", site)
    ran = subprocess.run((sys.executable, "-c", script), capture_output=True, text=True, check=True)
    doubted, recorded, figures = ran.stdout.splitlines()
    assert doubted.startswith("doubts ")
    assert recorded == "['Ana', 'Ciro'] {'Ana & Ciro': 15, 'Bea & Dani': 0}"
    assert figures == "Ana 0 {'rating': None, 'matches': 0}"

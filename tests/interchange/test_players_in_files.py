"""Players in files: the same people, in their colours, hidden and forgotten as they were.

A number for somebody forgotten is somebody's in one scorebook, and nobody's in another.
"""

import json

import pytest

from scorekeeper.interchange import replay
from scorekeeper.scorebook import match_bin, matches, player_changes
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.people import players
from tests.interchange.match_factory import MATCH, brought, id_of, names, record, start, taken
from tests.support.cases import cases, reading


def happens(app, story):
    """Let two play, or somebody be forgotten: "Dani-Ana, forget Dani as Jugador {}"."""
    with app.app_context():
        for step in story.split(", "):
            who, _, words = step.removeprefix("forget ").partition(" as ")
            if step.startswith("forget "):
                called = (words or "Player {}").format
                player_changes.forget(id_of(who), called, Submission(step))
            else:
                record(start(step, tuple(step.split("-"))), "a")


def sitting(app):
    """Say who sits with whom, a * before whoever is forgotten."""
    file = json.loads(taken(app))
    shown = {each["name"]: "*" * ("forgotten" in each) + each["name"] for each in file["players"]}
    return sorted("-".join(shown[name] for name in match["seats"]) for match in file["matches"])


def people():
    found = [*players.list_players(), *players.list_players(hidden=True)]
    return {(each.name, each.colour, each.hidden, each.forgotten) for each in found}


@pytest.fixture
def file(app):
    """Return a file of a family of whom one is hidden and one forgotten."""
    happens(app, "Ana-Bea, Ciro-ANA, Dani-Eva, Eva-Player 1, Eva-Ana, forget Dani")
    with app.app_context():
        player_changes.hide(id_of("Bea"))
        player_changes.rename(id_of("Ciro"), "Zoë", Submission("rename"))
    return taken(app)


def test_an_empty_scorebook_gets_the_same_players(app, elsewhere, file):
    with app.app_context():
        known = people()
    for _again in range(2):
        brought(elsewhere, file)
        with elsewhere.app_context():
            assert people() == known
        assert taken(elsewhere) == file
    assert taken(elsewhere, 3) == taken(app, 3)
    with elsewhere.app_context():
        # A seat is that of the player whose name looks like its name.
        seats = players.players_of([1, 2, 5])
        assert seats[1][0] == seats[2][1] == seats[5][1] == id_of("Ana")
        assert matches.find_match(2).names == ("Zoë", "Ana")


def test_whoever_is_known_stays_as_they_are(elsewhere, file):
    with elsewhere.app_context():
        start("own", ("Fede", "ana"))
        before = players.find_player(id_of("ana"))
    brought(elsewhere, file)
    with elsewhere.app_context():
        assert players.find_player(id_of("ana")) == before == players.Player(2, "ana", 2)
        assert set(names()) == {"Eva", "Fede", "Player 1", "Zoë", "ana"}


def test_what_is_forgotten_or_only_in_the_bin_is_in_no_file(app, file):
    assert b"Dani" not in file
    with app.app_context():
        match_bin.move_to_bin(start("binned", ("Gus", "Ana")), Submission("bin"))
    listed = {player["name"]: player for player in json.loads(taken(app))["players"]}
    assert sorted(listed) == ["Ana", "Bea", "Eva", "Player 1", "Player 2", "Zoë"]
    forgotten = listed["Player 2"]
    assert forgotten.keys() == {"name", "colour", "hidden", "forgotten"}
    assert (forgotten["hidden"], forgotten["forgotten"]) == (True, True)
    assert "hidden" not in listed["Ana"]


def test_players_of_a_file_who_do_not_sit_down_are_left_out(app):
    strangers = [{"name": "Eva", "colour": 4}, {"name": "ANA", "colour": 5, "hidden": True}]
    brought(app, {"format": 3, "players": strangers, "matches": [MATCH]})
    with app.app_context():
        assert people() == {("ANA", 5, True, False), ("Bea", 2, False, False)}


FAMILY = "Dani-Ana, Bea-Dani, forget Dani"


@pytest.mark.parametrize("lines", cases("numbers"))
def test_a_number_says_nothing_of_somebody_in_another_scorebook(app, elsewhere, lines):
    with reading(lines[0]):
        home, here, then = lines[0].split(" => ")
    happens(elsewhere, f"Gus-Hilda, {here}")
    happens(app, home)
    file = json.loads(taken(app))
    assert brought(elsewhere, file).new == len(file["matches"])
    assert sitting(elsewhere) == sorted(then.split(", "))
    # A file that comes again brings nobody again.
    assert brought(elsewhere, file).known == len(file["matches"])
    assert sitting(elsewhere) == sorted(then.split(", "))


def test_the_matches_that_are_here_say_who_somebody_is_unless_they_go_otherwise(app, elsewhere):
    happens(elsewhere, "Gus-Hilda, forget Gus")
    happens(app, FAMILY)
    family = json.loads(taken(app))
    brought(elsewhere, family)
    happens(app, "Eva-Player 1")
    assert brought(elsewhere, taken(app)).new == 1
    assert sitting(elsewhere)[1:] == ["*Player 2-Ana", "Bea-*Player 2", "Eva-*Player 2"]
    for match in family["matches"]:
        match["rounds"] *= 2
    family["matches"].append({**family["matches"][0], "key": "third"})
    assert len(brought(elsewhere, family).different) == 2
    assert "*Player 3-Ana" in sitting(elsewhere)


def test_whoever_was_forgotten_elsewhere_gets_no_name_here(app, elsewhere):
    happens(app, "Dani-Ana")
    brought(elsewhere, taken(app))
    happens(app, "Bea-Dani, forget Dani")
    imported = brought(elsewhere, taken(app))
    assert (imported.new, imported.different) == (1, ["Player 1, Ana"])
    assert sitting(elsewhere) == ["Bea-*Player 1", "Dani-Ana"]


def test_the_file_of_one_match_says_who_is_forgotten(app, elsewhere):
    happens(app, f"{FAMILY}, Ana-Bea")
    file = json.loads(taken(app, 1))
    assert [each["name"] for each in file["players"]] == ["Player 1"]
    assert "players" not in json.loads(taken(app, 3))
    assert replay.replay(file)["totals"] == {"Player 1": 12, "Ana": 0}
    happens(elsewhere, "Gus-Hilda, forget Gus")
    brought(elsewhere, file)
    assert sitting(elsewhere) == ["*Player 1-Hilda", "*Player 2-Ana"]

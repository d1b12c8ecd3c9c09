"""Forgotten people in files: a number is somebody's in one scorebook, and nobody's in another."""

import json
from contextlib import contextmanager

import pytest

from scorekeeper.interchange import import_export, replay
from scorekeeper.maintenance import integrity
from scorekeeper.scorebook import player_changes
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people import players
from tests.interchange.match_factory import record, start
from tests.scorebook.people import id_of

ENGLISH = "Player {}"


@pytest.fixture
def club(elsewhere):
    """Open the scorebook of a club, with a match of Gus and Hilda."""
    with elsewhere.app_context():
        record(start("club", ("Gus", "Hilda")), "a")
        yield


@contextmanager
def at_home(app):
    """Look at the scorebook of a family, which is not the one that is open."""
    with app.app_context():
        yield
        db.session.remove()


def forget(name, words=ENGLISH):
    player_changes.forget(id_of(name), words.format, Submission(f"forget {name}"))


def file_of_all():
    return json.loads(import_export.export_all().content)


def brought(file):
    """Import a file into the scorebook that is open."""
    imported = import_export.import_matches(file)
    assert integrity.check().faults == ()
    return imported


def everybody():
    """Return whether each player is forgotten."""
    found = [*players.list_players(), *players.list_players(hidden=True)]
    return {each.name: each.forgotten for each in found}


def seats():
    return [tuple(match["seats"]) for match in file_of_all()["matches"]]


@pytest.fixture
def family(app):
    """Return a file of a family in which Dani is Player 1."""
    with at_home(app):
        record(start("first", ("Dani", "Ana")), "a")
        record(start("second", ("Bea", "Dani")), "a")
        forget("Dani")
        return file_of_all()


@pytest.mark.usefixtures("club")
def test_two_who_were_forgotten_under_one_number_stay_two(family):
    forget("Gus")
    assert brought(family).new == 2
    assert sorted(seats()) == [("Bea", "Player 2"), ("Player 1", "Hilda"), ("Player 2", "Ana")]
    assert everybody() == {
        **dict.fromkeys(("Ana", "Bea", "Hilda"), False),
        **dict.fromkeys(("Player 1", "Player 2"), True),
    }


@pytest.mark.usefixtures("club")
def test_somebody_forgotten_is_not_taken_for_somebody_who_is_called_so(family):
    start("typed", ("Player 1", "Hilda"))
    brought(family)
    assert everybody() | {"Player 1": False, "Player 2": True} == everybody()
    assert ("Player 2", "Ana") in seats()


@pytest.mark.usefixtures("club")
def test_a_file_that_comes_again_brings_nobody_again(app, family):
    forget("Gus")
    brought(family)
    before = everybody()
    again = brought(family)
    assert (again.new, again.known, again.different) == (0, 2, [])
    with at_home(app):
        record(start("third", ("Eva", "Player 1")), "a")
        newer = file_of_all()
    assert brought(newer).new == 1
    # The matches that were here already say who it is.
    assert ("Eva", "Player 2") in seats()
    assert everybody() == {**before, "Eva": False}


@pytest.mark.usefixtures("club")
def test_a_match_that_is_another_here_says_not_who_somebody_is(family):
    forget("Gus")
    brought(family)
    for match in family["matches"]:
        match["rounds"] *= 2
    extra = {**family["matches"][0], "key": "third"}
    family["matches"].append(extra)
    assert len(brought(family).different) == 2
    assert ("Player 3", "Ana") in seats()


@pytest.mark.usefixtures("club")
def test_a_number_that_the_file_has_itself_is_not_free(app, family):
    forget("Gus")
    with at_home(app):
        forget("Bea")
        family = file_of_all()
    brought(family)
    assert sorted(seats()) == [
        ("Player 1", "Hilda"),
        ("Player 2", "Player 3"),
        ("Player 3", "Ana"),
    ]
    assert brought(family).known == 2


@pytest.mark.usefixtures("club")
def test_whoever_is_called_so_in_the_file_is_not_taken_for_somebody_forgotten(app):
    forget("Gus")
    with at_home(app):
        record(start("typed", ("player 1", "Ana")), "a")
        file = file_of_all()
    brought(file)
    assert seats() == [("Player 1", "Hilda"), ("player 2", "Ana")]
    assert everybody() == {"Ana": False, "Hilda": False, "Player 1": True, "player 2": False}
    assert brought(file).known == 1


@pytest.mark.usefixtures("club")
def test_two_who_are_called_so_are_one_as_with_any_name(app):
    start("typed", ("Player 1", "Hilda"))
    with at_home(app):
        start("typed", ("player 1", "Ana"))
        file = file_of_all()
    brought(file)
    assert everybody() == dict.fromkeys(("Ana", "Gus", "Hilda", "Player 1"), False)


@pytest.mark.usefixtures("club")
def test_whoever_was_forgotten_elsewhere_gets_no_name_here(app):
    with at_home(app):
        record(start("first", ("Dani", "Ana")), "a")
        named = file_of_all()
        record(start("second", ("Bea", "Dani")), "a")
        forget("Dani")
        forgotten = file_of_all()
    brought(named)
    imported = brought(forgotten)
    assert (imported.new, imported.different) == (1, ["Player 1, Ana"])
    assert sorted(seats()) == [("Bea", "Player 1"), ("Dani", "Ana"), ("Gus", "Hilda")]


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    ("words", "here"),
    [("{}. játékos", "2. játékos"), ("Jugador {}", "Jugador 2"), ("Somebody", "Player 1")],
)
def test_the_next_number_is_in_the_words_of_the_file(app, words, here):
    forget("Gus", words)
    with at_home(app):
        start("first", ("Dani", "Ana"))
        forget("Dani", words)
        file = file_of_all()
    brought(file)
    assert everybody() == {words.format(1): True, "Hilda": False, here: True, "Ana": False}


@pytest.mark.usefixtures("club")
def test_a_name_as_long_as_can_be_gets_a_number_that_fits(app):
    longest = "1" * 40
    start("typed", (longest, "Hilda"))
    with at_home(app):
        start("first", ("Dani", "Ana"))
        forget("Dani", longest)
        file = file_of_all()
    brought(file)
    assert "Player 1" in everybody()


@pytest.mark.usefixtures("club", "family")
def test_the_file_of_one_match_says_who_is_forgotten(app):
    with at_home(app):
        content = import_export.export_match(1).content
        plain = json.loads(import_export.export_match(start("plain")).content)
    file = json.loads(content)
    assert [each["name"] for each in file["players"]] == ["Player 1"]
    assert "players" not in plain
    assert replay.replay(file)["totals"] == {"Player 1": 12, "Ana": 0}
    forget("Gus")
    brought(file)
    assert everybody() == {"Ana": False, "Hilda": False, "Player 1": True, "Player 2": True}


def test_an_empty_scorebook_keeps_the_numbers(app, elsewhere):
    with at_home(app):
        record(start("first", ("Dani", "Ana")), "a")
        record(start("second", ("Ana", "Player 1")), "a")
        forget("Dani")
        forget("Ana")
        content = import_export.export_all().content
    with elsewhere.app_context():
        brought(json.loads(content))
        assert import_export.export_all().content == content
        assert seats() == [("Player 2", "Player 3"), ("Player 3", "Player 1")]
        one = import_export.export_match(1).content
    with at_home(app):
        assert import_export.export_match(1).content == one

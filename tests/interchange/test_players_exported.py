"""Players in exports: the same people, in their colours, hidden and forgotten as they were."""

import json

import pytest

from scorekeeper.scorebook import matches, player_changes, trash
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people import players
from scorekeeper.scorebook.people.players import Player, players_of
from tests.interchange.carried import MATCH, brought, taken
from tests.interchange.match_factory import record, start
from tests.scorebook.people import id_of, names


def people():
    """Return all players, without their numbers."""
    found = [*players.list_players(), *players.list_players(hidden=True)]
    return {(each.name, each.colour, each.hidden, each.forgotten) for each in found}


@pytest.fixture
def file(app):
    """Return a file of a family of whom one is hidden and one forgotten."""
    pairs = (("Ana", "Bea"), ("Ciro", "ANA"), ("Dani", "Eva"), ("Eva", "Ana"))
    with app.app_context():
        for key, seats in enumerate(pairs):
            record(start(f"{key}", seats), "a")
        player_changes.hide(id_of("Bea"))
        player_changes.forget(id_of("Dani"), "Player {}".format, Submission("forget"))
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
    with elsewhere.app_context():
        # A seat is that of the player whose name looks like its name.
        seats = players_of([1, 2, 4])
        assert seats[1][0] == seats[2][1] == seats[4][1] == id_of("Ana")
        assert matches.find_match(2).names == ("Zoë", "Ana")


def test_whoever_is_known_stays_as_they_are(elsewhere, file):
    with elsewhere.app_context():
        start("own", ("Fede", "ana"))
        before = players.find_player(id_of("ana"))
    brought(elsewhere, file)
    with elsewhere.app_context():
        assert players.find_player(id_of("ana")) == before == Player(2, "ana", 2)
        assert set(names()) == {"Eva", "Fede", "Zoë", "ana"}


def test_what_is_forgotten_or_only_in_the_bin_is_in_no_file(app, file):
    assert b"Dani" not in file
    with app.app_context():
        trash.move_to_trash(start("binned", ("Gus", "Ana")), Submission("bin"))
    listed = {player["name"]: player for player in json.loads(taken(app))["players"]}
    assert sorted(listed) == ["Ana", "Bea", "Eva", "Player 1", "Zoë"]
    forgotten = listed["Player 1"]
    assert forgotten.keys() == {"name", "colour", "hidden", "forgotten"}
    assert (forgotten["hidden"], forgotten["forgotten"]) == (True, True)
    assert "hidden" not in listed["Ana"]


def test_players_of_a_file_who_do_not_sit_down_are_left_out(app):
    strangers = [{"name": "Eva", "colour": 4}, {"name": "ANA", "colour": 5, "hidden": True}]
    file = {"format": 2, "players": strangers, "matches": [MATCH]}
    brought(app, file)
    with app.app_context():
        assert people() == {("ANA", 5, True, False), ("Bea", 2, False, False)}


@pytest.mark.parametrize(
    "older",
    [MATCH, *({"format": number, "matches": [MATCH]} for number in (1, 2)), {"matches": [MATCH]}],
)
def test_files_of_older_versions_are_read(app, older):
    assert brought(app, older).new == 1
    with app.app_context():
        assert names() == ["Ana", "Bea"]


@pytest.mark.parametrize(("number", "winner"), [(1, None), (2, None), (3, 0)])
def test_a_match_of_before_scores_as_it_did(app, number, winner):
    tens = {"tally": {"Ana": [10] * 5, "Bea": [10] * 5}, "order": ["Ana"] * 5 + ["Bea"] * 5}
    rounds = [{**tens, "recorded_at": MATCH["opened_at"]}]
    one = {**MATCH, "game": "italian", "seats": ["Ana", "Bea", "Ciro"], "rounds": rounds}
    del one["format"], one["house_rules"]
    brought(app, {"format": number, "matches": [one]})
    with app.app_context():
        assert matches.find_match(1).standing.winner == winner


@pytest.mark.parametrize("game", ["cuban-east", "dominican-patio", "gaple", "jamaican-partners"])
@pytest.mark.parametrize(("number", "side"), [(2, 1), (3, 0)])
def test_a_tie_of_before_went_to_the_pair_with_the_lighter_other_hand(app, game, number, side):
    tied = (("1-1", "2-5"), ("1-5", "1-2"), ("1-3", "3-3", "0-2"), ("2-3", "0-1", "2-2"))
    seats = ("Ana", "Bea", "Ciro", "Dani")
    hands = {name: [*hand] for name, hand in zip(seats, tied, strict=True)}
    rank = {"blocked": {"rank": ["seat total", "lightest tile"]}}
    one = {**MATCH, "game": game, "seats": [*seats], "partners": True, "house_rules": rank}
    one["rounds"] = [{"hands": hands, "recorded_at": MATCH["opened_at"]}]
    del one["format"]
    brought(app, {"format": number, "matches": [one]})
    with app.app_context():
        assert matches.find_match(1).rounds[0].score.winning_side == side

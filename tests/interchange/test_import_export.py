"""`scorekeeper export` and `import`: matches as JSON, from one scorebook to another."""

import json
from datetime import UTC, datetime

from sqlalchemy import select, update

from scorekeeper.cli import main
from scorekeeper.interchange import replay
from scorekeeper.interchange.import_export import Imported
from scorekeeper.rules import Setup, games, load_game
from scorekeeper.scorebook import history, listing, matches, trash
from scorekeeper.scorebook.changes import ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.log import Submission
from tests.interchange.carried import MATCH, brought, exported, imports, taken
from tests.interchange.match_factory import FOUR, many_matches, record, start, take_back


def standings():
    """Return how every match stands."""
    rows = db.session.scalars(select(models.MatchRow)).all()
    found = [(matches.find_match(row.id), row.finished_at) for row in rows]
    return {
        (match.names, stands.totals, stands.over, stands.lead, finished_at)
        for match, finished_at in found
        for stands in [match.standing]
    }


def test_exporting_an_import_gives_the_same_bytes_and_standings(app, elsewhere):
    with app.app_context():
        many_matches()
        stood = standings()
    content = taken(app)
    assert brought(elsewhere, content) == Imported(new=9)
    assert taken(elsewhere) == content
    with elsewhere.app_context():
        assert standings() == stood
        assert {*db.session.scalars(select(models.MatchRow.version))} == {0}
        assert {*db.session.scalars(select(models.ChangeRow.kind))} == {ChangeKind.IMPORTED}
    # And back: the first scorebook has all of them already.
    assert brought(app, taken(elsewhere)) == Imported(known=9)
    assert taken(app) == content


def test_one_match_can_be_replayed_as_it_is(app):
    with app.app_context():
        many_matches()
        played = [matches.find_match(number) for number in range(1, 10)]
    for match in played:
        reply = replay.replay(json.loads(taken(app, match.id)))
        assert tuple(reply["totals"].values()) == match.standing.totals, match.id
        assert reply["over"] == match.standing.over, match.id
        assert len(reply["rounds"]) == len(match.rounds), match.id


def test_a_match_goes_on_where_it_was_imported(app, elsewhere):
    with app.app_context():
        record(start("one"), "a")
    content = taken(app)
    brought(elsewhere, content)
    with elsewhere.app_context():
        (match_id,) = db.session.scalars(select(models.MatchRow.id)).all()
        assert history.undoable(match_id)[1] is None
        record(match_id, "b")
        take_back(match_id)
    assert taken(elsewhere) == content


def test_a_match_that_differs_is_left_alone_and_reported(app, runner):
    one, other = (MATCH | {"key": key, "rounds": []} for key in ("one", "three"))
    assert imports(runner, json.dumps(MATCH).encode()).stdout.startswith("Imported 1 match; 0")
    with app.app_context():
        stood = standings()
    result = imports(runner, json.dumps({"matches": [one, other]}).encode())
    assert result.exit_code == 1
    assert result.stdout == (
        "Imported 1 match; 0 known already.\n"
        "Left alone: the match of Ana, Bea is here already, and goes otherwise.\n"
    )
    with app.app_context():
        assert stood < standings()
        assert len(listing.open_matches().matches) == 2


def test_rematches_of_two_scorebooks_are_two_matches(app, elsewhere):
    with elsewhere.app_context():
        theirs, _ = matches.open_rematch(start("one"))
    with app.app_context():
        ours, _ = matches.open_rematch(start("one"))
    assert ours == theirs
    assert brought(elsewhere, taken(app)) == Imported(new=2)
    with elsewhere.app_context():
        # A rematch here is not mistaken for one there with the same id.
        assert matches.open_rematch(1) == (theirs, False)


def test_one_match_is_written_as_documented(runner):
    # Some editors begin a text with a byte-order mark.
    said = imports(runner, b"\xef\xbb\xbf" + json.dumps(MATCH).encode()).stdout
    assert said == "Imported 1 match; 0 known already.\n"
    assert exported(runner, "1").decode() == (
        """{
 "format": 2,
 "key": "one",
 "opened_at": "2026-11-20T19:00:00+00:00",
 "game": "block",
 "house_rules": {
  "match": {"goal": 150}
 },
 "seats": ["Ana", "Bea"],
 "partners": false,
 "rounds": [
  {"hands": {"Ana": [], "Bea": ["6-6"]}, "recorded_at": "2026-11-20T19:30:00+00:00"},
  {"hands": {"Ana": ["5-5"], "Bea": 0}, "recorded_at": "2026-11-20T19:40:00.250000+00:00"}
 ]
}
"""
    )
    one = json.loads(exported(runner, "1"))
    del one["format"]
    players = [{"name": "Ana", "colour": 1}, {"name": "Bea", "colour": 2}]
    assert json.loads(exported(runner)) == {"format": 3, "players": players, "matches": [one]}


def test_matches_are_exported_in_the_order_they_were_opened(app, elsewhere):
    """The file depends on the ids of the scorebook neither by its order nor by anything in it."""
    with app.app_context():
        for key in ("one", "two", "three"):
            start(key)
        with writing():
            moment = datetime(2020, 1, 1, tzinfo=UTC)
            db.session.execute(update(models.MatchRow).filter_by(id=3).values(created_at=moment))
    table = json.loads(taken(app))
    opened = [each["opened_at"] for each in table["matches"]]
    assert opened == sorted(opened)
    brought(elsewhere, table | {"matches": table["matches"][::-1]})
    assert taken(elsewhere) == taken(app)


def test_a_match_in_the_trash_is_not_exported(app, runner):
    with app.app_context():
        trash.move_to_trash(start("one"), Submission("bin"))
    assert json.loads(taken(app))["matches"] == []
    for number in ("1", "7"):
        for words in (["export", number], ["export", number, "--csv"]):
            result = runner.invoke(main, words)
            assert (result.exit_code, result.stderr) == (1, f"Error: There is no match {number}.\n")


def test_a_match_outlives_its_game(app, elsewhere, monkeypatch):
    with app.app_context():
        record(start("one"), "a")
    ids = games.game_ids()
    games.load_game.cache_clear()
    monkeypatch.setattr(games, "game_ids", lambda: tuple(each for each in ids if each != "block"))
    content = taken(app)
    assert json.loads(content)["matches"][0]["rules"]["match"]["goal"] == 10_000
    brought(elsewhere, content)
    assert taken(elsewhere) == content
    assert replay.replay(json.loads(taken(elsewhere, 1)))["totals"] == {"Ana": 12, "Bea": 0}
    games.load_game.cache_clear()


def test_rules_that_lack_a_key_the_game_has_now_are_written_whole(app, elsewhere):
    game = load_game("all-fives")
    older = {key: value for key, value in game.definition.items() if key != "tally"}
    with app.app_context():
        matches.open_match(Setup.of(games.game_from("all-fives", older), 2), FOUR[:2], "one")
    content = taken(app)
    assert "tally" not in json.loads(content)["matches"][0]["rules"]
    brought(elsewhere, content)
    assert taken(elsewhere) == content


def test_an_export_may_go_to_a_file(app, runner, tmp_path):
    with app.app_context():
        start("one")
    output = tmp_path / "matches.json"
    output.write_text("an older one")
    assert exported(runner, "--output", str(output)) == b""
    assert output.read_bytes() == exported(runner)
    result = runner.invoke(main, ["export", "--output", str(tmp_path / "none" / "x.json")])
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr


def test_a_damaged_match_does_not_prevent_exporting_the_others(app, runner):
    with app.app_context():
        start("one")
        record(start("two"), "a")
        with writing():
            db.session.execute(update(models.RoundRow).values(record={"hands": 7}))
    result = runner.invoke(main, ["export"])
    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["matches"]) == 1
    assert result.stderr == "Match 2 cannot be read: the hands of a round are a list\n"


def test_a_match_that_is_twice_in_a_file_is_imported_once(app):
    assert brought(app, {"matches": [MATCH, MATCH]}) == Imported(new=1, known=1)
    other = {"matches": [MATCH, MATCH | {"rounds": []}]}
    assert brought(app, other) == Imported(known=1, different=["Ana, Bea"])


def test_the_json_of_a_replay_is_imported_once_it_has_a_key_and_times(app):
    loose = MATCH | {"goal": 30, "opened_at": "2026-11-20T21:00:00+02:00"}
    assert brought(app, loose) == Imported(new=1)
    table = json.loads(taken(app, 1))
    assert table["opened_at"] == MATCH["opened_at"]
    assert table["house_rules"] == {"match": {"goal": 30}}


def test_the_key_of_a_match_never_changes(app):
    with app.app_context():
        match_id = start("one")
    first = json.loads(taken(app, match_id))["key"]
    with app.app_context():
        record(match_id, "a")
    assert json.loads(taken(app, match_id))["key"] == first != "one"

"""`scorekeeper export` and `import`: matches as JSON, from one scorebook to another."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select, update

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.interchange import import_export
from scorekeeper.maintenance import integrity
from scorekeeper.rules import (
    Setup,
    games,
    load_game,
)
from scorekeeper.scorebook import history, listing, matches, trash
from scorekeeper.scorebook.changes import ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, upgrade, writing
from scorekeeper.scorebook.log import Submission
from tests.cli.json_cli import answer
from tests.interchange.match_factory import (
    ANA_WINS_12,
    FOUR,
    many_matches,
    record,
    start,
    take_back,
)
from tests.interchange.terminals import MATCH, at, exported, imported, imports


@pytest.fixture
def elsewhere(tmp_path: Path) -> CliRunner:
    """Return a terminal at an empty scorebook on another machine."""
    instance = tmp_path / "elsewhere"
    app = create_app({"INSTANCE": instance})
    upgrade(app)
    return CliRunner(env={"SCOREKEEPER_INSTANCE": str(instance)})


def test_exporting_an_import_gives_the_same_bytes(
    app: Flask, runner: CliRunner, elsewhere: CliRunner
) -> None:
    with app.app_context():
        many_matches()
    content = exported(runner)
    assert imported(elsewhere, content) == "Imported 9 matches; 0 known already.\n"
    assert exported(elsewhere) == content
    with at(elsewhere):
        assert integrity.check().faults == ()
    # And back: the first scorebook has all of them already.
    assert imported(runner, exported(elsewhere)) == "Imported 0 matches; 9 known already.\n"
    assert exported(runner) == content


def test_imported_matches_have_the_same_standing(
    app: Flask, runner: CliRunner, elsewhere: CliRunner
) -> None:
    with app.app_context():
        many_matches()
        stood = {standing_of(row) for row in db.session.scalars(select(models.MatchRow)).all()}
    imported(elsewhere, exported(runner))
    with at(elsewhere):
        rows = db.session.scalars(select(models.MatchRow)).all()
        assert {standing_of(row) for row in rows} == stood
        assert {row.version for row in rows} == {0}
        kinds = db.session.scalars(select(models.ChangeRow.kind)).all()
        assert set(kinds) == {ChangeKind.IMPORTED}


def standing_of(row: models.MatchRow) -> tuple[object, ...]:
    match = matches.find_match(row.id)
    standing = match.standing
    return match.names, standing.totals, standing.over, standing.lead, row.finished_at


def test_a_match_goes_on_where_it_was_imported(
    app: Flask, runner: CliRunner, elsewhere: CliRunner
) -> None:
    with app.app_context():
        record(start("one"), "a")
    content = exported(runner)
    imported(elsewhere, content)
    with at(elsewhere):
        (match_id,) = db.session.scalars(select(models.MatchRow.id)).all()
        assert history.undoable(match_id)[1] is None
        record(match_id, "b")
        take_back(match_id)
    assert exported(elsewhere) == content


def test_a_match_that_differs_is_left_alone_and_reported(
    app: Flask, runner: CliRunner, elsewhere: CliRunner
) -> None:
    with app.app_context():
        match_id = start("one")
        other = start("other", ("Ciro", "Dani"))
        record(match_id, "a")
    imported(elsewhere, exported(runner, str(match_id)))
    with app.app_context():
        record(match_id, "b")
        record(other, "b")
    result = imports(elsewhere, exported(runner))
    assert result.exit_code == 1
    assert result.stdout == (
        "Imported 1 match; 0 known already.\n"
        "Left alone: the match of Ana, Bea is here already, and goes otherwise.\n"
    )
    with at(elsewhere):
        assert len(listing.open_matches().matches) == 2
        assert {matches.find_match(n).standing.totals for n in (1, 2)} == {(12, 0)}


def test_rematches_of_two_scorebooks_are_two_matches(
    app: Flask, runner: CliRunner, elsewhere: CliRunner
) -> None:
    with at(elsewhere):
        theirs, _ = matches.open_rematch(start("one"))
    with app.app_context():
        ours, _ = matches.open_rematch(start("one"))
    assert ours == theirs
    assert imported(elsewhere, exported(runner)) == "Imported 2 matches; 0 known already.\n"
    with at(elsewhere):
        # A rematch here is not mistaken for one there with the same id.
        assert matches.open_rematch(1) == (theirs, False)


def test_one_match_can_be_replayed_as_it_is(app: Flask, runner: CliRunner) -> None:
    with app.app_context():
        many_matches()
        played = [matches.find_match(number) for number in range(1, 9)]
    for match in played:
        reply = answer("replay", exported(runner, str(match.id)))
        assert tuple(reply["totals"].values()) == match.standing.totals, match.id
        assert reply["over"] == match.standing.over, match.id
        assert len(reply["rounds"]) == len(match.rounds), match.id


def test_one_match_is_written_as_documented(runner: CliRunner, app: Flask) -> None:
    assert app
    imported(runner, MATCH)
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


def test_matches_are_exported_in_the_order_they_were_opened(
    app: Flask, runner: CliRunner, elsewhere: CliRunner
) -> None:
    """The file depends on the ids of the scorebook neither by its order nor by anything in it."""
    with app.app_context():
        for key in ("one", "two", "three"):
            start(key)
        with writing():
            moment = datetime(2020, 1, 1, tzinfo=UTC)
            db.session.execute(update(models.MatchRow).filter_by(id=3).values(created_at=moment))
    content = exported(runner)
    table = json.loads(content)
    opened = [each["opened_at"] for each in table["matches"]]
    assert opened == sorted(opened)
    imported(elsewhere, table | {"matches": table["matches"][::-1]})
    assert exported(elsewhere) == content


def test_a_match_in_the_trash_is_not_exported(app: Flask, runner: CliRunner) -> None:
    with app.app_context():
        trash.move_to_trash(start("one"), Submission("bin"))
    assert json.loads(exported(runner))["matches"] == []
    result = runner.invoke(main, ["export", "1"])
    assert (result.exit_code, result.stderr) == (1, "Error: There is no match 1.\n")


def test_a_match_outlives_its_game(
    app: Flask, runner: CliRunner, elsewhere: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        record(start("one"), "a")
    ids = games.game_ids()
    games.load_game.cache_clear()
    monkeypatch.setattr(games, "game_ids", lambda: tuple(each for each in ids if each != "block"))
    content = exported(runner)
    assert json.loads(content)["matches"][0]["rules"]["match"]["goal"] == 10_000
    imported(elsewhere, content)
    assert exported(elsewhere) == content
    assert answer("replay", exported(elsewhere, "1"))["totals"] == {"Ana": 12, "Bea": 0}
    games.load_game.cache_clear()


def test_rules_that_lack_a_key_the_game_has_now_are_written_whole(
    app: Flask, runner: CliRunner, elsewhere: CliRunner
) -> None:
    game = load_game("all-fives")
    older = {key: value for key, value in game.definition.items() if key != "tally"}
    with app.app_context():
        matches.open_match(Setup.of(games.game_from("all-fives", older), 2), FOUR[:2], "one")
    content = exported(runner)
    assert "tally" not in json.loads(content)["matches"][0]["rules"]
    imported(elsewhere, content)
    assert exported(elsewhere) == content


def test_an_export_may_go_to_a_file(app: Flask, runner: CliRunner, tmp_path: Path) -> None:
    with app.app_context():
        start("one")
    output = tmp_path / "matches.json"
    output.write_text("an older one")
    assert exported(runner, "--output", str(output)) == b""
    assert output.read_bytes() == exported(runner)
    result = runner.invoke(main, ["export", "--output", str(tmp_path / "none" / "x.json")])
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr


def test_a_damaged_match_does_not_prevent_exporting_the_others(
    app: Flask, runner: CliRunner
) -> None:
    with app.app_context():
        start("one")
        record(start("two"), "a")
        with writing():
            db.session.execute(update(models.RoundRow).values(record={"hands": 7}))
    result = runner.invoke(main, ["export"])
    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["matches"]) == 1
    assert result.stderr == "Match 2 cannot be read: the hands of a round are a list\n"


def test_a_match_that_is_twice_in_a_file_is_imported_once(app: Flask, runner: CliRunner) -> None:
    assert app
    twice = {"matches": [MATCH, MATCH]}
    assert imported(runner, twice) == "Imported 1 match; 1 known already.\n"
    other = {"matches": [MATCH, MATCH | {"rounds": []}]}
    assert imports(runner, other).exit_code == 1


def test_the_json_of_a_replay_is_imported_once_it_has_a_key_and_times(
    app: Flask, runner: CliRunner
) -> None:
    assert app
    loose = MATCH | {"goal": 30, "opened_at": "2026-11-20T21:00:00+02:00"}
    assert imported(runner, loose) == "Imported 1 match; 0 known already.\n"
    table = json.loads(exported(runner, "1"))
    assert table["opened_at"] == MATCH["opened_at"]
    assert table["house_rules"] == {"match": {"goal": 30}}


def test_a_file_with_a_byte_order_mark_is_read(app: Flask, runner: CliRunner) -> None:
    assert app
    assert imported(runner, b"\xef\xbb\xbf" + json.dumps(MATCH).encode()).startswith("Imported 1")


def test_the_key_of_a_match_never_changes(app: Flask) -> None:
    with app.app_context():
        match_id = start("one")
        first = json.loads(import_export.export_match(match_id).content)["key"]
        matches.record_round(match_id, 1, "a", ANA_WINS_12)
        assert json.loads(import_export.export_match(match_id).content)["key"] == first
        assert first != "one"

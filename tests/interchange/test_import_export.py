"""`scorekeeper export` and `import`: matches as JSON, from one scorebook to another."""

import json
import lzma
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from scorekeeper.cli import main
from scorekeeper.interchange import match_file, replay
from scorekeeper.interchange.import_export import Imported
from scorekeeper.interchange.import_reader import CannotImport
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.rules import Correction, Round, RuleError, Setup, load_game
from scorekeeper.rules import game_files as games
from scorekeeper.scorebook import history, match_bin, matches
from scorekeeper.scorebook.changes import (
    ChangeKind,
)
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.people.similar_names import is_blank, look
from scorekeeper.scorebook.record import MatchRecord, RecordedRound
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.scorebook.scored_match import ReplayError, score_record
from scorekeeper.scorebook.timer import Timer
from tests.cli.json_cli import begins, json_lines
from tests.effort import examples
from tests.interchange.match_factory import (
    FOUR,
    MATCH,
    brought,
    exported,
    imports,
    many_matches,
    record,
    start,
    take_back,
    taken,
)
from tests.support.cases import cases, parted
from tests.unit.rules import lines as written
from tests.unit.rules.example import leaving


def standings():
    rows = db.session.scalars(select(models.MatchRow).order_by(models.MatchRow.created_at)).all()
    return [
        (match.names, match.standing, row.finished_at)
        for row in rows
        for match in [matches.find_match(row.id)]
    ]


# What one scorebook was written as by versions of these days; meanwhile games cited other sources.
OF_BEFORE = sorted((Path(__file__).parent / "of_before").iterdir())


@pytest.mark.parametrize("first", OF_BEFORE, ids=lambda path: path.name)
def test_files_of_earlier_versions_are_the_same_matches_and_what_a_game_cites_is_no_rule(
    app, client, first
):
    assert brought(app, lzma.decompress(first.read_bytes())).new == 14
    for other in OF_BEFORE:
        imported = brought(app, lzma.decompress(other.read_bytes()))
        assert imported == Imported(known=14), other
    written = json.loads(taken(app))["matches"]
    for match in written:
        assert not {"source", "summary"} & {*match.get("house_rules", {})}, match["key"]
    for number in range(1, 15):
        match = client.get(f"/api/v1/matches/{number}").json
        assert not {"source", "summary"} & {*match.get("house_rules", {})}


def test_exporting_an_import_gives_the_same_bytes_and_standings(app, elsewhere):
    with app.app_context():
        many_matches()
        stood = standings()
        played = [matches.find_match(number) for number in range(1, 12)]
    content = taken(app)
    assert brought(elsewhere, content) == Imported(new=11)
    assert taken(elsewhere) == content
    with elsewhere.app_context():
        assert standings() == stood
        assert {*db.session.scalars(select(models.MatchRow.version))} == {0}
        assert {*db.session.scalars(select(models.ChangeRow.kind))} == {ChangeKind.IMPORTED}
    # And back: the first scorebook has all of them already.
    assert brought(app, taken(elsewhere)) == Imported(known=11)
    assert taken(app) == content
    # Each of them can be replayed as it is.
    for match in played:
        reply = replay.replay(json.loads(taken(app, match.id)))
        assert tuple(reply["totals"].values()) == match.standing.totals, match.id
        assert (reply["over"], len(reply["rounds"])) == (match.standing.over, len(match.rounds))


def test_a_match_goes_on_where_it_was_imported_under_the_key_it_had(app, elsewhere):
    with app.app_context():
        record(start("one"), "a")
    content = taken(app)
    brought(elsewhere, content)
    with elsewhere.app_context():
        assert history.undoable(1)[1] is None
        record(1, "b")
    keys = [json.loads(taken(each, 1))["key"] for each in (app, elsewhere)]
    assert keys[0] == keys[1] != "one"
    with elsewhere.app_context():
        take_back(1)
    assert taken(elsewhere) == content


def test_a_match_that_was_gone_on_with_elsewhere_brings_its_rounds_back(app, elsewhere):
    with app.app_context():
        record(start("one"), "a")
    brought(elsewhere, taken(app))
    with elsewhere.app_context():
        record(1, "b")
        record(1, "c")
    back = taken(elsewhere, 1)
    assert brought(app, back) == Imported(longer=["Ana, Bea"])
    assert taken(app, 1) == back
    assert brought(app, back) == Imported(known=1)
    # It is one change, that can be taken back.
    with app.app_context():
        take_back(1)
        assert matches.find_match(1).next_number == 2
    assert brought(app, back) == Imported(longer=["Ana, Bea"])
    with app.app_context():
        take_back(1)
        match_bin.move_to_bin(1, Submission("bin"))
    assert brought(app, back) == Imported(different=["Ana, Bea"])


def test_a_match_that_differs_is_left_alone_and_reported(app, runner):
    one, other = (MATCH | {"key": key, "rounds": []} for key in ("one", "three"))
    assert imports(runner, json.dumps(MATCH).encode()).stdout.startswith("Imported 1 match; 0")
    kept = taken(app, 1)
    result = imports(runner, json.dumps({"matches": [one, other, MATCH]}).encode())
    assert result.exit_code == 1
    assert result.stdout == (
        "Imported 1 match; 1 known already.\n"
        "Left alone: the match of Ana, Bea is here already, and goes otherwise.\n"
    )
    assert taken(app, 1) == kept
    # One that is twice in a file is imported once.
    twice = MATCH | {"key": "four"}
    assert brought(app, {"matches": [twice, twice]}) == Imported(new=1, known=1)


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


def test_one_match_is_written_as_documented_and_read_as_a_replay_writes_it(app, runner):
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
    loose = MATCH | {"key": "two", "goal": 30, "opened_at": "2026-11-20T21:00:00+02:00"}
    assert brought(app, loose) == Imported(new=1)
    table = json.loads(taken(app, 2))
    assert table["opened_at"] == MATCH["opened_at"]
    assert table["house_rules"] == {"match": {"goal": 30}}


def test_matches_are_exported_in_the_order_they_were_opened_without_those_in_the_bin(
    app, elsewhere, runner
):
    """The file depends on the ids of the scorebook neither by its order nor by anything in it."""
    with app.app_context():
        ids = [start(key) for key in ("one", "two", "three", "binned")]
        match_bin.move_to_bin(ids[3], Submission("bin"))
        with writing() as session:
            first = session.get_one(models.MatchRow, ids[2])
            first.created_at = datetime(2020, 1, 1, tzinfo=UTC)
    table = json.loads(taken(app))
    opened = [each["opened_at"] for each in table["matches"]]
    assert (len(opened), opened) == (3, sorted(opened))
    brought(elsewhere, table | {"matches": table["matches"][::-1]})
    assert taken(elsewhere) == taken(app)
    for words in (["4"], ["7"], ["4", "--csv"]):
        result = runner.invoke(main, ["export", *words])
        assert (result.exit_code, result.stderr) == (1, f"Error: There is no match {words[0]}.\n")


def test_rules_that_no_house_rules_of_the_game_express_are_written_whole(
    app, elsewhere, monkeypatch
):
    definition = load_game("all-fives").definition
    older = {key: value for key, value in definition.items() if key != "tally"}
    with app.app_context():
        record(start("one"), "a")
        matches.open_match(Setup.of(games.game_from("all-fives", older), 2), FOUR[:2], "two")
    # A match outlives its game.
    ids = games.game_ids()
    games.load_game.cache_clear()
    monkeypatch.setattr(games, "game_ids", lambda: tuple(each for each in ids if each != "block"))
    content = taken(app)
    gone, lacking = (each["rules"] for each in json.loads(content)["matches"])
    assert gone["match"]["goal"] == 10_000
    assert "tally" not in lacking
    brought(elsewhere, content)
    assert taken(elsewhere) == content
    assert replay.replay(json.loads(taken(elsewhere, 1)))["totals"] == {"Ana": 12, "Bea": 0}
    games.load_game.cache_clear()


def test_an_export_may_go_to_a_file_and_a_damaged_match_prevents_no_other(app, runner, tmp_path):
    output = tmp_path / "matches.json"
    output.write_text("an older one")
    with app.app_context():
        start("one")
    assert exported(runner, "--output", str(output)) == b""
    assert output.read_bytes() == exported(runner)
    result = runner.invoke(main, ["export", "--output", str(tmp_path / "none" / "x.json")])
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    with app.app_context():
        record(start("two"), "a")
        with writing():
            db.session.execute(update(models.RoundRow).values(record={"hands": 7}))
    result = runner.invoke(main, ["export"])
    assert (result.exit_code, len(json.loads(result.stdout)["matches"])) == (1, 1)
    assert result.stderr == "Match 2 cannot be read: the hands of a round are a list\n"


def complaint(app, content):
    """Import a file that is refused; return what is said of it."""
    with pytest.raises((InvalidJson, CannotImport)) as refused:
        brought(app, content)
    kind = "refused" if refused.type is CannotImport else "unreadable"
    return f"{kind}: {refused.value}"


@pytest.mark.parametrize("chapter", ["A file", "Players of a file"])
def test_a_match_or_a_player_that_cannot_be_is_named_and_nothing_is_imported(
    app, unchanged, chapter
):
    for values in json_lines(chapter):
        request, said = values.values
        with unchanged():
            assert begins(complaint(app, request), said), values.id
            if chapter == "A file":
                file = {"matches": [MATCH | {"key": "two"}, request]}
                assert begins(complaint(app, file), said.replace("atch 1", "atch 2", 1)), values.id


# What is sent, the status of the command, and a part of what it says.
NO_MATCHES = [
    *(b"", b"{", b"null", b"[]", b"17", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"matches": 1}'),
    *(b'{"matches": [1]}', b'{"matches": [], "format": 4}', b'{"matches": [], "format": 0}'),
    *(b'{"matches": [], "format": true}', b'{"matches": [], "colour": "red"}'),
    *(b'{"format": 1, "format": 1, "matches": []}', b"1" * 10_000, b"SQLite format 3\0"),
]
REFUSED = [
    *((content, 2, "The file cannot be read: ") for content in NO_MATCHES),
    (MATCH | {"key": ""}, 2, "Error: The file cannot be read: match 1: key is a text"),
    (MATCH | {"game": "blok"}, 1, "Error: Match 1 (Ana, Bea): There is no game"),
    (MATCH | {" " * 2**20: 1}, 2, "Error: The file is larger than 1 MB."),
]


def test_the_command_says_why_it_imports_nothing(runner, unchanged, monkeypatch):
    monkeypatch.setattr("scorekeeper.interchange.import_export.MAX_FILE_SIZE", 2**20)
    with unchanged():
        for content, status, said in REFUSED:
            sent = content if isinstance(content, bytes) else json.dumps(content).encode()
            result = imports(runner, sent)
            assert (result.exit_code, type(result.exception)) == (status, SystemExit), sent[:60]
            assert said in result.stderr


NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
BLOCK = Setup.of(load_game("block"), 2)
LETTERS = st.characters(exclude_categories=["Cc", "Cs"])
NAME = st.text(LETTERS, min_size=1, max_size=40).filter(lambda name: not is_blank(name))
NOTES = st.text(LETTERS, max_size=80)
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
# A clock that runs, is paused, or was stopped, and a match without one.
TIMERS = (
    MOMENTS.map(Timer)
    | st.integers(0, match_file.MOST_SECONDS).map(lambda seconds: Timer(left=seconds))
    | st.sampled_from((Timer(stopped=True), None))
)


def assert_same(record, opened_at=NOON):
    match = match_file.PortableMatch("key", opened_at, record, len(score_record(record)[1]))
    content = match_file.to_bytes(match_file.to_json(match))
    read = match_file.from_json(json.loads(content, object_pairs_hook=unique_keys))
    assert read == match
    assert match_file.to_bytes(match_file.to_json(read)) == content


@pytest.mark.parametrize(
    ("name", "read"), [("rounds", written.example), ("matches", written.rounds_of)]
)
def test_export_import_export_is_the_same_to_the_byte(name, read):
    told = [parted(line)[0] for each in cases(name) for line in each.values[0]]
    refused = 0
    for each in told:
        # Rounds of a match may come after its end.
        setup, *rounds = read(each)
        entries = tuple(
            RecordedRound(played, NOON + timedelta(seconds=number / 7))
            for number, played in enumerate(rounds)
            if isinstance(played, Round)
        )
        names, opening = (*written.NAMES, *"FGHIJ")[: setup.players], len(each) % setup.players
        try:
            assert_same(MatchRecord(setup, names, opening, entries=entries))
        except (RuleError, ReplayError):
            refused += 1
    assert refused < len(told) / 3


@examples(100, thorough=1000)
@given(st.lists(NAME, min_size=2, max_size=2, unique_by=look), MOMENTS, MOMENTS, TIMERS, NOTES)
def test_so_are_names_times_clocks_and_reasons_in_any_script(names, opened, recorded, timer, note):
    corrections = (Correction(1, -5, note), Correction(0, 5))
    entry = RecordedRound(leaving("", "66", corrections=corrections), recorded)
    assert_same(MatchRecord(BLOCK, tuple(names), entries=(entry,), timer=timer), opened)

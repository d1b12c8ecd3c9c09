"""`scorekeeper restore` under running programs; files that are damaged, or no scorebook."""

from pathlib import Path
from random import Random

import pytest

from scorekeeper import create_app
from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import cache, drafts, history, matches
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Right
from tests.interchange import match_factory
from tests.maintenance.scorebook_files import (
    command,
    damages,
    empty_an_index,
    file_of,
    refused,
    replaced,
    run_sql,
    scorebook_in,
    succeed,
    totals,
)
from tests.support.old_scorebooks import kept


def shown(client, match_id):
    """Open the table of a match, and return the rounds that are listed there."""
    page = client.get(f"/matches/{match_id}").text
    return [n for n in range(1, 9) if f'href="/matches/{match_id}/rounds/{n}"' in page]


@pytest.fixture
def match_id(app, copy):
    """Return a match with a round, of which there is a copy."""
    with app.app_context():
        match_id = match_factory.start("one")
        match_factory.record(match_id, "a")
    succeed(app, "backup", copy)
    return match_id


def test_a_running_program_shows_what_was_restored_and_goes_on_from_there(
    app, client, copy, match_id
):
    with app.app_context():
        match_factory.record(match_id, "b", "c")
        gone = match_factory.start("gone", ("Ciro", "Dani"))
        matches.find_match(gone)
    assert shown(client, match_id) == [1, 2, 3]
    assert "Ciro" in client.get(f"/matches/{gone}").text
    assert "The scorebook has 1 match again." in succeed(app, "restore", copy)
    assert shown(client, match_id) == [1]
    # As many rounds, but others: the cached ones must not come back.
    with app.app_context():
        matches.record_round(match_id, 2, "d", match_factory.ANA_WINS_12)
        assert shown(client, match_id) == [1, 2]
        match_factory.rename(match_id, "Ana", "Ciro")
        match_factory.record(match_id, "e")
        assert "Ciro" in client.get(f"/matches/{match_id}").text
        assert shown(client, match_id) == [1, 2, 3]
        match_factory.take_back(match_id)
    assert shown(client, match_id) == [1, 2]
    assert totals(app, match_id) == (24, 0)
    assert succeed(app, "check").startswith("All well: 1 match, 2 rounds,")
    # A match that is gone is not found, nor mistaken for the next.
    assert client.get(f"/matches/{gone}").status_code == 404
    with app.app_context():
        with pytest.raises(NoSuchMatch):
            matches.find_match(gone)
        other = match_factory.start("other")
    assert other > gone
    assert "Ciro" not in client.get(f"/matches/{other}").text


def test_an_imported_match_is_not_mistaken_for_rounds_recorded_since(app, elsewhere, copy):
    """It replaces a match with the same id, and has more rounds than changes."""
    with scorebook_in(copy.parent / "long") as far:
        with far.app_context():
            match_factory.record(match_factory.start("long", ("Ciro", "Dani")), "a", "b", "c", "d")
        match_factory.brought(elsewhere, match_factory.taken(far))
    succeed(elsewhere, "backup", copy)
    with app.app_context():
        match_id = match_factory.start("one")
        match_factory.record(match_id, "a", "b")
        matches.find_match(match_id)
        (state,) = rights.link_states((match_id,))
        link = state.link(Right.SCORE)
    succeed(app, "restore", copy)
    with app.app_context():
        # Nor does a link lead to another match of the same number.
        (state,) = rights.link_states((match_id,))
        assert not state.accepts(link)
        found = matches.find_match(match_id)
        assert found.names == ("Ciro", "Dani")
        cache.init_app(app)
        assert matches.find_match(match_id) == found


def generation(app):
    """Return the number of the link to score, where there is one match."""
    ((found,),) = run_sql(file_of(app), "SELECT score_generation FROM matches WHERE id = 1")
    return int(found)


def test_owners_stay_owners_and_nobody_has_back_what_was_ended_since(app, copy):
    with app.app_context():
        lost, kept = match_factory.start("one"), match_factory.start("two")
        with writing() as session:
            rights.add_owner(session, lost, "stolen tablet")
        drafts.save(kept, 1, {"0": {"tiles": ["12"]}}, edits=False)
        succeed(app, "backup", copy)
        history.renew_link(lost, Right.OWN, match_factory.sent("a new link"))
        with writing() as session:
            rights.add_owner(session, kept, "tablet")
        for tiles in ("13", "14", "15"):
            seen = drafts.save(kept, 1, {"0": {"tiles": [tiles]}}, edits=False)
    run_sql(file_of(app), "UPDATE matches SET score_generation = 5")
    succeed(app, "restore", copy)
    with app.app_context():
        assert rights.owned_by("stolen tablet") == ()
        assert rights.owned_by("tablet") == (kept,)
        found = drafts.find_draft(kept, 1)
    assert generation(app) == 5
    # Nor does a device that saw a later draft take the restored one for an older one.
    assert found["0"].fields == {"tiles": ["12"]}
    assert found["0"].revision > seen["0"].revision


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        ("0016", "All well: 13 matches, 17 rounds, 52 changes.\n"),
        ("0018", "All well: 15 matches, 22 rounds, 60 changes.\n"),
    ],
)
def test_a_backup_of_before_the_first_release_is_migrated(app, copy, tables, found):
    copy.write_bytes(kept(f"{tables}.db"))
    succeed(app, "restore", copy)
    assert totals(app, 1) == (24, 0)
    assert succeed(app, "check") == found


def test_no_number_is_given_twice_where_an_older_version_is_replaced(elsewhere, copy, match_id):
    file_of(elsewhere).write_bytes(kept("0016.db"))
    succeed(elsewhere, "restore", copy)
    with elsewhere.app_context():
        assert match_factory.start("next") == 14
        assert matches.version_of(match_id) == 7


def test_a_backup_is_restored_on_a_new_machine_and_no_figures_are_counted_again(
    app, copy, tmp_path
):
    with app.app_context():
        match_id = matches.open_match(Setup.of(load_game("block"), 2), match_factory.NAMES, "one")
        match_factory.record(match_id, *"abcdefghi")
        assert matches.find_match(match_id).standing.over
    succeed(app, "backup", copy)
    machine = create_app({"INSTANCE": tmp_path / "machine"})
    succeed(machine, "restore", copy)
    assert totals(machine, match_id) == (108, 0)
    counted = run_sql(file_of(machine), "SELECT DISTINCT version FROM match_results")
    with machine.app_context():
        assert counted == [(matches.version_of(match_id),)]
        assert match_factory.start("next") == match_id + 1
        db.engine.dispose()


# What is done to a copy, or what is in its place, and what is said of it.
REFUSED: tuple[tuple[str | bytes, str], ...] = (
    ("DROP TABLE alembic_version", "is not a scorebook"),
    ("UPDATE alembic_version SET version_num = '9999'", "was made by a newer Scorekeeper"),
    ("UPDATE alembic_version SET version_num = '0015'", "was made before the first release"),
    ("DELETE FROM alembic_version", "is not a scorebook"),
    ("DROP TABLE drafts", "is not a scorebook: its tables are others"),
    ("ALTER TABLE rounds DROP COLUMN recorded_at", "is not a scorebook: its tables are others"),
    ("INSERT INTO seats VALUES (99, 0, 1, 1)", " is damaged: row 3 of seats refers to no row"),
    ("CREATE VIEW wins AS SELECT 1", "has a view that no scorebook has: wins"),
    (
        "CREATE TRIGGER thief AFTER INSERT ON rounds BEGIN DELETE FROM rounds; END",
        "has a trigger that no scorebook has: thief",
    ),
    (b"", "copy.db"),
    (b"dear Bea", "database"),
    (b"SQLite format 3\0" + b"x" * 5000, "database"),
)


def test_another_database_is_refused_and_nothing_changes(app, elsewhere, copy, match_id):
    whole = copy.read_bytes()
    with app.app_context():
        match_factory.record(match_id, "b")
    for spoiled, reason in REFUSED:
        copy.write_bytes(whole if isinstance(spoiled, str) else spoiled)
        if isinstance(spoiled, str):
            run_sql(copy, spoiled)
        message = refused(app, "restore", copy)
        assert str(copy) in message
        assert reason in message
        assert len(message.splitlines()) == 1
    with elsewhere.app_context():
        match_factory.start("one")
    empty_an_index(elsewhere)
    assert " is damaged: " in refused(app, "restore", file_of(elsewhere))
    copy.write_bytes(kept("0016.db"))
    run_sql(copy, "DROP TABLE match_results")
    assert f"{copy} cannot be brought up to date" in refused(app, "restore", copy)
    assert totals(app, match_id) == (24, 0)
    assert replaced(app) == []


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return what is in the file of a scorebook with everything in it."""
    with scorebook_in(tmp_path_factory.mktemp("whole") / "instance") as app:
        with app.app_context():
            first = match_factory.start("first")
            match_factory.record(first, "a", "b", "c")
            match_factory.rename(first, "Ana", "Ciro")
            match_factory.take_back(first)
            match_factory.many_matches()
            db.session.remove()
            db.engine.dispose()
        run_sql(
            file_of(app),
            "INSERT INTO drafts VALUES (1, 4, 'hands-0', '{}', 1, '', '2026-11-20 12:00:00')",
            "INSERT INTO rule_sets VALUES (1, 'Ours', 'ours', 'block', '{}', '2026-11-20')",
            "PRAGMA wal_checkpoint(TRUNCATE)",
            # Otherwise there may be free pages at its end, and nothing is lost with them.
            "VACUUM",
        )
        return file_of(app).read_bytes()


@pytest.fixture
def file(app, whole):
    """Return the file of a scorebook with everything in it, closed."""
    put(file_of(app), whole)
    return file_of(app)


def put(file, content):
    """Put a file in the place of a scorebook and its journal."""
    for suffix in ("-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
    file.write_bytes(content)


def faults(app):
    """Check a damaged scorebook; return what is said, all of it in lines."""
    result = command(app, "check")
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1, result.output
    said = result.stdout or result.stderr
    assert "Traceback" not in said
    assert said.strip()
    return said


def test_rows_that_were_changed_by_hand_are_named(app, file, whole):
    assert succeed(app, "check").startswith("All well: 12 matches,")
    for case in damages("A file"):
        statement, said = case.values
        put(file, whole)
        run_sql(file, statement)
        assert said in faults(app), case.id


def test_a_file_that_was_cut_short_is_named(app, file, whole):
    for share in (0, 0.0005, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999):
        put(file, whole[: int(len(whole) * share)])
        said = faults(app)
        named = (str(file), "damaged", "cannot be read")
        assert any(words in said for words in named), share


# What is in the place of a scorebook: bytes, a database made by statements, or a folder.
SPOILED: dict[str, bytes | list[str] | None] = {
    "a text": b"dear Bea, " * 1000,
    "nothing": b"",
    "nothing but its name": b"SQLite format 3\0" + bytes(4080),
    "another database": ["CREATE TABLE letters (text)"],
    "no tables": ["PRAGMA journal_mode=WAL", "PRAGMA user_version=1"],
    "a folder": None,
}


@pytest.mark.parametrize("spoiled", SPOILED.values(), ids=SPOILED)
def test_what_is_no_scorebook_is_named_and_never_taken_for_a_new_one(app, file, spoiled):
    file.unlink()
    if isinstance(spoiled, bytes):
        file.write_bytes(spoiled)
    elif spoiled:
        run_sql(file, *spoiled)
    else:
        file.mkdir()
    before = file.read_bytes() if file.is_file() else b""
    assert str(file) in faults(app)
    for words in (("run", "--port", "0"), ("backup", "copy.db"), ("export",)):
        message = refused(app, *words)
        assert str(file) in message
        assert "scorekeeper restore FILE" in message
        assert len(message.splitlines()) == 1
    assert (file.read_bytes() if file.is_file() else b"") == before


def test_bytes_that_are_overwritten_are_named_or_harmless(app, file, thorough, seed):
    """What SQLite does not use may be anything; otherwise all is exported as it was."""
    content, before = file.read_bytes(), succeed(app, "export")
    chance = Random(seed)
    places = [*range(16, 100, 12), *(chance.randrange(100, len(content)) for _ in range(8))]
    for place in range(len(content)) if thorough and chance.random() < 0.001 else places:
        spoiled = bytearray(content)
        size = chance.choice((1, 1, 40, 4096))
        spoiled[place : place + size] = chance.randbytes(len(spoiled[place : place + size]))
        put(file, spoiled)
        result = command(app, "check")
        assert result.exception is None or isinstance(result.exception, SystemExit), place
        assert result.exit_code in (0, 1), place
        if result.exit_code == 0:
            assert succeed(app, "export") == before, place


def test_a_name_in_the_file_that_is_no_text_is_answered_with_what_to_do(app, file, whole):
    name = b"sqlite_autoindex_players_1"
    spoiled = whole.replace(name, name[:-1] + b"\xff")
    put(file, spoiled)
    assert "a name in it is no text" in faults(app)
    for words in (("run", "--port", "0"), ("backup", "copy.db"), ("export",)):
        assert "Put a backup in its place" in refused(app, *words)
    backup = file.with_name("backup.db")
    backup.write_bytes(spoiled)
    assert "a name in it is no text" in refused(app, "restore", backup)
    backup.write_bytes(whole)
    succeed(app, "restore", backup)
    assert succeed(app, "check").startswith("All well: 12 matches,")


def test_a_file_that_is_gone_from_beside_its_journal_is_not_begun_anew(app, file):
    content = file.read_bytes()
    journal = file.with_name(f"{file.name}-wal")
    file.unlink()
    journal.write_bytes(b"\x37\x7f\x06\x82" + bytes(4000))
    assert f"{file} is gone, and its journal" in refused(app, "run", "--port", "0")
    assert not file.exists()
    backup = file.with_name("backup.db")
    backup.write_bytes(content)
    succeed(app, "restore", backup)
    assert succeed(app, "check").startswith("All well: 12 matches,")


def test_a_new_scorebook_is_complete_from_the_start_and_its_owners_alone(app):
    file_of(app).unlink()
    assert succeed(app, "export").startswith("{")
    assert file_of(app).stat().st_mode & 0o777 == 0o600
    assert succeed(app, "check") == "All well: 0 matches, 0 rounds, 0 changes.\n"
    assert [*Path(app.instance_path).glob(".*")] == []

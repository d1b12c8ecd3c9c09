"""Files that are damaged, or no scorebook: named by `check`, and never taken for a new one."""

from pathlib import Path
from random import Random

import pytest

from scorekeeper.scorebook.database.db import db
from tests.interchange.match_factory import many_matches, record, rename, start, take_back
from tests.maintenance.scorebook_files import (
    command,
    damages,
    file_of,
    refused,
    run_sql,
    scorebook_in,
    succeed,
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return what is in the file of a scorebook with everything in it."""
    with scorebook_in(tmp_path_factory.mktemp("whole") / "instance") as app:
        with app.app_context():
            first = start("first")
            record(first, "a", "b", "c")
            rename(first, "Ana", "Ciro")
            take_back(first)
            many_matches()
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
    assert succeed(app, "check").startswith("All well: 10 matches,")
    for statement, said in damages("A file"):
        put(file, whole)
        run_sql(file, statement)
        assert said in faults(app), statement


def test_a_file_that_was_cut_short_is_named(app, file, whole):
    for share in (0, 0.0005, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999):
        put(file, whole[: int(len(whole) * share)])
        said = faults(app)
        assert str(file) in said or "damaged" in said, share


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
    assert succeed(app, "check").startswith("All well: 10 matches,")


def test_a_new_scorebook_is_complete_from_the_start_and_its_owners_alone(app):
    file_of(app).unlink()
    assert succeed(app, "export").startswith("{")
    assert file_of(app).stat().st_mode & 0o777 == 0o600
    assert succeed(app, "check") == "All well: 0 matches, 0 rounds, 0 changes.\n"
    assert [*Path(app.instance_path).glob(".*")] == []

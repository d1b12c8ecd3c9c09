"""What is deleted for good is in no file of the scorebook any more: the bytes are looked at."""

import sqlite3
import time
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import event, update

from scorekeeper.figures.clock import now
from scorekeeper.maintenance import backup, scheduler
from scorekeeper.scorebook import player_changes, rule_sets, trash
from scorekeeper.scorebook.database import models, wiping
from scorekeeper.scorebook.database.db import db, writing
from tests.databases import POSTGRESQL_ONLY, SQLITE_ONLY
from tests.interchange.match_factory import LONG, id_of, record, sent, start

pytestmark = pytest.mark.usefixtures("in_app")
NAME = "Zanaquix"
# Enough for pages to be divided, which leaves copies of rows in the unused parts of them.
MATCHES, SECONDS = 60, 10


def delete_rules():
    rule_sets.delete_rule_set(rule_sets.save_rule_set(NAME, LONG))


def forget():
    player_changes.forget(id_of(NAME), "Player {}".format, sent())


def forget_who_was_joined():
    start("joined", (f"{NAME}ia", "Bea"))
    player_changes.join(id_of(f"{NAME}ia"), id_of(NAME), sent("join"))
    forget()


def rename():
    player_changes.rename(id_of(NAME), "Ana", sent())


def empty_bin():
    binned = models.MatchRow.binned_at
    for match_id in range(1, MATCHES + 1):
        trash.move_to_trash(match_id, sent(f"bin {match_id}"))
    long_ago = now() - timedelta(days=trash.DAYS_KEPT + 1)
    with writing() as session:
        session.execute(update(models.MatchRow).values({binned: long_ago}))
    assert trash.empty_trash(range(1, MATCHES + 1)) == MATCHES
    # No number is given again.
    assert start("next") > MATCHES


def play_with(name):
    for number in range(MATCHES):
        start(f"match {number}", (name, f"{'BCDE'[number % 4]} {number}"))
    record(1, "a", "b")


@pytest.fixture
def folder(app):
    return Path(app.instance_path)


def files_with(folder, name=NAME):
    """List the files in which a name stands, as it is written or as it is searched for."""
    words = [each.encode() for each in (name, name.casefold())]
    files = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return sorted(file for file, found in files.items() if any(word in found for word in words))


@contextmanager
def reading(folder):
    """Let another program read the scorebook, as of one moment, until the block ends."""
    with closing(sqlite3.connect(folder / "scorekeeper.db", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM seats").fetchone()
        yield


def until_wiped(app):
    """Wait until the thread that wipes the files has ended."""
    app.extensions["wiper"].thread.wait(SECONDS)
    assert wiping.is_wiped()


@SQLITE_ONLY
@pytest.mark.usefixtures("in_checked_app")
@pytest.mark.parametrize("delete", [forget_who_was_joined, rename, empty_bin, delete_rules])
def test_what_is_deleted_is_in_no_file(delete, folder):
    # The other names of players stay.
    play_with("Bea" if delete is delete_rules else NAME)
    assert bool(files_with(folder)) is (delete is not delete_rules)
    delete()
    # Nor in a later backup.
    backup.back_up(folder / "later.db")
    assert files_with(folder) == []
    assert wiping.is_wiped()


@SQLITE_ONLY
def test_while_others_read_it_is_said_that_something_is_left(app, folder, monkeypatch):
    play_with(NAME)
    monkeypatch.setattr(wiping, "PATIENCE_SECONDS", 0.2)
    with reading(folder):
        player_changes.rename(id_of("B 0"), "Bea", sent("first"))
        # This comes while the file is wiped of that.
        forget()
        assert not wiping.is_wiped()
        # Nobody has to wait for the reader.
        record(1, "c")
        assert files_with(folder)
    until_wiped(app)
    assert files_with(folder) == files_with(folder, "B 0") == []


@SQLITE_ONLY
def test_after_a_long_rewriting_the_others_have_the_file_for_a_while(app, folder, monkeypatch):
    play_with(NAME)
    monkeypatch.setattr(wiping, "LONG_SECONDS", 0)
    forget()
    rest_until = app.extensions["wiper"]._rest_until
    player_changes.rename(id_of("B 0"), "Bea", sent("again"))
    until_wiped(app)
    assert time.monotonic() > rest_until > 0
    assert files_with(folder, "B 0") == []


@SQLITE_ONLY
def test_what_a_restore_replaced_is_in_no_file_but_the_copy_it_kept(app, folder):
    backup.back_up(folder / "before.db")
    play_with(NAME)
    _matches, replaced = backup.restore(folder / "before.db")
    scheduler.run_jobs(app)
    assert files_with(folder) == [replaced.name]


@SQLITE_ONLY
def test_what_a_killed_program_or_an_older_version_left_goes_at_the_next_start(
    app, folder, monkeypatch
):
    play_with(NAME)
    with monkeypatch.context() as killed:
        killed.setattr(wiping.Wiper, "wipe", lambda _wiper: None)
        forget()
        assert not wiping.is_wiped()
        with pytest.raises(wiping.TracesLeft):
            wiping.finish()
    row = ("Zanaquiz", "zanaquiz", "block", "{}", "2025-11-20")
    columns = "name, name_key, game_id, changes, created_at"
    with closing(sqlite3.connect(folder / "scorekeeper.db", isolation_level=None)) as older:
        older.execute("PRAGMA secure_delete=OFF")
        older.execute(f"INSERT INTO rule_sets ({columns}) VALUES (?, ?, ?, ?, ?)", row)  # noqa: S608
        older.execute("DELETE FROM rule_sets")
    for name in (NAME, "Zanaquiz"):
        assert files_with(folder, name)
    scheduler.run_jobs(app)
    for name in (NAME, "Zanaquiz"):
        assert files_with(folder, name) == []


@POSTGRESQL_ONLY
def test_a_server_is_told_to_give_up_what_was_deleted():
    start("one", (NAME, "Bea"))
    told: list[str] = []
    event.listen(db.engine, "before_cursor_execute", lambda *asked: told.append(asked[2]))
    forget()
    assert [statement.partition(" ")[0] for statement in told].count("VACUUM") == 1
    assert wiping.is_wiped()

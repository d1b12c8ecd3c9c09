"""Writers to a SQLite file wait for the disk while others write.

What is deleted for good is in no file of the scorebook any more: the bytes are looked at.
"""

import errno
import os
import shutil
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import event, update
from sqlalchemy.exc import OperationalError

from scorekeeper.clock import now
from scorekeeper.maintenance import backup, scheduler
from scorekeeper.scorebook import match_bin, matches, player_changes, rule_sets
from scorekeeper.scorebook.database import models, sqlite_file, wiping
from scorekeeper.scorebook.database.db import database_file, db, path_of, writing
from tests.databases import POSTGRESQL_ONLY, SQLITE_ONLY
from tests.interchange.match_factory import ANA_WINS_12, LONG, id_of, record, sent, start
from tests.support.names_in_files import NAME, files_with, until_wiped

SECONDS = 10
# Enough for pages to be divided, which leaves copies of rows in the unused parts of them.
MATCHES = 60


@pytest.fixture
def database(tmp_path):
    return tmp_path / "scorekeeper.db"


@pytest.mark.parametrize("database", [None, "", ":memory:", "file:scores?mode=memory&uri=true"])
def test_a_database_that_is_no_file_has_no_path(database):
    assert path_of(database) is None


def journal_of(database):
    return database.with_name(f"{database.name}-wal")


@pytest.fixture
def flush(monkeypatch):
    """Return a way to do something else in the place of waiting for the disk."""
    return lambda act: monkeypatch.setattr(sqlite_file, "_flush", act)


def rounds_after_a_power_cut(database, on_disk, folder):
    """Count the rounds in a file whose journal has only what was on the disk."""
    folder.mkdir()
    left = folder / "scorekeeper.db"
    shutil.copy(database, left)
    journal_of(left).write_bytes(on_disk)
    with closing(sqlite3.connect(left)) as connection:
        return int(connection.execute("SELECT count(*) FROM rounds").fetchone()[0])


@SQLITE_ONLY
def test_every_acknowledged_round_outlives_a_power_cut(match_ids, database, flush, tmp_path):
    on_disk: list[bytes] = []
    flush(lambda _journal: on_disk.append(journal_of(database).read_bytes()))
    for number in range(1, 6):
        matches.record_round(match_ids[0], number, f"round {number}", ANA_WINS_12)
        found = rounds_after_a_power_cut(database, on_disk[-1], tmp_path / str(number))
        assert found == number
    # A form that is sent again is acknowledged once it is on the disk too.
    matches.record_round(match_ids[0], 5, "round 5", ANA_WINS_12)
    assert len(on_disk) == 6


@SQLITE_ONLY
def test_others_write_while_a_change_waits_for_the_disk(app, match_ids, flush):
    first, second, _third = match_ids
    waiting, answered = Event(), Event()

    def slow_for_the_first(_journal):
        if not waiting.is_set():
            waiting.set()
            assert answered.wait(SECONDS)

    def record():
        with app.app_context():
            return matches.record_round(first, 1, "round 1", ANA_WINS_12)[1]

    flush(slow_for_the_first)
    with ThreadPoolExecutor() as pool:
        recording = pool.submit(record)
        assert waiting.wait(SECONDS)
        matches.record_round(second, 1, "round 1", ANA_WINS_12)
        assert not recording.done()
        answered.set()
        assert recording.result(SECONDS) == 1


@SQLITE_ONLY
def test_what_the_disk_refused_is_acknowledged_once_the_file_itself_has_it(
    match_ids, database, monkeypatch, tmp_path
):
    def refuse(_journal):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as failing:
        failing.setattr(sqlite_file, "_flush", refuse)
        with pytest.raises(OperationalError):
            matches.record_round(match_ids[0], 1, "round 1", ANA_WINS_12)
    # The system says only once that something was not written.
    matches.record_round(match_ids[0], 1, "round 1", ANA_WINS_12)
    assert rounds_after_a_power_cut(database, b"", tmp_path / "left") == 1


@SQLITE_ONLY
def test_a_file_that_was_replaced_has_all_of_its_rounds_before_the_next_one_is_used(
    match_ids, database, monkeypatch, tmp_path
):
    backup.copy_database(database, tmp_path / "next.db")
    monkeypatch.setattr(sqlite_file, "TIMEOUT_SECONDS", 0.2)
    file = database_file()
    assert file is not None
    file.close()
    matches.record_round(match_ids[0], 1, "round 1", ANA_WINS_12)
    db.session.rollback()
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        # Somebody reads it as it was before.
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM rounds").fetchone()
        matches.record_round(match_ids[0], 2, "round 2", ANA_WINS_12)
        database.rename(moved := tmp_path / "moved.db")
        (tmp_path / "next.db").rename(database)
        with pytest.raises(OperationalError, match="locked"):
            file.current_generation()
    generation = file.generation
    assert file.current_generation() == generation + 1
    assert rounds_after_a_power_cut(moved, b"", tmp_path / "left") == 2


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
        match_bin.move_to_bin(match_id, sent(f"bin {match_id}"))
    long_ago = now() - timedelta(days=match_bin.DAYS_KEPT + 1)
    with writing() as session:
        session.execute(update(models.MatchRow).values({binned: long_ago}))
    assert match_bin.delete_old_matches(range(1, MATCHES + 1)) == MATCHES
    # No number is given again.
    assert start("next") > MATCHES


def play_with(name):
    for number in range(MATCHES):
        start(f"match {number}", (name, f"{'BCDE'[number % 4]} {number}"))
    record(1, "a", "b")


@pytest.fixture
def folder(app):
    with app.app_context():
        yield Path(app.instance_path)


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
    with closing(sqlite3.connect(folder / "scorekeeper.db", isolation_level=None)) as other:
        # As of one moment, until the block ends.
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM seats").fetchone()
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
    restored = backup.restore(folder / "before.db")
    scheduler.run_jobs(app)
    assert files_with(folder) == [restored.replaced.name]


@SQLITE_ONLY
def test_what_a_killed_program_or_an_older_version_left_goes_at_the_next_start(
    app, folder, monkeypatch
):
    play_with(NAME)
    with monkeypatch.context() as killed:
        killed.setattr(wiping.Wiper, "wipe", lambda _wiper: None)
        forget()
        assert not wiping.is_wiped()
        with pytest.raises(wiping.NotWiped):
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
@pytest.mark.usefixtures("in_app")
def test_a_server_is_told_to_give_up_what_was_deleted():
    start("one", (NAME, "Bea"))
    told: list[str] = []
    event.listen(db.engine, "before_cursor_execute", lambda *asked: told.append(asked[2]))
    forget()
    assert [statement.partition(" ")[0] for statement in told].count("VACUUM") == 1
    assert wiping.is_wiped()

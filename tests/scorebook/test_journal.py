"""A change to a SQLite file is acknowledged once it is on the disk, and others write meanwhile."""

import errno
import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy.exc import OperationalError

from scorekeeper.rules import PipsHand, Round
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.database import sqlite_file
from scorekeeper.scorebook.database.db import db
from tests.databases import SQLITE_ONLY

pytestmark = SQLITE_ONLY
PLAYED = Round((PipsHand(0), PipsHand(12)))
SECONDS = 10


@pytest.fixture
def database():
    """Return the file of the scorebook."""
    assert db.engine.url.database is not None
    return Path(db.engine.url.database)


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


def test_every_acknowledged_round_outlives_a_power_cut(match_ids, database, flush, tmp_path):
    on_disk: list[bytes] = []
    flush(lambda _journal: on_disk.append(journal_of(database).read_bytes()))
    for number in range(1, 6):
        matches.record_round(match_ids[0], number, f"round {number}", PLAYED)
        found = rounds_after_a_power_cut(database, on_disk[-1], tmp_path / str(number))
        assert found == number
    # A form that is sent again is acknowledged once it is on the disk too.
    matches.record_round(match_ids[0], 5, "round 5", PLAYED)
    assert len(on_disk) == 6


def test_others_write_while_a_change_waits_for_the_disk(app, match_ids, flush):
    first, second, _third = match_ids
    waiting, answered = Event(), Event()

    def slow_for_the_first(_journal):
        if not waiting.is_set():
            waiting.set()
            assert answered.wait(SECONDS)

    def record():
        with app.app_context():
            return matches.record_round(first, 1, "round 1", PLAYED)

    flush(slow_for_the_first)
    with ThreadPoolExecutor() as pool:
        recording = pool.submit(record)
        assert waiting.wait(SECONDS)
        matches.record_round(second, 1, "round 1", PLAYED)
        assert not recording.done()
        answered.set()
        assert recording.result(SECONDS) == 1


def test_what_the_disk_refused_is_acknowledged_once_the_file_itself_has_it(
    match_ids, database, monkeypatch, tmp_path
):
    def refuse(_journal):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as failing:
        failing.setattr(sqlite_file, "_flush", refuse)
        with pytest.raises(OperationalError):
            matches.record_round(match_ids[0], 1, "round 1", PLAYED)
    # The system says only once that something was not written.
    matches.record_round(match_ids[0], 1, "round 1", PLAYED)
    assert rounds_after_a_power_cut(database, b"", tmp_path / "left") == 1

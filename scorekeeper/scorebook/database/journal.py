"""When a change to a SQLite file is on the disk.

With synchronous=FULL, SQLite waits for the disk with each commit, while nobody else may write. A
change lets the others write first, and then waits for the disk: what several changes have written
by then is one wait. Nobody is told that a change is saved before that.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

# What a connection is known by whose commits do not wait for the disk.
SAVED_LATER = "saved_later"
# Flushing the size of the file as well would take longer; not every system makes a difference.
_flush = getattr(os, "fdatasync", os.fsync)


class Journal:
    """The journal (-wal) of a file, which has all that was committed since the last checkpoint."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_name(f"{database.name}-wal")
        self._refused = False

    def save(self) -> None:
        """Wait until all that is committed is on the disk. Raise OperationalError."""
        try:
            if self._refused:
                self._write_again()
            self._flush()
        except (OSError, sqlite3.Error) as error:
            raise OperationalError("waiting for the disk", None, error) from error

    def _flush(self) -> None:
        try:
            journal = os.open(self._path, os.O_RDWR)
        except FileNotFoundError:
            # Whoever looks at the file next finds that it is another one, or has no journal.
            return
        try:
            _flush(journal)
        except OSError:
            self._refused = True
            raise
        finally:
            os.close(journal)

    def _write_again(self) -> None:
        """Copy all of the journal into the file; the disk may say only once what it has not taken.

        Raise OSError and sqlite3.Error.
        """
        connection = sqlite3.connect(f"{self._database.as_uri()}?mode=rw", uri=True)
        try:
            connection.execute("PRAGMA synchronous=FULL")
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.close()
        if busy:
            raise sqlite3.OperationalError("database is locked")
        self._refused = False


def save_later(connection: Connection) -> None:
    """Let the commits of a connection not wait for the disk, until it is back in its pool."""
    connection.exec_driver_sql("PRAGMA synchronous=NORMAL")
    connection.info[SAVED_LATER] = True


def save_at_once_again(engine: Engine) -> None:
    """Let whoever takes a connection from the pool find it as it was made."""

    @event.listens_for(engine, "checkin")
    def check_in(connection: Any, record: ConnectionPoolEntry) -> None:
        if connection is not None and record.info.pop(SAVED_LATER, False):
            connection.execute("PRAGMA synchronous=FULL")

"""Remove data that was deleted for good from the files too, not only from the tables.

SQLite leaves it in the journal (-wal) and in unused parts of pages: even with secure_delete, when a
page is split the rows that move to the new page also stay in the old one. So the whole file is
rewritten (VACUUM), and then its journal is copied into it and truncated, which has to wait for
readers. Until that is done the file's header says so, in a number that SQLite leaves to its users:
unfinished work is picked up by the next program.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from secrets import randbits

from flask import current_app
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database.db import database_file, db, once_saved
from scorekeeper.scorebook.database.models import Base
from scorekeeper.scorebook.database.sqlite_file import DatabaseFile, turn_of
from scorekeeper.scorebook.database.threads import OnDemandThread

# The header number of a file with nothing left; a file of an older version has 0.
WIPED = 1
# How many seconds a deletion waits for wiping, and how long it is tried.
PATIENCE_SECONDS, TRY_SECONDS, PAUSE_SECONDS = 3, 60, 0.5
# Milliseconds to wait for readers; while the journal is truncated nobody can write.
READERS_MILLISECONDS = 50
# After a long rewrite (in seconds) comes a pause this many times as long, for other writers.
LONG_SECONDS, REST = 0.25, 20


class NotWiped(Exception):
    """Deleted data is still in a file of the scorebook; it is tried again later."""


class Wiper:
    """Wipes deleted data from the files; a thread runs while something is left."""

    def __init__(self, engine: Engine, file: DatabaseFile | None) -> None:
        self._engine, self._file = engine, file
        self.thread = OnDemandThread("wiper", self._wipe)
        self._rest_until = 0.0

    @property
    def is_done(self) -> bool:
        """Return whether nothing is left, as far as that is known. Raise OperationalError."""
        if self._file is None:
            return True
        with self._engine.connect() as connection:
            return connection.exec_driver_sql("PRAGMA user_version").scalar() == WIPED

    def wipe(self) -> None:
        """Wipe the files, and retry after a while if others prevent it."""
        self.thread.ask()
        self.thread.wait(PATIENCE_SECONDS)

    def _wipe(self) -> None:
        if self._file:
            self._wipe_file(self._file)
        elif self._engine.dialect.name == "postgresql":
            self._vacuum_server()

    def _wipe_file(self, file: DatabaseFile) -> None:
        """Try until nothing is left, for a minute at most: the daily jobs try again."""
        deadline, rewritten = time.monotonic() + TRY_SECONDS, None
        while time.monotonic() < deadline:
            # The disk is full, the file is gone, or somebody else locks it.
            with suppress(SQLAlchemyError, sqlite3.Error), closing(file.connect()) as connection:
                if (mark := _mark(connection)) == WIPED:
                    return
                if mark != rewritten:
                    self._rewrite(connection, file)
                    rewritten = mark
                if _cut(connection, file, mark):
                    return
            time.sleep(PAUSE_SECONDS)

    def _rewrite(self, connection: sqlite3.Connection, file: DatabaseFile) -> None:
        """Rewrite the whole file; nobody else can write meanwhile."""
        self._rest()
        with turn_of(file.writer), self._timed():
            connection.execute("VACUUM")

    def _vacuum_server(self) -> None:
        """Ask PostgreSQL to remove deleted data now; otherwise it does so later."""
        self._rest()
        with suppress(SQLAlchemyError), self._timed(), self._engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT")
            connection.exec_driver_sql(f"VACUUM {', '.join(Base.metadata.tables)}")

    def _rest(self) -> None:
        time.sleep(max(0.0, self._rest_until - time.monotonic()))

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Time the block; if it takes long, pause afterwards so that others can write."""
        start = time.monotonic()
        try:
            yield
        finally:
            end = time.monotonic()
            if end - start > LONG_SECONDS:
                self._rest_until = end + REST * (end - start)


def wipe_once_saved(session: Session) -> None:
    """Wipe what this transaction deletes from all files once it is committed.

    If others use the files, that may take longer than the request: see `is_wiped`.
    """
    once_saved(session, _wiper().wipe)
    if session.get_bind().dialect.name == "sqlite":
        # A new number each time, so that an earlier wipe does not count for this deletion.
        mark = WIPED + 1 + randbits(30)
        session.connection().exec_driver_sql(f"PRAGMA user_version = {mark}")


def is_wiped() -> bool:
    """Return whether no deleted data is left in the scorebook's files."""
    return _wiper().is_done


def finish() -> None:
    """Wipe what was left by a restore, an older version, or a killed program.

    Raise NotWiped if it cannot be wiped now.
    """
    if not is_wiped():
        _wiper().wipe()
    if not is_wiped():
        raise NotWiped("what was deleted is still in a file of the scorebook")


def _wiper() -> Wiper:
    if "wiper" not in current_app.extensions:
        current_app.extensions["wiper"] = Wiper(db.engine, database_file())
    wiper: Wiper = current_app.extensions["wiper"]
    return wiper


def _mark(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _cut(connection: sqlite3.Connection, file: DatabaseFile, mark: int) -> bool:
    """Empty the journal; False if others still read it, or something was deleted since."""
    connection.execute(f"PRAGMA busy_timeout={READERS_MILLISECONDS}")
    with turn_of(file.writer):
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        # Another process may write from here on, unless it is locked out.
        connection.execute("BEGIN IMMEDIATE")
        done = not busy and _mark(connection) == mark
        if done:
            connection.execute(f"PRAGMA user_version={WIPED}")
        connection.commit()
        return done

"""The file of a SQLite scorebook; it may be deleted, moved or replaced while in use.

An open connection keeps using the file it opened, whatever now has its name, and SQLite takes a
journal (-wal and -shm) beside a file for that file's own. So the identity of the file is checked
before a connection is used and after each commit.

No commit waits for the disk while it blocks other writers. A change lets the others write first,
and then waits until the journal is on the disk, so several changes share one wait. A change is not
reported as saved before that.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Engine, ExceptionContext, event
from sqlalchemy.exc import DisconnectionError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

# Seconds a writer waits for the others, as long as SQLite itself waits.
TIMEOUT_SECONDS = 5
# Flushing the size of the file as well would take longer; not every system distinguishes them.
_flush = getattr(os, "fdatasync", os.fsync)
# The errors of a file that is not, or no longer, a SQLite file. The last byte of SQLite's code is
# the kind of error.
DAMAGED, _KIND = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT), 0xFF
# The key for the file's generation in the info of a pooled connection.
GENERATION = "file generation"
# How each SQLite file begins; a new one is empty.
HEAD = b"SQLite format 3\0"
# What SQLite says if another writer keeps the file locked.
BUSY = "database is locked"


class DamagedMatch(Exception):
    """The rows of a match cannot be read as a match: only a backup helps."""


def is_damage(error: BaseException) -> bool:
    """Return whether an error means a damaged file, or damaged rows in it."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return isinstance(error, DamagedMatch) or (code is not None and code & _KIND in DAMAGED)


@contextmanager
def turn_of(lock: Lock) -> Iterator[None]:
    """Hold a lock for the block. Raise OperationalError if others hold it too long."""
    if not lock.acquire(timeout=TIMEOUT_SECONDS):
        raise OperationalError("waiting", None, sqlite3.OperationalError(BUSY))
    try:
        yield
    finally:
        lock.release()


class DatabaseFile:
    """The file that has the name now; each replacement under the same name is a later `generation`.

    A connection and a descriptor of it stay open: the connection completes its journal once another
    file has its name, the descriptor shows whether it was overwritten. While they are open, the
    system does not reuse the file's identity.
    """

    def __init__(self, path: Path) -> None:
        self.generation = 0
        # Between writing threads: with SQLite's own lock each sleeps and retries, some for seconds.
        self.writer = Lock()
        # The URI under which SQLite opens the file without creating it.
        self.uri = f"{path.as_uri()}?mode=rw"
        self._path = path
        self._beside = [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm")]
        self._lock = Lock()
        self._kept: sqlite3.Connection | None = None
        self._descriptor = -1
        # Device and inode of the file and of those beside it.
        self._known: list[tuple[int, int] | None] = [None]
        self._disk_refused = False

    def create(self) -> None:
        """Create an empty file if there is none: connecting does not."""
        with _as_database_error():
            self._path.touch()

    def connect(self) -> sqlite3.Connection:
        """Connect to the file outside of the pool. Raise OperationalError and sqlite3.Error."""
        self.current_generation()
        return sqlite3.connect(self.uri, uri=True)

    def current_generation(self) -> int:
        """Return the generation of the file that is there now. Raise OperationalError for none."""
        with _as_database_error(), self._lock:
            if not self._kept or self._known != self._found():
                self._let_go()
                self._open()
            self._look_inside()
        return self.generation

    def save(self, generation: int) -> None:
        """Wait until all that is committed is on the disk, in the file of a generation.

        Raise OperationalError.
        """
        with _as_database_error():
            if self._disk_refused:
                # A write error may be reported only once, so now write everything to the file
                # itself.
                with closing(self.connect()) as connection:
                    _copy_journal(connection, "TRUNCATE")
                self._disk_refused = False
            # Looking at a file without a journal finds that it is another one.
            with suppress(FileNotFoundError), self._beside[0].open("rb+") as journal:
                try:
                    _flush(journal.fileno())
                except OSError:
                    self._disk_refused = True
                    raise
            # What was committed to a file that has been replaced meanwhile is not saved.
            if self.current_generation() != generation:
                raise FileNotFoundError(f"{self._path} is another file")

    def close(self) -> None:
        """Close the file; it is opened again on demand."""
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._kept:
            self._kept.close()
        self._kept = None

    def _found(self) -> list[tuple[int, int] | None]:
        return [_identity(path) for path in (self._path, *self._beside)]

    def _let_go(self) -> None:
        """Complete the old file, wherever it is now, and remove its journal beside the new one."""
        if not self._kept:
            return
        # It may be damaged, or its disk gone.
        with suppress(sqlite3.Error):
            _copy_journal(self._kept, "FULL")
        for path, known in zip(self._beside, self._known[1:], strict=True):
            # Unless it is already the journal of the new file.
            if _identity(path) == known:
                path.unlink(missing_ok=True)
        self._forget()

    def _open(self) -> None:
        """Open the file that has the name now. Raise OSError and sqlite3.Error."""
        before = _identity(self._path)
        kept = sqlite3.connect(self.uri, timeout=TIMEOUT_SECONDS, uri=True, check_same_thread=False)
        try:
            # Its journal exists as soon as it has been read.
            for statement in ("PRAGMA journal_mode=WAL", "SELECT * FROM sqlite_master"):
                kept.execute(statement).fetchone()
            found = self._found()
            if found[0] != before:
                raise FileNotFoundError(self._path)
        except (OSError, sqlite3.Error):
            kept.close()
            raise
        # On POSIX, closing a file gives up all locks that SQLite has on it in this process, so one
        # that still has its name stays open.
        if found[0] != self._known[0]:
            old, self._descriptor = self._descriptor, os.open(self._path, os.O_RDONLY)
            if old >= 0:
                os.close(old)
        self._kept, self._known = kept, found
        self.generation += 1

    def _look_inside(self) -> None:
        """Raise FileNotFoundError if something else was written over the file.

        SQLite does not reread pages it has.
        """
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        if os.read(self._descriptor, len(HEAD)) not in (HEAD, b""):
            self._forget()
            raise FileNotFoundError(f"{self._path} is another file")


def _identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a file; None if it is missing."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _copy_journal(connection: sqlite3.Connection, how: str) -> None:
    """Copy the whole journal into the file. Raise sqlite3.Error; OSError if others read."""
    busy, _, _ = connection.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
    if busy:
        raise BlockingIOError(BUSY)


@contextmanager
def _as_database_error() -> Iterator[None]:
    """Raise OperationalError for errors of the system or SQLite."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise OperationalError("using the file", None, error) from error


def use_file(engine: Engine, path: Path) -> DatabaseFile:
    """Make every connection of `engine` use the file that currently has the name."""
    file = DatabaseFile(path)

    @event.listens_for(engine, "do_connect")
    def connect(
        _dialect: object, record: ConnectionPoolEntry, words: list[str], options: dict[str, Any]
    ) -> None:
        record.info[GENERATION] = file.current_generation()
        words[:], options["uri"] = [file.uri], True

    @event.listens_for(engine, "checkout")
    def check_out(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        if record.info[GENERATION] != file.current_generation():
            # The pool then opens another.
            raise DisconnectionError

    @event.listens_for(engine, "handle_error")
    def find_damage(context: ExceptionContext) -> OperationalError | None:
        error = context.original_exception
        return OperationalError(context.statement, None, error) if is_damage(error) else None

    event.listen(engine, "engine_disposed", lambda _engine: file.close())
    return file

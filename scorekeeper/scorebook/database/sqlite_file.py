"""The file of a SQLite scorebook; it may be deleted, moved away or replaced while it is in use.

An open connection reads and writes the file it opened, whatever has its name by now, and SQLite
takes the journal (-wal and -shm) that lies beside a file for its own. So each connection is asked
which file it has, before it is used and after it has committed.

No commit waits for the disk, while nobody else may write. A change lets the others write first, and
then waits until the journal is on the disk: what several changes have written by then is one wait.
Nobody is told that a change is saved before that.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Dialect, Engine, ExceptionContext, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from scorekeeper.scorebook.database.write_queue import TIMEOUT_SECONDS, WriteQueue

# busy_timeout first, in milliseconds: the change to WAL may itself have to wait.
PRAGMAS = (f"busy_timeout={TIMEOUT_SECONDS * 1000}", "journal_mode=WAL", "foreign_keys=ON")
# With this a power cut loses every round since the last checkpoint, unless whoever commits waits
# for the disk, as `DatabaseFile.save` does.
SAVED_LATER = "synchronous=NORMAL"
JOURNAL = ("-wal", "-shm")
# The errors of a file that is none of SQLite's, or no longer. The last byte of SQLite's code says
# what kind of error it is.
DAMAGED, _KIND = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT), 0xFF
# What a connection of the pool knows its file by.
NUMBER = "file number"

# What each of SQLite's files begins with.
HEAD = b"SQLite format 3\0"
# Flushing the size of the file as well would take longer; not every system makes a difference.
_flush = getattr(os, "fdatasync", os.fsync)

# The device and the number of a file: no other has both while it is open. None for no file.
Identity = tuple[int, int] | None


class DamagedMatch(Exception):
    """The rows of a match cannot be read as those of any match: only a backup helps."""


def is_damage(error: BaseException) -> bool:
    """Say whether an error is that of a damaged file, or of damaged rows in it."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return isinstance(error, DamagedMatch) or (code is not None and code & _KIND in DAMAGED)


class DatabaseFile:
    """The file that has the name now; each other one under the same name has a higher `number`.

    One connection is kept open, so that the system gives what identifies the file to no other. It
    never writes, so that it also notices every commit.
    """

    def __init__(self, path: Path, queue: WriteQueue) -> None:
        self.number = 0
        self.queue = queue
        # The address under which SQLite opens the file, and makes none.
        self.uri = f"{path.as_uri()}?mode=rw"
        self._path = path
        self._beside = {each: path.with_name(path.name + each) for each in ("", *JOURNAL)}
        self._lock = Lock()
        self._descriptor: int | None = None
        self._disk_refused = False
        self._forget()

    def _forget(self) -> None:
        self._pid = os.getpid()
        self._kept: sqlite3.Connection | None = None
        self._known: dict[str, Identity] = {}

    def create(self) -> None:
        """Make an empty file where there is none: a connection does not."""
        with _as_database_error("opening the file"):
            self._path.touch()

    def connect(self) -> sqlite3.Connection:
        """Connect to the file that has the name now, beside the pool. Raise OperationalError."""
        self.number_now()
        with _as_database_error("opening the file"):
            return self._connected()

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(self.uri, uri=True, check_same_thread=False)

    def number_now(self) -> int:
        """Return the number of the file that has the name now. Raise OperationalError for none."""
        if not self._is_known():
            with self.queue.turn():
                # Another thread may have been quicker.
                if not self._is_known():
                    self._let_go()
                    self._open()
        return self.number

    def confirm(self, number: int) -> None:
        """Raise OperationalError where another file has the name now than the one of a number."""
        if self.number_now() != number:
            raise not_there(self._path)
        self.check_head()

    def check_head(self) -> None:
        """Raise OperationalError where the file was written over by something else.

        SQLite does not read a page again that it has at hand.
        """
        with self._lock:
            if self._descriptor is None:
                return
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            head = os.read(self._descriptor, len(HEAD))
        # A new file has none yet.
        if head not in (HEAD, b""):
            self.close()
            raise not_there(self._path)

    def save(self, number: int) -> None:
        """Wait until all that is committed is on the disk, in the file of a number.

        Raise OperationalError.
        """
        with _as_database_error("waiting for the disk"):
            if self._disk_refused:
                self._write_again()
            self._flush_journal()
        # What was committed to a file that lost its name meanwhile is not saved.
        self.confirm(number)

    def _flush_journal(self) -> None:
        try:
            journal = os.open(self._beside["-wal"], os.O_RDWR)
        except FileNotFoundError:
            # Whoever looks at the file next finds that it is another one, or has no journal.
            return
        try:
            _flush(journal)
        except OSError:
            self._disk_refused = True
            raise
        finally:
            os.close(journal)

    def _write_again(self) -> None:
        """Copy all of the journal into the file; the disk may say only once what it has not taken.

        Raise OSError and sqlite3.Error.
        """
        with closing(self._connected()) as connection:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError("database is locked")
        self._disk_refused = False

    def state(self) -> tuple[int, int]:
        """Return the number of the file, and one that changes with every commit.

        Raise OperationalError or sqlite3.Error.
        """
        number, found = self._ask("PRAGMA data_version", {})
        return number, int(found[0])

    def row(self, statement: str, values: Mapping[str, Any]) -> Any:
        """Return a row as the file has it now; None for no row. Raise OperationalError."""
        try:
            return self._ask(statement, values)[1]
        except sqlite3.Error as error:
            if is_damage(error):
                self.close()
            raise OperationalError(statement, None, error) from error

    def _ask(self, statement: str, values: Mapping[str, Any]) -> tuple[int, Any]:
        """Return the number of the file, and the first row that the connection kept open finds."""
        self.number_now()
        with self._lock:
            if self._kept is None:
                raise not_there(self._path)
            return self.number, self._kept.execute(statement, values).fetchone()

    def close(self) -> None:
        """Close the file; it is opened again when it is asked for."""
        with self._lock:
            if self._kept is not None and self._pid == os.getpid():
                self._kept.close()
            self._forget()

    def dispose(self) -> None:
        """Close the file once no connection of this process has it open."""
        self.close()
        with self._lock:
            self._drop_descriptor()

    def _drop_descriptor(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
        self._descriptor = None

    def _is_known(self) -> bool:
        # A forked process must not use the connection of its parent.
        if self._pid != os.getpid():
            self._forget()
            self._descriptor = None
        known = self._known
        return bool(known) and all(
            self._identity(suffix) == known[suffix] for suffix in ("", "-wal")
        )

    def _let_go(self) -> None:
        """Complete the old file, wherever it is now, and remove its journal from beside the new."""
        if self._kept is None:
            return
        with suppress(sqlite3.Error):
            self._kept.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for suffix in JOURNAL:
            # Unless it is already the journal of the new file.
            if self._known[suffix] is not None and self._identity(suffix) == self._known[suffix]:
                self._beside[suffix].unlink(missing_ok=True)
        self.close()

    def _open(self) -> None:
        before = self._identity("")
        if before is None:
            raise not_there(self._path)
        with _as_database_error("opening the file"):
            kept = self._connected()
            try:
                for pragma in PRAGMAS:
                    kept.execute(f"PRAGMA {pragma}")
                # Its journal is there as soon as it was read.
                kept.execute("SELECT count(*) FROM sqlite_master").fetchone()
            except sqlite3.Error:
                kept.close()
                raise
        known = {suffix: self._identity(suffix) for suffix in self._beside}
        if known[""] != before:
            kept.close()
            raise not_there(self._path)
        with self._lock:
            self._kept, self._known = kept, known
            with _as_database_error("opening the file"):
                self._describe()
            self.number += 1

    def _describe(self) -> None:
        """Open the file to look at its head.

        On POSIX whoever closes a file gives up all locks that SQLite has on it in this process: it
        is not closed before another one has its name.
        """
        if self._descriptor is not None:
            found = os.fstat(self._descriptor)
            if (found.st_dev, found.st_ino) == self._known[""]:
                return
        self._drop_descriptor()
        self._descriptor = os.open(self._path, os.O_RDONLY)

    def _identity(self, suffix: str) -> Identity:
        try:
            found = self._beside[suffix].stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


@contextmanager
def _as_database_error(doing: str) -> Iterator[None]:
    """Raise OperationalError for what the system or SQLite refuses."""
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise OperationalError(doing, None, error) from error


def not_there(path: Path) -> OperationalError:
    """Return the error for a file that is gone, or is another one than before."""
    error = sqlite3.OperationalError(f"{path} is gone, or another file")
    return OperationalError("looking for the file", None, error)


def use_file(engine: Engine, queue: WriteQueue) -> DatabaseFile:
    """Let every connection of `engine` have the file that has the name at that time."""
    file = DatabaseFile(queue.database, queue)

    @event.listens_for(engine, "do_connect")
    def connect(
        dialect: Dialect, record: ConnectionPoolEntry, _words: object, options: dict[str, Any]
    ) -> DBAPIConnection:
        number = file.number_now()
        connection = dialect.connect(file.uri, uri=True, **options)
        try:
            file.confirm(number)
        except OperationalError:
            connection.close()
            raise
        record.info[NUMBER] = number
        return connection

    @event.listens_for(engine, "checkout")
    def check_out(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        if record.info[NUMBER] != file.number_now():
            # The pool then opens another.
            raise DisconnectionError
        file.check_head()

    @event.listens_for(engine, "handle_error")
    def find_damage(context: ExceptionContext) -> OperationalError | None:
        error = context.original_exception
        if not is_damage(error):
            return None
        # Another file may be there soon: nothing of this one is kept.
        context.is_disconnect = True
        file.close()
        return OperationalError(context.statement, None, error)

    event.listen(engine, "engine_disposed", lambda _engine: file.dispose())
    return file

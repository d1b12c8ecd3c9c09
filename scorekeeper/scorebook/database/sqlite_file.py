"""The file of a SQLite scorebook; it may be deleted, moved away or replaced while it is in use.

An open connection reads and writes the file it opened, whatever has its name by now, and SQLite
takes the journal (-wal and -shm) that lies beside a file for its own. So each connection is asked
which file it has, before it is used and after it has committed.

No commit waits for the disk, while nobody else may write. A change lets the others write first, and
then waits until the journal is on the disk: what several changes have written by then is one wait.
Nobody is told that a change is saved before that.

Who writes waits in a queue, first come, first served. Without it each writer sleeps and tries
again; an unlucky one waits for seconds while others pass.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock, get_ident
from typing import Any

from sqlalchemy import Dialect, Engine, ExceptionContext, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

if sys.platform != "win32":
    import fcntl

# Seconds a writer waits for the others before it gives up.
TIMEOUT_SECONDS = 5
# Seconds between two tries to lock a file; a change takes a few milliseconds.
POLL_SECONDS = 0.0003

# busy_timeout first, in milliseconds: the change to WAL may itself have to wait.
PRAGMAS = (f"busy_timeout={TIMEOUT_SECONDS * 1000}", "journal_mode=WAL", "foreign_keys=ON")
# With this a power cut loses every round since the last checkpoint, unless whoever commits waits
# for the disk, as `DatabaseFile.save` does.
SAVED_LATER = "synchronous=NORMAL"
# Flushing the size of the file as well would take longer; not every system makes a difference.
_flush = getattr(os, "fdatasync", os.fsync)
# The errors of a file that is none of SQLite's, or no longer. The last byte of SQLite's code says
# what kind of error it is.
DAMAGED, _KIND = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT), 0xFF
# What a connection of the pool knows its file by.
GENERATION = "file generation"
# What each of SQLite's files begins with; a new one has nothing yet.
HEAD = b"SQLite format 3\0"


class DamagedMatch(Exception):
    """The rows of a match cannot be read as those of any match: only a backup helps."""


def is_damage(error: BaseException) -> bool:
    """Say whether an error is that of a damaged file, or of damaged rows in it."""
    code = getattr(getattr(error, "orig", error), "sqlite_errorcode", None)
    return isinstance(error, DamagedMatch) or (code is not None and code & _KIND in DAMAGED)


class DatabaseFile:
    """The file that has the name now; each other one under the same name is a later `generation`.

    A connection and a descriptor of it are kept: the one completes its journal once another file
    has its name, the other sees what was written over it. While they are open, the system gives
    what identifies the file to no other.
    """

    def __init__(self, path: Path, queue: WriteQueue) -> None:
        self.generation = 0
        self.queue = queue
        # The address under which SQLite opens the file, and makes none.
        self.uri = f"{path.as_uri()}?mode=rw"
        self._path = path
        self._beside = [path.with_name(path.name + suffix) for suffix in ("", "-wal", "-shm")]
        self._lock = Lock()
        self._kept: sqlite3.Connection | None = None
        self._descriptor: int | None = None
        self._disk_refused = False
        # The device and the inode of the file and those beside it; none while it is not open.
        self._known: list[tuple[int, int] | None] = []

    def create(self) -> None:
        """Make an empty file where there is none: a connection does not."""
        with _as_database_error("opening the file"):
            self._path.touch()

    def connect(self) -> sqlite3.Connection:
        """Connect to the file that has the name now, beside the pool. Raise OperationalError."""
        self.current_generation()
        with _as_database_error("opening the file"):
            return self._connected()

    def current_generation(self) -> int:
        """Return the generation of the file that is there now. Raise OperationalError for none."""
        if not self._is_known():
            with self.queue.turn(), self._lock:
                # Another thread may have been quicker.
                if not self._is_known():
                    self._let_go()
                    with _as_database_error("opening the file"):
                        self._open()
        return self.generation

    def confirm(self, generation: int) -> None:
        """Raise OperationalError where another file has the name now than in a generation."""
        if self.current_generation() != generation:
            raise _not_there(self._path)
        self.confirm_head()

    def confirm_head(self) -> None:
        """Raise OperationalError where something else was written over the file.

        SQLite reads no page again that it has.
        """
        with self._lock:
            if self._descriptor is None:
                return
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            head = os.read(self._descriptor, len(HEAD))
        if head not in (HEAD, b""):
            self.close()
            raise _not_there(self._path)

    def save(self, generation: int) -> None:
        """Wait until all that is committed is on the disk, in the file of a generation.

        Raise OperationalError.
        """
        with _as_database_error("waiting for the disk"):
            if self._disk_refused:
                self._write_again()
            # Whoever looks at a file without a journal finds that it is another one.
            with suppress(FileNotFoundError), self._beside[1].open("rb+") as journal:
                try:
                    _flush(journal.fileno())
                except OSError:
                    self._disk_refused = True
                    raise
        # What was committed to a file that lost its name meanwhile is not saved.
        self.confirm(generation)

    def _write_again(self) -> None:
        """Copy all of the journal into the file; the disk may say only once what it has not taken.

        Raise sqlite3.Error.
        """
        with closing(self._connected()) as connection:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError("database is locked")
        self._disk_refused = False

    def close(self) -> None:
        """Close the file; it is opened again when it is asked for."""
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._kept:
            self._kept.close()
        self._kept, self._known = None, []

    def _connected(self) -> sqlite3.Connection:
        return sqlite3.connect(self.uri, uri=True, check_same_thread=False)

    def _is_known(self) -> bool:
        # SQLite makes the third one whenever it needs it.
        known = self._known[:2]
        return bool(known) and [*map(_identity, self._beside[:2])] == known

    def _identities(self) -> list[tuple[int, int] | None]:
        return [_identity(path) for path in self._beside]

    def _let_go(self) -> None:
        """Complete the old file, wherever it is now, and remove its journal from beside the new."""
        if not self._kept:
            return
        with suppress(sqlite3.Error):
            self._kept.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for path, known, found in zip(self._beside, self._known, self._identities(), strict=True):
            # Unless it is already the journal of the new file.
            if path != self._path and known is not None and known == found:
                path.unlink(missing_ok=True)
        self._forget()

    def _open(self) -> None:
        """Open the file that has the name now. Raise OSError and sqlite3.Error."""
        before, kept = _identity(self._path), self._connected()
        try:
            # Its journal is there as soon as it was read.
            for statement in (
                *(f"PRAGMA {each}" for each in PRAGMAS),
                "SELECT * FROM sqlite_master",
            ):
                kept.execute(statement).fetchone()
            self._describe()
            known = self._identities()
            if known[0] != before:
                raise FileNotFoundError(self._path)
        except (OSError, sqlite3.Error):
            kept.close()
            raise
        self._kept, self._known = kept, known
        self.generation += 1

    def _describe(self) -> None:
        """Open the file to look at its head, unless it is open.

        On POSIX whoever closes a file gives up all locks that SQLite has on it in this process: it
        is not closed before another one has its name.
        """
        old = self._descriptor
        if old is None or not os.path.samestat(os.fstat(old), self._path.stat()):
            self._descriptor = os.open(self._path, os.O_RDONLY)
            if old is not None:
                os.close(old)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
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


def _not_there(path: Path) -> OperationalError:
    """Return the error for a file that is gone, or is another one than before."""
    error = sqlite3.OperationalError(f"{path} is gone, or another file")
    return OperationalError("looking for the file", None, error)


class WriteQueue:
    """The queue of all threads and processes that write to one file.

    A turn also ends when its process is killed: the operating system frees the locks. On Windows
    only the threads of one process queue.
    """

    def __init__(self, database: Path, timeout: float) -> None:
        self.database = database
        self._queue, self._next = (f"{database}.{name}" for name in ("queue", "queue-next"))
        self._timeout = timeout
        self._guard = Lock()
        # Of the threads, the one whose turn it is first, and what each waits for.
        self._line: list[Lock] = []
        self._owner: int | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, and keep it until the block ends; whoever has it goes on at once.

        Raise OperationalError: after `timeout` seconds, or where the lock files cannot be opened.
        """
        if self._owner == get_ident():
            yield
            return
        deadline = time.monotonic() + self._timeout
        with self._in_line(), self._locked_files(deadline):
            self._owner = get_ident()
            try:
                yield
            finally:
                self._owner = None

    @contextmanager
    def _in_line(self) -> Iterator[None]:
        """Wait for the threads that came before; a lock of Python has no order."""
        ours = Lock()
        ours.acquire()
        with self._guard:
            self._line.append(ours)
            if self._line[0] is ours:
                ours.release()
        try:
            if not ours.acquire(timeout=self._timeout):
                raise busy_error()
            yield
        finally:
            with self._guard:
                was_first = self._line[0] is ours
                self._line.remove(ours)
                if was_first and self._line:
                    self._line[0].release()

    @contextmanager
    def _locked_files(self, deadline: float) -> Iterator[None]:
        if sys.platform == "win32":
            yield
            return
        with _opened(self._queue) as turn:
            # Only the process that holds queue-next tries to lock queue. The one that had the turn
            # cannot take it again before the others, which only try now and then, get a chance.
            with _opened(self._next) as next_turn:
                lock_file(next_turn, deadline)
                lock_file(turn, deadline)
            yield


@contextmanager
def _opened(path: str) -> Iterator[int]:
    """Open a lock file for one turn: a forked process must not share that of its parent."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)
    except OSError as error:
        raise OperationalError("taking a turn to write", None, error) from error
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def lock_file(descriptor: int, deadline: float) -> None:
    """Lock an open file; closing it unlocks it. Raise OperationalError after the deadline.

    Where the file system has no such locks, only the threads of one process queue.
    """
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise busy_error() from None
            time.sleep(POLL_SECONDS)
        except OSError:
            return
        else:
            return


def busy_error() -> OperationalError:
    """Return the error that SQLite raises where another writer keeps the file locked."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_BUSY, "SQLITE_BUSY"
    return OperationalError("taking a turn to write", None, error)


def use_file(engine: Engine, queue: WriteQueue) -> DatabaseFile:
    """Let every connection of `engine` have the file that has the name at that time."""
    file = DatabaseFile(queue.database, queue)

    @event.listens_for(engine, "do_connect")
    def connect(
        dialect: Dialect, record: ConnectionPoolEntry, _words: object, options: dict[str, Any]
    ) -> DBAPIConnection:
        generation = file.current_generation()
        connection = dialect.connect(file.uri, uri=True, **options)
        try:
            file.confirm(generation)
        except OperationalError:
            connection.close()
            raise
        record.info[GENERATION] = generation
        return connection

    @event.listens_for(engine, "checkout")
    def check_out(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        if record.info[GENERATION] != file.current_generation():
            # The pool then opens another.
            raise DisconnectionError
        file.confirm_head()

    @event.listens_for(engine, "handle_error")
    def find_damage(context: ExceptionContext) -> OperationalError | None:
        error = context.original_exception
        if not is_damage(error):
            return None
        # Another file may be there soon: nothing of this one is kept.
        context.is_disconnect = True
        file.close()
        return OperationalError(context.statement, None, error)

    event.listen(engine, "engine_disposed", lambda _engine: file.close())
    return file

"""Writers of a SQLite database take turns.

SQLite lets each guess when to ask again: one that guesses badly waits while others come and go.
"""

import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from sqlalchemy.exc import OperationalError

if sys.platform != "win32":
    import fcntl

# Seconds between two looks at whether another process is done; a change takes a few thousandths.
LOOK_SECONDS = 0.0005


class Turns:
    """The turns of all who write to one file; whoever waits `patience` seconds is told it is busy.

    A turn ends with its process, however that ends: the lock is the system's, not a file's being
    there. On Windows only the threads of one process queue.
    """

    def __init__(self, database: Path, patience: float) -> None:
        self._path = database.with_name(f"{database.name}.queue")
        self._patience = patience
        self._threads = Lock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for a turn, and keep it until the block ends. Raise OperationalError."""
        deadline = time.monotonic() + self._patience
        if not self._threads.acquire(timeout=self._patience):
            raise busy()
        try:
            with self._before_other_processes(deadline):
                yield
        finally:
            self._threads.release()

    @contextmanager
    def _before_other_processes(self, deadline: float) -> Iterator[None]:
        if sys.platform == "win32":
            yield
            return
        try:
            # Opened for each turn: a process that forks must not share its parent's.
            file = self._path.open("ab")
        except OSError as error:
            raise OperationalError("taking a turn to write", None, error) from error
        with file:
            while not locked(file.fileno()):
                if time.monotonic() > deadline:
                    raise busy()
                time.sleep(LOOK_SECONDS)
            yield


def locked(descriptor: int) -> bool:
    """Lock an open file if nobody else has; closing it lets the next one in."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def busy() -> OperationalError:
    """Return the error of a database that another writer keeps too long, as SQLite words it."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_BUSY, "SQLITE_BUSY"
    return OperationalError("taking a turn to write", None, error)

"""A queue of writers before a SQLite file: first come, first served.

Without it each writer sleeps and tries again; an unlucky one waits for seconds while others pass.
"""

import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, get_ident

from sqlalchemy.exc import OperationalError

if sys.platform != "win32":
    import fcntl

# Seconds a writer waits for the others before it gives up.
TIMEOUT_SECONDS = 5
# Seconds between two tries to lock a file; a change takes a few milliseconds.
POLL_SECONDS = 0.0003


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
    """Open a lock file, anew for each turn: a forked process must not share its parent's."""
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

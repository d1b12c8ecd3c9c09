"""Writers of a SQLite database take turns.

SQLite lets each guess when to ask again: one that guesses badly waits while others come and go.
"""

import sqlite3
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import IO

from sqlalchemy.exc import OperationalError

if sys.platform != "win32":
    import fcntl

# Seconds between two looks at whether another process is done; a change takes a few thousandths.
POLL_SECONDS = 0.0003


class FifoLock:
    """The threads of this process in the order they came; a lock alone lets latecomers in first."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def join(self, patience: float) -> bool:
        """Wait to be the first; say no after as many seconds, and go away."""
        with self._guard:
            if not self._taken:
                self._taken = True
                return True
            call = Lock()
            call.acquire()
            self._waiting.append(call)
        if call.acquire(timeout=patience):
            return True
        with self._guard:
            # It may have been called in the very moment in which it lost its patience.
            called = call not in self._waiting
            if not called:
                self._waiting.remove(call)
            return called

    def leave(self) -> None:
        """Let the next one in."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


class WriteQueue:
    """The turns of all who write to one file; whoever waits `patience` seconds is told it is busy.

    A turn ends with its process, however that ends: the lock is the system's, not a file's being
    there. On Windows only the threads of one process queue.
    """

    def __init__(self, database: Path, patience: float) -> None:
        self._database = database
        self._patience = patience
        self._line = FifoLock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Wait for a turn, and keep it until the block ends. Raise OperationalError."""
        deadline = time.monotonic() + self._patience
        if not self._line.join(self._patience):
            raise busy_error()
        try:
            with self._before_other_processes(deadline):
                yield
        finally:
            self._line.leave()

    @contextmanager
    def _before_other_processes(self, deadline: float) -> Iterator[None]:
        if sys.platform == "win32":
            yield
            return
        with self._opened("queue") as turn:
            # One process at a time waits for the turn. So nobody has it again before the others,
            # who only look now and then, have seen that it was free.
            with self._opened("queue-next") as next_turn:
                lock_file(next_turn.fileno(), deadline)
                lock_file(turn.fileno(), deadline)
            yield

    def _opened(self, name: str) -> IO[bytes]:
        """Open a file to lock, anew each time: a process that forks must not share its parent's."""
        try:
            return self._database.with_name(f"{self._database.name}.{name}").open("ab")
        except OSError as error:
            raise OperationalError("taking a turn to write", None, error) from error


def lock_file(descriptor: int, deadline: float) -> None:
    """Lock an open file when nobody else has; closing it lets the next one in."""
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise busy_error() from None
            time.sleep(POLL_SECONDS)
        else:
            return


def busy_error() -> OperationalError:
    """Return the error of a database that another writer keeps too long, as SQLite words it."""
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_BUSY, "SQLITE_BUSY"
    return OperationalError("taking a turn to write", None, error)

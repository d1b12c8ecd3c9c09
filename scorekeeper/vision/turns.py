"""Who reads next: one at a time in a process, and only a few wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from time import monotonic

from scorekeeper.vision.errors import TooBusy


class Turns:
    """One turn at a time, with room for some who wait."""

    def __init__(self, waiting: int) -> None:
        self._places = BoundedSemaphore(1 + waiting)
        self._turn = Lock()

    @contextmanager
    def next(self, seconds: float) -> Iterator[float]:
        """Wait for a turn, and give the moment by which it has to be over. Raise TooBusy."""
        until = monotonic() + seconds
        if not self._places.acquire(blocking=False):
            raise TooBusy
        try:
            if not self._turn.acquire(timeout=seconds):
                raise TooBusy
            try:
                yield until
            finally:
                self._turn.release()
        finally:
            self._places.release()

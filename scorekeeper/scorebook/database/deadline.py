"""A time for each change on PostgreSQL, so that none waits for ever and none is wrongly confirmed.

A server with a synchronous standby confirms a change when the standby has it too. While there is no
standby it waits for ever, and no timeout of PostgreSQL ends that wait. Where it is cancelled the
server gives a warning and confirms: the change is on this machine alone, and lost with it.
"""

from __future__ import annotations

import time
from contextlib import suppress
from threading import Lock, Thread
from types import TracebackType
from typing import Any

from sqlalchemy.exc import OperationalError

# Longer than a writer waits for the others, and not too long for somebody at the table.
SECONDS = 8
# Seconds in which the server has to hear of it.
CANCEL_SECONDS = 2


class NotConfirmed(Exception):
    """The standby has not confirmed a change."""


class Deadline:
    """Cancels what one connection does after SECONDS, and counts no warning as a confirmation.

    Wraps the transaction, so that it lasts until the commit. Raise OperationalError where the
    server gave a warning; sent again, the same change is saved once.
    """

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self._warned = False

    def __enter__(self) -> Deadline:
        self._driver.add_notice_handler(self._notice)
        _deadlines.start(self)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        _deadlines.stop(self)
        self._driver.remove_notice_handler(self._notice)
        if self._warned and kind is None:
            raise OperationalError("COMMIT", None, NotConfirmed("no standby has the change"))

    def _notice(self, notice: Any) -> None:
        self._warned = self._warned or notice.severity_nonlocalized == "WARNING"

    def cancel(self) -> None:
        """End what the connection does just now."""
        self._driver.cancel_safe(timeout=CANCEL_SECONDS)


class _Deadlines:
    """Cancels what lasts too long: one thread for all, as starting one takes long."""

    def __init__(self) -> None:
        self._lock = Lock()
        # When each is due, the first one first.
        self._due: dict[Deadline, float] = {}
        self._thread: Thread | None = None

    def start(self, deadline: Deadline) -> None:
        with self._lock:
            self._due[deadline] = time.monotonic() + SECONDS
            # A forked process has no thread yet.
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="deadlines", daemon=True)
                self._thread.start()

    def stop(self, deadline: Deadline) -> None:
        with self._lock:
            self._due.pop(deadline, None)

    def _run(self) -> None:
        """Sleep until the next one is due, until there is none."""
        while (wait := self._until_next()) is not None:
            time.sleep(wait)

    def _until_next(self) -> float | None:
        """Cancel what is due; return how long the next one has still, None where there is none."""
        while True:
            with self._lock:
                deadline, due = next(iter(self._due.items()), (None, 0.0))
                if deadline is None:
                    self._thread = None
                    return None
                if (wait := due - time.monotonic()) > 0:
                    return wait
                del self._due[deadline]
            # The server may be away, or what is cancelled have just ended.
            with suppress(Exception):
                deadline.cancel()


_deadlines = _Deadlines()

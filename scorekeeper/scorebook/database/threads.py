"""Background threads: each runs while there is work for it.

One gives each change on PostgreSQL a time limit, so that none waits for ever and none is wrongly
confirmed. A server with a synchronous standby confirms a change once the standby has it too.
Without the standby it waits for ever, and no timeout of PostgreSQL ends that wait. When cancelled,
the server gives a warning and confirms, although the change is on this machine alone and would be
lost with it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread
from types import TracebackType
from typing import Any

from sqlalchemy.exc import OperationalError

# Longer than a writer waits for the others, and not too long for somebody at the table.
SECONDS = 8
# Seconds by which the server must receive the cancel request.
CANCEL_SECONDS = 2
# Browsers have no threads.
THREADS = sys.platform != "emscripten"


class OnDemandThread:
    """Does some work in a thread when asked, and again if asked meanwhile; then the thread ends.

    The program waits for it at exit, unless it is a `daemon`.
    """

    def __init__(self, name: str, work: Callable[[], object], *, daemon: bool = True) -> None:
        self._name, self._work, self._daemon = name, work, daemon
        self._lock = Lock()
        self._asked = False
        self._thread: Thread | None = None

    def ask(self) -> None:
        """Start the work, or have it done once more."""
        with self._lock:
            self._asked = True
            # A thread that failed has ended.
            if THREADS and (self._thread is None or not self._thread.is_alive()):
                self._thread = Thread(target=self._run, name=self._name, daemon=self._daemon)
                self._thread.start()
        if not THREADS:
            self._run()

    def wait(self, seconds: float) -> None:
        """Wait until all requested work is done, `seconds` at most."""
        if thread := self._thread:
            thread.join(seconds)

    def _run(self) -> None:
        while self._is_asked():
            self._work()

    def _is_asked(self) -> bool:
        with self._lock:
            asked, self._asked = self._asked, False
            if not asked:
                self._thread = None
            return asked


class NotConfirmed(Exception):
    """The standby has not confirmed a change."""


class Deadline:
    """Cancels the work of a connection after SECONDS, and treats a warning as no confirmation.

    Wraps the commit. Raise OperationalError if the server gave a warning; sent again, the same
    change is saved once.
    """

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        self._warned = False

    def __enter__(self) -> Deadline:
        self._driver.add_notice_handler(self._notice)
        _lasting[self] = time.monotonic() + SECONDS
        _canceller.ask()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        _lasting.pop(self, None)
        self._driver.remove_notice_handler(self._notice)
        if self._warned and kind is None:
            raise OperationalError("COMMIT", None, NotConfirmed("no standby has the change"))

    def _notice(self, notice: Any) -> None:
        self._warned = self._warned or notice.severity_nonlocalized == "WARNING"

    def cancel(self) -> None:
        """Cancel what the connection is doing."""
        self._driver.cancel_safe(timeout=CANCEL_SECONDS)


def _cancel_what_lasts() -> None:
    """Sleep until the first deadline, cancel what still runs, and repeat until none is left."""
    while lasting := list(_lasting.items()):
        first, due = lasting[0]
        time.sleep(max(0.0, due - time.monotonic()))
        if _lasting.pop(first, None):
            # The server may be away, or the work may have just ended.
            with suppress(Exception):
                first.cancel()


# The deadlines, the earliest first.
_lasting: dict[Deadline, float] = {}
# One thread for all, because starting one takes long.
_canceller = OnDemandThread("deadlines", _cancel_what_lasts)

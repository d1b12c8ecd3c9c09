"""A time for each change on PostgreSQL, so that none waits for ever and none is wrongly confirmed.

A server with a synchronous standby confirms a change when the standby has it too. While there is no
standby it waits for ever, and no timeout of PostgreSQL ends that wait. Where it is cancelled the
server gives a warning and confirms: the change is on this machine alone, and lost with it.
"""

from __future__ import annotations

from threading import Timer
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
        self._timer = Timer(SECONDS, self._cancel)
        self._timer.daemon = True

    def __enter__(self) -> Deadline:
        self._driver.add_notice_handler(self._notice)
        self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        self._driver.remove_notice_handler(self._notice)
        if self._warned and kind is None:
            raise OperationalError("COMMIT", None, NotConfirmed("no standby has the change"))

    def _notice(self, notice: Any) -> None:
        self._warned = self._warned or notice.severity_nonlocalized == "WARNING"

    def _cancel(self) -> None:
        self._driver.cancel_safe(timeout=CANCEL_SECONDS)

"""What lasts too long on PostgreSQL is cancelled, and nothing else is."""

from __future__ import annotations

from threading import Event

import pytest

from scorekeeper.scorebook.database import threads
from scorekeeper.scorebook.database.threads import Deadline

SECONDS = 10


class Driver:
    """A connection that says when it was cancelled."""

    def __init__(self) -> None:
        self.cancelled = Event()

    def cancel_safe(self, timeout: float) -> None:
        assert timeout
        self.cancelled.set()

    def add_notice_handler(self, _handler: object) -> None:
        pass

    remove_notice_handler = add_notice_handler


class Broken(Driver):
    """A connection that cannot be cancelled."""

    def cancel_safe(self, timeout: float) -> None:
        raise OSError(timeout)


def test_only_what_lasts_too_long_is_cancelled_and_one_that_cannot_be_keeps_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "SECONDS", 0.05)
    ended, first, second = Driver(), Driver(), Driver()
    with Deadline(first), Deadline(Broken()):
        with Deadline(ended):
            pass
        with Deadline(second):
            assert first.cancelled.wait(SECONDS)
            assert second.cancelled.wait(SECONDS)
    assert not ended.cancelled.is_set()

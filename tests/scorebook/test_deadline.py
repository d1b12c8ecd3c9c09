"""What lasts too long on PostgreSQL is cancelled, and nothing else is."""

from threading import Event

from scorekeeper.scorebook.database import threads
from scorekeeper.scorebook.database.threads import Deadline

SECONDS = 10


class Driver:
    """A connection that says when it was cancelled."""

    def __init__(self):
        self.cancelled = Event()

    def cancel_safe(self, timeout):
        assert timeout
        self.cancelled.set()

    def add_notice_handler(self, _handler):
        pass

    remove_notice_handler = add_notice_handler


class Broken(Driver):
    """A connection that cannot be cancelled."""

    def cancel_safe(self, timeout):
        raise OSError(timeout)


def test_only_what_lasts_too_long_is_cancelled_and_one_that_cannot_be_keeps_no_other(monkeypatch):
    monkeypatch.setattr(threads, "SECONDS", 0.05)
    ended, first, second = Driver(), Driver(), Driver()
    with Deadline(first), Deadline(Broken()):
        with Deadline(ended):
            pass
        with Deadline(second):
            assert first.cancelled.wait(SECONDS)
            assert second.cancelled.wait(SECONDS)
    assert not ended.cancelled.is_set()

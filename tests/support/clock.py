"""The clock of the house while tests run: each test begins at the same moment, or sets its own.

The program in this process goes by it. The machine's own is that of browsers, of programs that
tests start, and of what Flask writes into headers and signatures.
"""

import os
import time
from contextlib import contextmanager
from datetime import datetime, timedelta
from unittest.mock import patch

from scorekeeper import clock


def go_to(place):
    """Return the moment that `--clock` says; from now on this process is where that is."""
    moment, _, zone = place.partition(" ")
    if zone:
        os.environ["TZ"] = zone
        time.tzset()
    return datetime.fromisoformat(moment).astimezone()


class Clock:
    """A clock that says `now`, and is later by `step` whenever it is looked at.

    Nothing that a program does comes at the very moment of what it did before.
    """

    def __init__(self, now):
        self.now, self.step = now, timedelta(milliseconds=1)

    def __call__(self):
        self.now += self.step
        return self.now.timestamp()


@contextmanager
def told(now):
    """Tell the program another time until the block ends."""
    told = Clock(now)
    with patch.object(clock, "time", told):
        yield told

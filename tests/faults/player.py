"""Somebody who records rounds while machines die, and what became of the rounds."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from threading import Event

from scorekeeper.scorebook import matches as scorebook
from tests.databases import opened
from tests.http_device import Answer, Device, NoAnswer, hands

# A server that is promoted takes a moment, and a crowded machine longer.
PATIENCE_SECONDS = 60
# What a proxy answers while nobody is there behind it.
NOBODY_THERE = Answer(502, "", "")


@dataclass
class Player:
    """Records one round after another of a match, and sends again what was not saved."""

    device: Device
    match: str
    # The pips of the first round; whoever plays at the same match has others.
    first: int = 1
    # The pips of each acknowledged round, in order.
    acknowledged: list[int] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)

    def play(self, stop):
        for turn in count():
            if stop.is_set():
                return
            self.record(self.first + turn % 20)

    def record(self, pips):
        """Record a round, however often it has to be sent; somebody else may be quicker.

        Raise AssertionError where it cannot be recorded.
        """
        if self.insist((303, 409), self.device.post, *self.filled(pips)).status == 303:
            self.acknowledged.append(pips)

    def filled(self, pips):
        """Fill in the form of the next round; return its address and what it sends."""
        address = f"{self.match}/rounds/new"
        page = self.insist((200,), self.device.get, f"{address}?entry=pips")
        return address, page.hidden | hands(pips)

    def insist(self, statuses, ask, *asked):
        """Ask until it is answered with one of some statuses."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (answer := self.seen(ask, *asked)).status not in statuses:
            assert time.monotonic() < deadline, answer
            time.sleep(0.05)
        return answer

    def seen(self, ask, *asked):
        """Ask for something; a server that goes away meanwhile is nobody there."""
        try:
            answer = ask(*asked)
        except NoAnswer:
            answer = NOBODY_THERE
        self.statuses.add(answer.status)
        return answer


@contextmanager
def playing(players):
    """Let players record rounds until the block ends."""
    stop = Event()
    with ThreadPoolExecutor(len(players)) as pool:
        try:
            games = [pool.submit(player.play, stop) for player in players]
            yield
        finally:
            stop.set()
        for game in games:
            game.result()


def seated(url, **fields):
    """Start a match."""
    device = Device(url)
    return Player(device, device.start(**fields))


def recorded(url, folder, match):
    """Read the pips of all rounds of a match, which its log and its totals know as well."""
    with opened(url, folder) as app, app.app_context():
        found = scorebook.find_match(int(match.rpartition("/")[2]))
        pips = [each.played.hands[1].pips for each in found.rounds]
        assert (found.version, found.standing.totals) == (len(pips), (sum(pips), 0))
        return pips


def wait_until(players, more):
    """Wait until each player has recorded some more rounds."""
    wanted = [len(each.acknowledged) + more for each in players]
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(len(p.acknowledged) < w for p, w in zip(players, wanted, strict=True)):
        assert time.monotonic() < deadline, "Nothing is recorded any more."
        time.sleep(0.02)

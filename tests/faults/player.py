"""Somebody who records rounds while machines die, and what became of the rounds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Event

from scorekeeper.scorebook import matches as scorebook
from tests.databases import opened
from tests.http_device import MATCH, Answer, Device, NoAnswer

# A server that is promoted takes a moment, and a crowded machine longer.
PATIENCE_SECONDS = 60
# What a proxy answers while nobody is there behind it.
NOBODY_THERE = Answer(502, "", "")


@dataclass
class Player:
    """Records one round after another of a match, and sends again what was not saved."""

    device: Device
    match: str
    # The pips of each acknowledged round, in order.
    acknowledged: list[int] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)

    def play(self, stop: Event) -> None:
        for turn in count(1):
            if stop.is_set():
                return
            self.record(1 + turn % 50)

    def record(self, pips: int) -> None:
        """Record a round, however often it has to be sent. Raise AssertionError where it cannot."""
        page = self.insist(200, self.device.get, f"{self.match}/rounds/new?entry=pips")
        self.insist(303, self.device.post, *self.filled(page, pips))
        self.acknowledged.append(pips)

    def filled(self, page: Answer, pips: int) -> tuple[str, dict[str, str]]:
        """Fill in the form of a round; return its address and what it sends."""
        hands = {"hands-0-out": "y", "hands-1-pips": str(pips), "action": "record"}
        return f"{self.match}/rounds/new", page.hidden | hands

    def insist(self, status: int, ask: Callable[..., Answer], *asked: object) -> Answer:
        """Ask until it is answered with a status."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while (answer := self.seen(ask, *asked)).status != status:
            assert time.monotonic() < deadline, answer
            time.sleep(0.05)
        return answer

    def seen(self, ask: Callable[..., Answer], *asked: object) -> Answer:
        """Ask for something; a server that goes away meanwhile is nobody there."""
        try:
            answer = ask(*asked)
        except NoAnswer:
            answer = NOBODY_THERE
        self.statuses.add(answer.status)
        return answer


@contextmanager
def playing(players: list[Player]) -> Iterator[None]:
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


def seated(url: str) -> Player:
    """Start a match."""
    device = Device(url)
    started = device.post("/matches/new", {**device.get("/matches/new").hidden, **MATCH})
    assert started.status == 303
    return Player(device, started.location)


def recorded(url: str, folder: Path, match: str) -> list[int]:
    """Read the pips of all rounds of a match."""
    with opened(url, folder) as app, app.app_context():
        rounds = scorebook.find_match(int(match.rpartition("/")[2])).rounds
        return [each.played.hands[1].pips for each in rounds]


def wait_until(players: list[Player], more: int) -> None:
    """Wait until each player has recorded some more rounds."""
    wanted = [len(each.acknowledged) + more for each in players]
    deadline = time.monotonic() + PATIENCE_SECONDS
    while any(len(p.acknowledged) < w for p, w in zip(players, wanted, strict=True)):
        assert time.monotonic() < deadline, "Nothing is recorded any more."
        time.sleep(0.02)

"""A PostgreSQL with a synchronous standby: either machine may die, and no round is lost."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from scorekeeper.scorebook import matches as scorebook
from tests.databases import REQUIRED, opened
from tests.faults.cluster import Cluster, cluster, programs
from tests.http_device import MATCH, Answer, Device
from tests.running_server import RUN, Served, scorekeeper, serving

PLAYERS = 4
# A server that is promoted takes a moment, and a crowded machine longer.
PATIENCE_SECONDS = 60
# What somebody at the table is ready to wait for.
MOST_SECONDS_FOR_503 = 10


@pytest.fixture
def both() -> Iterator[Cluster]:
    """Return a primary and its standby, or fail or skip where there is no PostgreSQL."""
    found = programs()
    if found is None and os.environ.get(REQUIRED) == "1":
        pytest.fail("PostgreSQL's own programs are not installed.", pytrace=False)
    if found is None:
        pytest.skip("PostgreSQL's own programs, such as initdb, are not installed.")
    with cluster(found) as both:
        yield both


@pytest.fixture
def served(both: Cluster, tmp_path: Path) -> Iterator[Served]:
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_DATABASE_URL": both.url}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        yield served


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
        """Record a round, however often it has to be sent."""
        form = self.form(pips)
        while self.send(form).status != 303:
            time.sleep(0.05)
        self.acknowledged.append(pips)

    def form(self, pips: int) -> dict[str, str]:
        """Open the form of the next round and fill it in."""
        while (
            page := self.seen(self.device.get(f"{self.match}/rounds/new?entry=pips"))
        ).status != 200:
            time.sleep(0.05)
        return page.hidden | {"hands-0-out": "y", "hands-1-pips": str(pips), "action": "record"}

    def send(self, form: dict[str, str]) -> Answer:
        return self.seen(self.device.post(f"{self.match}/rounds/new", form))

    def seen(self, answer: Answer) -> Answer:
        self.statuses.add(answer.status)
        return answer


def seated(served: Served) -> Player:
    """Start a match."""
    device = Device(served.url.rstrip("/"))
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


def test_no_round_is_lost_or_there_twice_when_the_standby_takes_over(
    both: Cluster, served: Served, tmp_path: Path
) -> None:
    players, stop = [seated(served) for _ in range(PLAYERS)], Event()
    threads = [Thread(target=player.play, args=(stop,)) for player in players]
    for thread in threads:
        thread.start()
    wait_until(players, 3)
    both.primary.kill()
    both.standby.promote()
    wait_until(players, 3)
    stop.set()
    for thread in threads:
        thread.join()
    for player in players:
        assert recorded(both.url, tmp_path, player.match) == player.acknowledged
        assert player.statuses <= {200, 303, 503}


def test_without_a_standby_a_round_is_not_saved_and_nobody_waits_for_long(
    both: Cluster, served: Served, tmp_path: Path
) -> None:
    player = seated(served)
    player.record(12)
    both.standby.kill()
    form = player.form(34)
    started = time.monotonic()
    answer = player.send(form)
    assert answer.status == 503
    assert time.monotonic() - started < MOST_SECONDS_FOR_503
    assert 'name="hands-1-pips" value="34"' in answer.text
    assert player.device.get(player.match).status == 200
    both.standby.start()
    while player.send(form).status != 303:
        time.sleep(0.05)
    assert recorded(both.url, tmp_path, player.match) == [12, 34]

"""Acknowledged rounds survive `kill -9`, whenever it comes."""

from __future__ import annotations

import sqlite3
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from threading import Event

import pytest

from scorekeeper.rules import PipsHand, Round
from scorekeeper.scorebook import matches as scorebook
from tests.databases import opened
from tests.http_device import MATCH, Device, NoAnswer
from tests.running_server import RUN, Served, scorekeeper, serving

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither kill -9 nor groups of processes."
)

KILLS, KILLS_THOROUGH, CLIENTS = 4, 100, 4
# Two scorebooks at once, as starting the program takes longer than playing.
EVENINGS = 2
# Lives of the server that a match is played through at the most; then two new ones are opened.
LIVES = 10
# Seconds from the first answer that a round gets to the kill, at the most.
MOST = 0.5


@dataclass(frozen=True, slots=True)
class Sent:
    """A round that was sent: its address and the whole form."""

    address: str
    pips: int
    form: Mapping[str, str]


@dataclass
class Client:
    """A client that records one round after another, and repeats what was not answered."""

    number: int
    device: Device
    # The pips of each acknowledged round, by the address of the match.
    acknowledged: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    unanswered: Sent | None = None
    repeated: int = 0

    def play(self, match: str, under_way: Event) -> None:
        """Record rounds until the server is gone; say when it has answered."""
        try:
            self.settle()
            for turn in count():
                # Other clients record other pips.
                self.record(match, 1 + self.number + CLIENTS * (turn % 3))
                under_way.set()
        except NoAnswer:
            return

    def settle(self) -> None:
        """Send again what was not answered. Raise NoAnswer."""
        if self.unanswered:
            self.repeated += 1
            self.send(self.unanswered)

    def record(self, match: str, pips: int) -> None:
        """Open the form of the next round, fill it in and send it. Raise NoAnswer."""
        address = f"{match}/rounds/new"
        page = self.device.get(f"{address}?entry=pips")
        assert page.status == 200
        hands = {"hands-0-out": "y", "hands-1-pips": str(pips), "action": "record"}
        self.unanswered = Sent(address, pips, page.hidden | hands)
        self.send(self.unanswered)

    def send(self, sent: Sent) -> None:
        """Send a round; it is recorded, or another client was quicker. Raise NoAnswer."""
        answer = self.device.post(sent.address, sent.form)
        self.unanswered = None
        if answer.status == 409:
            return
        assert answer.status == 303, answer.text
        number = int(sent.form["round_no"])
        assert number not in self.acknowledged[answer.location]
        self.acknowledged[answer.location][number] = sent.pips


@dataclass(frozen=True, slots=True)
class Evening:
    """Everybody who records, and the scorebook that they record in."""

    folder: Path
    clients: tuple[Client, ...]
    chance: Random

    @property
    def database(self) -> Path:
        return self.folder / "scorekeeper.db"

    def play(self, lives: int) -> None:
        """Play through some lives of the server; each ends with `kill -9`."""
        matches: list[str] = []
        for _ in range(lives):
            with self.served() as served:
                matches = matches or [open_match(self.clients[0].device) for _ in range(2)]
                under_way = Event()
                with ThreadPoolExecutor(CLIENTS) as pool:
                    playing = [
                        pool.submit(client.play, matches[client.number % 2], under_way)
                        for client in self.clients
                    ]
                    assert under_way.wait(timeout=20)
                    time.sleep(self.chance.uniform(0, MOST))
                    served.kill()
                for each in playing:
                    each.result()

    @contextmanager
    def served(self) -> Iterator[Served]:
        """Start the server and wait until it answers."""
        with serving(
            *scorekeeper(*RUN), environment={"SCOREKEEPER_INSTANCE": str(self.folder)}
        ) as served:
            for client in self.clients:
                client.device.url = served.url
            assert self.clients[0].device.get("/").status == 200
            yield served

    def settle(self) -> None:
        """Send again whatever is still not answered."""
        with self.served():
            for client in self.clients:
                client.settle()

    def acknowledged(self) -> dict[int, list[tuple[int, int]]]:
        """Return the number and the pips of every round that was acknowledged, by match."""
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for client in self.clients:
            for address, rounds in client.acknowledged.items():
                found[int(address.removeprefix("/matches/"))] += rounds.items()
        return {match_id: sorted(rounds) for match_id, rounds in found.items()}


def open_match(device: Device) -> str:
    """Open a match and return its address."""
    page = device.get("/matches/new")
    answer = device.post("/matches/new", page.hidden | MATCH)
    assert answer.status == 303, answer.text
    return answer.location


def intact(database: Path) -> bool:
    """Say whether SQLite finds the file whole."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def play_out(folder: Path, kills: int, chance: Random) -> Evening:
    """Play an evening through all its kills, to the last answer."""
    clients = tuple(Client(number, Device("")) for number in range(CLIENTS))
    evening = Evening(folder, clients, chance)
    for before in range(0, kills, LIVES):
        evening.play(min(LIVES, kills - before))
        assert intact(evening.database)
    evening.settle()
    return evening


def hold(evening: Evening) -> None:
    """Compare what was acknowledged with what is there."""
    folder = evening.folder
    with opened(f"sqlite:///{evening.database}", folder) as app, app.app_context():
        for match_id, rounds in evening.acknowledged().items():
            match = scorebook.find_match(match_id)
            # Each once, without a gap, and no others.
            assert [number for number, _ in rounds] == [*range(1, len(match.rounds) + 1)]
            played = [Round((PipsHand(0), PipsHand(pips))) for _, pips in rounds]
            assert [each.played for each in match.rounds] == played
            assert match.standing.totals == (sum(pips for _, pips in rounds), 0)
            assert match.version == len(rounds)
    assert intact(evening.database)


def test_every_acknowledged_round_outlives_every_kill(
    tmp_path: Path, tried: Counter[str], thorough: bool, seed: int
) -> None:
    kills = KILLS_THOROUGH if thorough else KILLS
    folders = [tmp_path / str(number) for number in range(EVENINGS)]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor(EVENINGS) as pool:
        evenings = list(
            pool.map(
                lambda folder: play_out(folder, kills // EVENINGS, Random(f"{seed} {folder.name}")),
                folders,
            )
        )
    for evening in evenings:
        hold(evening)
    recorded = sum(len(them) for each in evenings for them in each.acknowledged().values())
    again = sum(client.repeated for each in evenings for client in each.clients)
    assert recorded > kills
    tried.update({"kills": kills, "rounds before a kill": recorded, "after a kill again": again})

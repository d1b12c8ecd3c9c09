"""Those who use a site in `scale.py`: tables that play, and visitors who open pages."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from random import Random

from tests.bench.live import Recorded, Seen, watch
from tests.support.http_device import Answer, Device, NoAnswer

HANDS = {"hands-0-out": "y", "hands-1-pips": "12", "entry": "pips"}
# Of ten visitors one opens the home page, and one looks for a match.
ELSEWHERE = ("/", "/?q=Ana")
COMING_AT_ONCE = 20


@dataclass(slots=True)
class Pages:
    """The pages that were opened: how many seconds each took, and answers nobody wants."""

    seconds: list[float] = field(default_factory=list)
    unwanted: Counter[int] = field(default_factory=Counter)

    def open(self, device: Device, address: str) -> Answer | None:
        """Open a page; return it unless it is an error."""
        start = time.perf_counter()
        try:
            answer = device.get(address)
        except NoAnswer:
            self.unwanted[0] += 1
            return None
        self.seconds.append(time.perf_counter() - start)
        return answer if self.is_wanted(answer) else None

    def is_wanted(self, answer: Answer) -> bool:
        """Say whether an answer is no error; count those that are."""
        if answer.status in (200, 303):
            return True
        self.unwanted[answer.status] += 1
        return False


@dataclass(slots=True)
class Table:
    """A match that is played, and what its watchers saw."""

    device: Device
    match: str
    seen: Seen = field(default_factory=Seen)
    rounds: list[Recorded] = field(default_factory=list)
    # Connections of those who watch.
    broken: int = 0

    def play_round(self, pages: Pages) -> None:
        """Enter a round, read what it would score, record it, and look at the table."""
        form = pages.open(self.device, f"{self.match}/rounds/new?entry=pips")
        if form is None:
            return
        fields = {**form.hidden, **HANDS}
        try:
            pages.is_wanted(self.device.post(f"{self.match}/rounds/preview", fields))
            sent = time.perf_counter()
            fields["action"] = "record"
            recorded = self.device.post(f"{self.match}/rounds/new", fields)
        except NoAnswer:
            pages.unwanted[0] += 1
            return
        if pages.is_wanted(recorded):
            self.rounds.append(Recorded(len(self.rounds) + 1, sent, time.perf_counter()))
            pages.open(self.device, self.match)

    async def be_watched(self, url: str) -> None:
        """Let somebody watch until cancelled, and come back after a second as a page does."""
        while True:
            try:
                await watch(url, self.match, self.seen)
            except (OSError, EOFError):
                self.broken += 1
            await asyncio.sleep(1)

    async def play(self, first: float, every: float, pages: Pages) -> None:
        """Play until cancelled, the first round after some seconds."""
        await asyncio.sleep(first)
        while True:
            start = time.perf_counter()
            await asyncio.to_thread(self.play_round, pages)
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - start)))


@asynccontextmanager
async def watched(url: str, tables: Sequence[Table], watchers: int) -> AsyncIterator[None]:
    """Let so many watch each table until the block ends; it begins when all of them do."""
    watching: list[asyncio.Task[None]] = []
    before = there(tables)
    try:
        for table in [each for each in tables for _ in range(watchers)]:
            watching.append(asyncio.create_task(table.be_watched(url)))
            # They come as people come, not all at one moment.
            while there(tables) < before + len(watching) - COMING_AT_ONCE:
                await asyncio.sleep(0.005)
        while there(tables) < before + len(watching):
            await asyncio.sleep(0.01)
        yield
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


def there(tables: Sequence[Table]) -> int:
    """Count those who watch tables."""
    return sum(each.seen.streams + each.seen.asking for each in tables)


async def playing(tables: Sequence[Table], every: float, pages: Pages) -> None:
    """Play at all tables, one after the other, until cancelled."""
    games = (table.play(every * n / len(tables), every, pages) for n, table in enumerate(tables))
    await asyncio.gather(*games)


async def visiting(url: str, matches: Sequence[str], a_second: float, pages: Pages) -> None:
    """Open so many pages a second, however long each takes, until cancelled."""
    drawn, opened = Random(0), set[asyncio.Future[Answer | None]]()
    for turn in cycle(range(10)):
        address = ELSEWHERE[turn] if turn < len(ELSEWHERE) else drawn.choice(matches)
        visit = asyncio.ensure_future(asyncio.to_thread(pages.open, Device(url), address))
        opened.add(visit)
        visit.add_done_callback(opened.discard)
        await asyncio.sleep(1 / a_second)


async def crowding(url: str, matches: Sequence[str], visitors: int, pages: Pages) -> None:
    """Let some visitors open one table after the other, each at once, until cancelled."""
    drawn = Random(1)

    async def visitor() -> None:
        while True:
            await asyncio.to_thread(pages.open, Device(url), drawn.choice(matches))

    await asyncio.gather(*(visitor() for _ in range(visitors)))

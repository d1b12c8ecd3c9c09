"""What a club night costs that many phones show, and how soon a result is on the wall.

Run it by hand, `python -m tests.bench.club`; it prints a table in Markdown. Every phone has the
page of another guest, over a connection of its own; the clock comes with it.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from statistics import quantiles

from tests.bench.live import HANDS, asked, busy
from tests.support.http_device import Answer, Device
from tests.support.running_server import RUN, Served, scorekeeper, serving

PHONES = 200
RESULTS, PAUSE_SECONDS, IDLE_SECONDS = 20, 2.0, 20
TABLES = 16
OTHERS = {"hands-2-pips": "3", "hands-3-pips": "4"}

# Each change, and how long until the next one.
Changes = AsyncIterator[tuple[Callable[[], Answer], float]]
Play = Callable[[Device, str], Changes]


@dataclass(slots=True)
class Phones:
    """What all that watch have been sent, and when the wall was sent each page."""

    streams: int = 0
    events: int = 0
    on_wall: list[float] = field(default_factory=list)


def main() -> None:
    head = ("people", "phones", "streams", "CPU idle", "CPU playing", "pages a change")
    print(f"| {' | '.join(head)} | wall, p50 / worst ms |")
    print("|---|---|---|---|---|---|---|")
    for people, play in ((PHONES, enter_results), (4 * TABLES, record_rounds)):
        with tempfile.TemporaryDirectory() as folder:
            # All phones have one address.
            environment = {"SCOREKEEPER_INSTANCE": folder, "SCOREKEEPER_SHARE": "100"}
            with serving(*scorekeeper(*RUN), environment=environment) as served:
                asyncio.run(evening(served, people, play))


async def evening(served: Served, many: int, play: Play) -> None:
    official, phones = Device(served.url), Phones()
    night = await asyncio.to_thread(begin, official, many)
    people = [*map(int, re.findall(r"/people\?name=(\d+)", official.get(f"{night}/people").text))]
    addresses = [f"{night}/for/{person}" for person in islice(cycle(people), PHONES)]
    watching = [asyncio.create_task(watch(served.url, each, phones)) for each in addresses]
    watching.append(asyncio.create_task(watch(served.url, f"{night}/wall", phones, wall=True)))
    await asyncio.sleep(8)
    idle = await busy(served, asyncio.sleep(IDLE_SECONDS))
    waits: list[float] = []
    before = phones.events
    playing = await busy(served, until_on_wall(play(official, night), phones, waits))
    cuts = quantiles(waits, n=100)
    print(
        f"| {many} | {len(addresses)} | {phones.streams} | {idle:.3f} | {playing:.3f}"
        f" | {(phones.events - before) / len(waits):.0f} | {cuts[49]:.0f} / {max(waits):.0f} |"
    )
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)


async def until_on_wall(changes: Changes, phones: Phones, waits: list[float]) -> None:
    """Make changes, and say how long each took to be on the wall."""
    async for change, pause in changes:
        seen, sent = len(phones.on_wall), time.perf_counter()
        answer = await asyncio.to_thread(change)
        assert answer.status == 303
        await asyncio.sleep(pause)
        while len(phones.on_wall) == seen:
            await asyncio.sleep(0.1)
        waits.append(1000 * (phones.on_wall[seen] - sent))


async def enter_results(official: Device, night: str) -> Changes:
    """Enter the result of a table every two seconds."""
    for table in range(1, RESULTS + 1):
        address = f"{night}/rounds/1/tables/{table}"
        page = await asyncio.to_thread(official.get, address)
        form = page.hidden | {"one": "100", "other": str(table)}
        yield partial(official.post, address, form), PAUSE_SECONDS


async def record_rounds(official: Device, _night: str) -> Changes:
    """Record a round a minute at each table."""
    for match in range(1, TABLES + 1):
        address = f"/matches/{match}/rounds/new"
        page = await asyncio.to_thread(official.get, f"{address}?entry=pips")
        yield partial(official.post, address, page.hidden | HANDS | OTHERS), 60 / TABLES


def begin(official: Device, people: int) -> str:
    """Start a night, and open its tables."""
    fields = {"name": "Friday", "how": "changing partners", "game": "block", "minutes": "30"}
    fields |= {"order": "effectiveness", "season": "10 8"}
    night = official.post("/club", official.get("/club?new").hidden | fields).location
    names = "\n".join(f"Person {number}" for number in range(people))
    for what, more in (("people", {"names": names}), ("draw", {}), ("open", {})):
        hidden = official.get(f"{night}/people").hidden
        answer = official.post(f"{night}/{what}", hidden | more)
        assert answer.status == 303, answer.text
    return night


async def watch(url: str, address: str, phones: Phones, *, wall: bool = False) -> None:
    """Open a page, and follow it by its stream."""
    reader, writer = await asked(url, address, "")
    with closing(writer):
        page = await reader.read()
    stamp = re.search(rb'data-stamp="([^"]+)"', page)
    assert stamp, page[:300]
    reader, writer = await asked(url, f"{address}/events?seen={stamp[1].decode()}", "")
    with closing(writer):
        head = await reader.readuntil(b"\r\n\r\n")
        phones.streams += b" 200 " in head
        async for line in reader:
            if line == b"event: page\n":
                phones.events += 1
                if wall:
                    phones.on_wall.append(time.perf_counter())


if __name__ == "__main__":
    main()

"""How soon those who watch see a round, and what they cost: the real server, over HTTP.

Run it by hand, `python -m tests.bench.live`; it prints a table in Markdown. All who watch are one
process on the same machine, and take from the server what the machine has.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
import time
from collections.abc import Awaitable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlsplit

from tests.support.http_device import MATCH, Device
from tests.support.running_server import RUN, Served, scorekeeper, serving

WATCHERS = (0, 200, 1000)
ROUNDS, PAUSE_SECONDS = 20, 1.0
POLL_SECONDS = 2.0
HANDS = {"hands-0-out": "y", "hands-1-pips": "12", "entry": "pips", "action": "record"}
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Seen:
    """The versions that were seen, and when: by streams, and by those who ask."""

    streams: int = 0
    asking: int = 0
    streamed: list[tuple[int, float]] = field(default_factory=list)
    asked: list[tuple[int, float]] = field(default_factory=list)


@dataclass(slots=True)
class Recorded:
    """What it took to record a round: when it was sent, and when answered."""

    version: int
    sent: float
    answered: float


def main() -> None:
    print(
        "| watchers | streams | p50 / p99 ms, streams | p50 / p99 ms, asking | CPU idle"
        " | CPU playing | MB | recording ms | ratio |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    alone = 0.0
    for watchers in WATCHERS:
        with tempfile.TemporaryDirectory() as folder:
            # All who watch have one address.
            environment = {"SCOREKEEPER_INSTANCE": folder, "SCOREKEEPER_SHARE": "100"}
            with serving(*scorekeeper(*RUN), environment=environment) as served:
                seen, rounds, idle, playing, memory = asyncio.run(evening(served, watchers))
        took = median(each.answered - each.sent for each in rounds)
        alone = alone or took
        print(
            f"| {watchers} | {seen.streams} | {delays(seen.streamed, rounds)}"
            f" | {delays(seen.asked, rounds)} | {idle:.2f} | {playing:.2f} | {memory:.0f}"
            f" | {1000 * took:.0f} | {took / alone:.2f} |"
        )


async def evening(
    served: Served, watchers: int
) -> tuple[Seen, list[Recorded], float, float, float]:
    """Let many watch one match, first while nothing happens and then while it is played."""
    device = Device(served.url)
    hidden = device.get("/matches/new").hidden
    match = urlsplit(device.post("/matches/new", {**hidden, **MATCH}).location).path
    seen = Seen()
    watching = [asyncio.create_task(watch(served.url, match, seen)) for _ in range(watchers)]
    await asyncio.sleep(3 + watchers / 100)
    idle = await busy(served, asyncio.sleep(5))
    rounds: list[Recorded] = []
    playing = await busy(served, play(device, match, rounds))
    memory = sum(proportional_mb(each) for each in processes(served.process.pid))
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return seen, rounds, idle, playing, memory


async def play(device: Device, match: str, rounds: list[Recorded]) -> None:
    for number in range(1, ROUNDS + 1):
        page = await asyncio.to_thread(device.get, f"{match}/rounds/new?entry=pips")
        sent = time.perf_counter()
        form = {**page.hidden, **HANDS}
        answer, answered = await asyncio.to_thread(timed, device, f"{match}/rounds/new", form)
        assert answer == 303
        rounds.append(Recorded(number, sent, answered))
        await asyncio.sleep(PAUSE_SECONDS)
    await asyncio.sleep(POLL_SECONDS)


def timed(device: Device, address: str, form: dict[str, str]) -> tuple[int, float]:
    status = device.post(address, form).status
    return status, time.perf_counter()


async def watch(url: str, match: str, seen: Seen) -> None:
    """Watch as a page does: by a stream, or, where there is no place, by asking."""
    reader, writer = await asked(url, f"{match}/events?seen=0", "")
    with closing(writer):
        if b" 200 " in await reader.readuntil(b"\r\n\r\n"):
            seen.streams += 1
            return await read_stream(reader, seen)
    seen.asking += 1
    return await poll(url, match, seen)


async def read_stream(reader: asyncio.StreamReader, seen: Seen) -> None:
    async for line in reader:
        if found := re.match(rb"id: (\d+)", line):
            await reader.readuntil(b"</html>")
            seen.streamed.append((int(found[1]), time.perf_counter()))


async def poll(url: str, match: str, seen: Seen) -> None:
    tag = ""
    while True:
        reader, writer = await asked(url, match, tag)
        with closing(writer):
            answer = await reader.read()
        found = re.search(rb'ETag: (W/"(\d+)\S+)', answer)
        assert found, answer[:200]
        if found[1].decode() != tag:
            tag = found[1].decode()
            seen.asked.append((int(found[2]), time.perf_counter()))
        await asyncio.sleep(POLL_SECONDS)


async def asked(
    url: str, address: str, tag: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port, limit=2**20)
    known = f"If-None-Match: {tag}\r\n" if tag else ""
    # A stream is answered for as long as it lasts, whatever is said of the connection.
    rest = f"Host: {place.netloc}\r\nConnection: close\r\n{known}\r\n"
    writer.write(f"GET {address} HTTP/1.1\r\n{rest}".encode())
    return reader, writer


def delays(seen: list[tuple[int, float]], rounds: list[Recorded]) -> str:
    """Sum up how long after a round was sent it was seen."""
    found = waits(seen, rounds)
    if not found:
        return "–"
    cuts = quantiles(found, n=100)
    return f"{cuts[49]:.0f} / {cuts[98]:.0f}"


def waits(seen: list[tuple[int, float]], rounds: list[Recorded]) -> list[float]:
    """Say how many milliseconds after a round was sent it was seen; by asking the last one is."""
    sent = {each.version: each.sent for each in rounds}
    return [1000 * (at - sent[version]) for version, at in seen if version in sent]


async def busy(served: Served, doing: Awaitable[None]) -> float:
    """Say how many cores the server takes while something is done."""
    before, start = cpu_seconds(served.process.pid), time.perf_counter()
    await doing
    return (cpu_seconds(served.process.pid) - before) / (time.perf_counter() - start)


def processes(first: int) -> list[int]:
    """List a process and those it started."""
    children = Path(f"/proc/{first}/task/{first}/children").read_text()
    return [first, *map(int, children.split())]


def cpu_seconds(first: int) -> float:
    """Say how long a process and those it started have worked, also those that have ended."""
    total = 0
    for each in processes(first):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        total += sum(map(int, fields[11:15]))
    return total / TICKS


def proportional_mb(process: int) -> float:
    """Say how much memory is a process's own, what is shared counted in parts."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s+(\d+) kB", rollup, re.M)
    return int(found[1]) / 1024 if found else 0.0


if __name__ == "__main__":
    main()

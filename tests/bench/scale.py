"""How far one machine goes: many tables, some of them played and watched, over HTTP.

Run it by hand, `python -m tests.bench.scale`; it prints a table in Markdown, and takes some minutes
for each database. PostgreSQL is on it where TESTS_POSTGRESQL names a server on this
machine. `--programs 4` runs four programs on it behind the proxy of deploy/Caddyfile. All who play,
watch and visit are one process on the same machine, and take from the server what the machine has.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Awaitable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import psycopg
from sqlalchemy import Table as Rows
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.rules import PipsHand, Round, Setup
from scorekeeper.scorebook.changes import (
    match_opened,
)
from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.database.models import Base
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.matches import add_match
from scorekeeper.scorebook.record import MatchRecord, RecordedRound
from scorekeeper.server import open_files
from tests.bench.counted import queries
from tests.bench.crowd import Pages, Table, crowding, playing, visiting, watched
from tests.bench.live import cpu_seconds, processes, proportional_mb, waits
from tests.bench.writers import GAME, scorebook_of, server
from tests.databases import opened
from tests.faults.site import Site, behind_proxy
from tests.support.http_device import Device
from tests.support.running_server import RUN, serving

ROUNDS_BEFORE = 5
# Enough that nobody waits for another of the crowd.
THREADS = 32
CHANGES, CROWD = 40, 8
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
# One address has all of them.
SETTINGS = {"SCOREKEEPER_SHARE": "100"}


class Size(NamedTuple):
    """What is asked for on the command line."""

    tables: int
    played: int
    watchers: int
    every: float
    seconds: float
    crowded: float
    visits: float
    programs: int


@dataclass(frozen=True, slots=True)
class Running:
    """A site that runs, where it counts its queries, and the first process of its database."""

    site: Site
    counted: Path
    database: int | None

    def megabytes(self) -> float:
        first = [each.process.pid for each in self.site.programs]
        return sum(proportional_mb(each) for pid in first for each in processes(pid))

    async def during(self, doing: Awaitable[object]) -> Taken:
        """Say what the site took while something was done, for each second."""
        before, start = self._taken(), time.perf_counter()
        await doing
        after, seconds = self._taken(), time.perf_counter() - start
        cores, database, made = ((b - a) / seconds for a, b in zip(before, after, strict=True))
        return Taken(cores, database, made, seconds)

    def _taken(self) -> tuple[float, float, float]:
        """Return the CPU seconds of the programs and of the database until now, and the queries."""
        database = cpu_seconds(self.database) if self.database else 0.0
        programs = sum(cpu_seconds(each.process.pid) for each in self.site.programs)
        return programs, database, queries(self.counted)


class Taken(NamedTuple):
    """What a site took a second, for so many seconds."""

    cores: float
    database_cores: float
    queries: float
    seconds: float


def main(words: Sequence[str] | None = None) -> None:
    size = size_of(words)
    files = open_files(size.played * size.watchers + 1000)
    assert files > size.played * size.watchers + 200, "The system allows too few open files."
    kinds = [kind for kind in NAMES if kind == "sqlite" or server()]
    if size.programs > 1:
        kinds = kinds[1:] or sys.exit("Several programs need TESTS_POSTGRESQL.")
    columns = {NAMES[kind]: measured(kind, size) for kind in kinds}
    rows = next(iter(columns.values()))
    print(f"| {about(size)} | {' | '.join(columns)} |")
    print("|---|" + "---|" * len(columns))
    for row in rows:
        print(f"| {row} | {' | '.join(found[row] for found in columns.values())} |")


def size_of(words: Sequence[str] | None) -> Size:
    parser = ArgumentParser(description="Measure how far one machine goes.")
    for name, default, what in (
        ("tables", 10_000, "matches in the scorebook"),
        ("played", 200, "how many of them are played"),
        ("watchers", 10, "who watch each of these"),
        ("every", 120.0, "seconds from one round to the next at a table"),
        ("seconds", 120.0, "how long they play"),
        ("crowded", 10.0, "seconds in which as many pages are opened as can be"),
        ("visits", 20.0, "pages that others open in a second"),
        ("programs", 1, "how many, on one PostgreSQL behind a proxy"),
    ):
        parser.add_argument(f"--{name}", type=type(default), default=default, help=what)
    return Size(**vars(parser.parse_args(words)))


def about(size: Size) -> str:
    return (
        f"{size.tables:,} tables, {size.played:,} played with {size.watchers:,} watchers each,"
        f" programs: {size.programs}"
    )


def measured(kind: str, size: Size) -> Mapping[str, str]:
    with tempfile.TemporaryDirectory() as name, scorebook_of(kind, Path(name)) as url:
        matches = add_matches(url, Path(name), size.tables)
        with running(url, Path(name), size.programs) as site:
            return asyncio.run(evening(site, matches, size))


def add_matches(url: str, folder: Path, tables: int) -> list[str]:
    """Fill a scorebook with matches of some rounds; return their addresses."""
    played = RecordedRound(Round((PipsHand(0), PipsHand(12))), clock.now())
    record = MatchRecord(Setup.of(GAME, 2), ("Ana", "Bea"), entries=(played,) * ROUNDS_BEFORE)
    with opened(url, folder) as app, app.app_context():
        with writing() as session:
            submission = Submission("match")
            first = add_match(session, record, match_opened(record), submission, clock.now())
        with writing() as session:
            # The rows of the first: opening each by itself takes minutes.
            for table in Base.metadata.sorted_tables:
                if copied := copies(session, table, first, range(first + 1, first + tables)):
                    session.execute(insert(table), copied)
    return [f"/matches/{each}" for each in range(first, first + tables)]


def copies(session: Session, table: Rows, first: int, others: range) -> list[dict[str, object]]:
    """Return the rows that a table has of a match, for other matches."""
    key = "match_id" if "match_id" in table.columns else "id"
    if key == "id" and table.name != "matches":
        return []
    found = session.execute(select(table).where(table.columns[key] == first)).mappings().all()
    rows = [{k: v for k, v in row.items() if k != "id"} for row in found]
    own_key = "entry_key" in table.columns
    return [
        {**row, key: each, **({"entry_key": f"match {each}"} if own_key else {})}
        for each in others
        for row in rows
    ]


@contextmanager
def running(url: str, folder: Path, programs: int) -> Iterator[Running]:
    """Run the program, or several behind the proxy, as `scorekeeper run` does."""
    counted = folder / "queries"
    counted.mkdir()
    command = (sys.executable, "-m", "tests.bench.counted", str(counted), *RUN)
    if programs > 1:
        caddy = shutil.which("caddy") or sys.exit("Several programs need Caddy.")
        with behind_proxy(caddy, programs, url, folder, command, **SETTINGS) as site:
            yield Running(site, counted, postmaster(url))
        return
    environment = {
        "SCOREKEEPER_INSTANCE": str(folder),
        "SCOREKEEPER_DATABASE_URL": url,
        **SETTINGS,
    }
    with serving(*command, environment=environment) as served:
        yield Running(Site((served,), served.url.rstrip("/")), counted, postmaster(url))


def postmaster(url: str) -> int | None:
    """Return the process that started the others of a PostgreSQL; None for SQLite."""
    if url.startswith("sqlite"):
        return None
    with psycopg.connect(url) as connection:
        backend = connection.info.backend_pid
        return int(Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1])


async def evening(running: Running, matches: Sequence[str], size: Size) -> Mapping[str, str]:
    """Let a crowd come; return what was found, by the names of the rows."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
    url, pages, crowded = running.site.url, Pages(), Pages()
    # Nobody watches the first one.
    apart, *tables = (Table(Device(url), match) for match in matches[: size.played + 1])
    async with watched(url, tables[:1], 1):
        few = await cost_of_a_round(running, apart)
        async with watched(url, tables, size.watchers):
            many = await cost_of_a_round(running, apart)
            sent_elsewhere = sum(len(each.seen.streamed) for each in tables)
            everybody = (
                playing(tables, size.every, pages),
                visiting(url, matches, size.visits, pages),
            )
            usual = await running.during(for_a_while(size.seconds, *everybody))
            full = await running.during(
                for_a_while(
                    size.crowded,
                    playing(tables, size.every, Pages()),
                    crowding(url, matches, CROWD, crowded),
                )
            )
    seen = [wait for each in tables for wait in waits(each.seen.streamed, each.rounds)]
    asked = [wait for each in tables for wait in waits(each.seen.asked, each.rounds)]
    return {
        "who watch: by streams / by asking": (
            f"{sum(each.seen.streams for each in tables):,}"
            f" / {sum(each.seen.asking for each in tables):,}"
        ),
        "their connections that broke": f"{sum(each.broken for each in tables):,}",
        "rounds recorded": f"{sum(len(each.rounds) for each in tables):,}",
        "a round is seen after, p50 / p99 ms": delays(seen),
        "the same by asking": delays(asked),
        "a page takes, p50 / p99 ms": delays([1000 * each for each in pages.seconds]),
        "answers that were errors": str(dict(pages.unwanted + crowded.unwanted) or 0),
        "pages opened a second meanwhile": f"{len(pages.seconds) / usual.seconds:.1f}",
        "cores: the program / PostgreSQL": f"{usual.cores:.2f} / {usual.database_cores:.2f}",
        "queries a second": f"{usual.queries:.0f}",
        "MB": f"{running.megabytes():.0f}",
        f"pages/s at most, {CROWD} asking at once": f"{len(crowded.seconds) / full.seconds:.0f}",
        "these take, p50 / p99 ms": delays([1000 * each for each in crowded.seconds]),
        "a round elsewhere costs: CPU ms, one watches / all watch": f"{few[0]:.0f} / {many[0]:.0f}",
        "the same: queries": f"{few[1]:.1f} / {many[1]:.1f}",
        "pages sent for it to those who watch other tables": str(sent_elsewhere),
    }


async def cost_of_a_round(running: Running, table: Table) -> tuple[float, float]:
    """Play at a table that nobody watches; return CPU milliseconds and queries a round."""
    # What was not seen before is rendered now.
    await asyncio.to_thread(table.play_round, Pages())
    idle = await running.during(asyncio.sleep(3))
    pages = Pages()

    async def play() -> None:
        for _ in range(CHANGES):
            await asyncio.to_thread(table.play_round, pages)

    busy = await running.during(play())
    assert not pages.unwanted, pages.unwanted
    cores = busy.cores + busy.database_cores - idle.cores - idle.database_cores
    rounds_a_second = CHANGES / busy.seconds
    return 1000 * cores / rounds_a_second, (busy.queries - idle.queries) / rounds_a_second


async def for_a_while(seconds: float, *doing: Coroutine[object, object, None]) -> None:
    """Do something for some seconds; whatever fails fails at once."""
    tasks = [asyncio.create_task(each) for each in doing]
    ended, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in ended:
        task.result()


def delays(milliseconds: Sequence[float]) -> str:
    if len(milliseconds) < 2:
        return "–"
    cuts = quantiles(milliseconds, n=100)
    return f"{cuts[49]:.0f} / {cuts[98]:.0f}"


if __name__ == "__main__":
    main()

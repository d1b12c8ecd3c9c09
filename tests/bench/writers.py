"""What waiting for each other costs writers: 16 at once, each on a match of its own.

Run it by hand, `python -m tests.bench.writers`; it prints a table in Markdown. PostgreSQL is on it
where TESTS_POSTGRESQL names a server; one that runs with fsync off is no comparison.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from threading import Semaphore

from flask import Flask
from sqlalchemy.exc import OperationalError

from scorekeeper.rules import PipsHand, Round, Setup, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook import matches as scorebook
from tests.databases import NoServer, Server, migrated, opened

PROCESSES, THREADS = 2, 8
# Each way is measured this often, in turn, so that a machine that slows down slows all of them.
TIMES, SECONDS = 3, 6
WAYS = {
    "SQLite, SQLite decides who is next": ("sqlite", False),
    "SQLite, threads take turns": ("sqlite", True),
    "PostgreSQL": ("postgresql", True),
}
GAME = with_house_rules(load_game("block"), {"match": {"goal": 10_000}})
PLAYED = Round((PipsHand(0), PipsHand(1)))


def main() -> None:
    ways = {name: way for name, way in WAYS.items() if way[0] != "postgresql" or server()}
    waits: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(TIMES):
        for name, (kind, in_turn) in ways.items():
            waits[name] += measured(kind, in_turn)
    first = figures(next(iter(waits.values())))
    print("| 16 writers | rounds/s | p50 ms | p99 ms | most ms | p99 as a ratio | gave up |")
    print("|---|---|---|---|---|---|---|")
    for name, each in waits.items():
        found = figures(each)
        print(
            f"| {name} | {found['rate']:.0f} | {found['p50']:.0f} | {found['p99']:.0f}"
            f" | {found['most']:.0f} | {found['p99'] / first['p99']:.2f} | {found['failed']:.0f} |"
        )


def server() -> Server | None:
    """Return the PostgreSQL server to measure, if there is one."""
    try:
        return Server.of(os.environ)
    except NoServer:
        return None


def figures(waits: list[float]) -> Mapping[str, float]:
    """Sum up how long writers waited; less than nothing stands for one that gave up."""
    recorded = sorted(1000 * wait for wait in waits if wait >= 0)
    cuts = quantiles(recorded, n=100)
    return {
        "rate": len(recorded) / (TIMES * SECONDS),
        "p50": cuts[49],
        "p99": cuts[98],
        "most": recorded[-1],
        "failed": len(waits) - len(recorded),
    }


def measured(kind: str, in_turn: bool) -> list[float]:
    """Let all writers record for some seconds on an empty scorebook; return their waits."""
    spawn = get_context("spawn")
    together = spawn.Barrier(PROCESSES)
    with tempfile.TemporaryDirectory() as name, scorebook_of(kind, Path(name)) as url:
        work = partial(written, url, Path(name), in_turn, open_matches(url, Path(name)))
        with ProcessPoolExecutor(PROCESSES, spawn, together.wait) as pool:
            return [wait for them in pool.map(work, range(PROCESSES)) for wait in them]


@contextmanager
def scorebook_of(kind: str, folder: Path) -> Iterator[str]:
    """Make an empty scorebook for as long as the block lasts."""
    found = server()
    if kind == "postgresql" and found:
        with found.database() as name:
            migrated(found.url_of(name), folder)
            yield found.url_of(name)
    else:
        url = f"sqlite:///{folder / 'scorekeeper.db'}"
        migrated(url, folder)
        yield url


def open_matches(url: str, folder: Path) -> list[int]:
    """Open a match for each writer."""
    with opened(url, folder) as app, app.app_context():
        return [
            scorebook.open_match(Setup.of(GAME, 2), ("Ana", "Bea"), f"match {writer}")
            for writer in range(PROCESSES * THREADS)
        ]


def written(
    url: str, folder: Path, in_turn: bool, matches: Sequence[int], process: int
) -> list[float]:
    """Record with all the threads of a process."""
    with opened(url, folder) as app, ThreadPoolExecutor(THREADS) as pool:
        if not in_turn:
            app.extensions["database_file"].writer = Semaphore(THREADS)
        ours = matches[process * THREADS : (process + 1) * THREADS]
        return [wait for them in pool.map(partial(recorded, app), ours) for wait in them]


def recorded(app: Flask, match_id: int) -> list[float]:
    """Record one round after another on a match of one's own; return what each took."""
    waits: list[float] = []
    end = time.perf_counter() + SECONDS
    numbers = count(1)
    number = next(numbers)
    while (start := time.perf_counter()) < end:
        try:
            with app.app_context():
                scorebook.record_round(match_id, number, f"round {number}", PLAYED)
        except OperationalError:
            waits.append(-1)
        else:
            waits.append(time.perf_counter() - start)
            number = next(numbers)
    return waits


if __name__ == "__main__":
    main()

"""How many drafts are saved a second: sixteen devices at once, each on a match of its own.

Run it by hand, `python -m tests.bench.drafts`; it prints a table in Markdown. PostgreSQL is on it
where TESTS_POSTGRESQL names a server; one that runs with fsync off is no comparison.
"""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles

from flask import Flask

from scorekeeper.scorebook import drafts
from tests.bench.writers import PROCESSES, THREADS, open_matches, scorebook_of, server
from tests.databases import opened

TIMES, SECONDS = 3, 5
KINDS = {"SQLite": "sqlite", "PostgreSQL": "postgresql"}


def main() -> None:
    print("| 16 devices | drafts/s | p50 ms | p99 ms |")
    print("|---|---|---|---|")
    for name, kind in KINDS.items():
        if kind == "sqlite" or server():
            waits = [wait for _ in range(TIMES) for wait in measured(kind)]
            cuts = quantiles((1000 * wait for wait in waits), n=100)
            rate = len(waits) / (TIMES * SECONDS)
            print(f"| {name} | {rate:.0f} | {cuts[49]:.0f} | {cuts[98]:.0f} |")


def measured(kind: str) -> list[float]:
    """Let all devices save for some seconds on an empty scorebook; return their waits."""
    spawn = get_context("spawn")
    together = spawn.Barrier(PROCESSES)
    with tempfile.TemporaryDirectory() as name, scorebook_of(kind, Path(name)) as url:
        work = partial(saved, url, Path(name), open_matches(url, Path(name)))
        with ProcessPoolExecutor(PROCESSES, spawn, together.wait) as pool:
            return [wait for them in pool.map(work, range(PROCESSES)) for wait in them]


def saved(url: str, folder: Path, matches: list[int], process: int) -> list[float]:
    """Save with all the threads of a process."""
    with opened(url, folder) as app, ThreadPoolExecutor(THREADS) as pool:
        ours = matches[process * THREADS : (process + 1) * THREADS]
        return [wait for them in pool.map(partial(saved_on, app), ours) for wait in them]


def saved_on(app: Flask, match_id: int) -> list[float]:
    """Save one hand after another of one's own match; return what each took."""
    waits: list[float] = []
    end = time.perf_counter() + SECONDS
    for number in count():
        if (start := time.perf_counter()) >= end:
            break
        part = f"hands-{number % 2}"
        with app.app_context():
            fields = {f"{part}-pips": [str(number)]}
            drafts.save(match_id, 1, {part: fields}, device="Tablet", edits=False)
        waits.append(time.perf_counter() - start)
    return waits


if __name__ == "__main__":
    main()

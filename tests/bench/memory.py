"""What figures cost with years of play: CPU time, in milliseconds and as a ratio to a "hello".

Run it by hand, `python -m tests.bench.memory [MATCHES …]`; it prints tables in Markdown, and every
query without an index. It runs on PostgreSQL too where SCOREKEEPER_TEST_POSTGRESQL names a server.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any
from unittest.mock import patch

from sqlalchemy import event, text

from scorekeeper import create_app
from scorekeeper.figures.periods import NEWEST
from scorekeeper.scorebook import figure_writing, figures_read, matches, models
from scorekeeper.scorebook.db import db, upgrade
from scorekeeper.scorebook.figure_filling import make_anew, settle_figures
from scorekeeper.scorebook.figure_frame import Frame
from tests.bench.pages import hello_app, requests
from tests.bench.years import PLAYERS, SETUPS, Pattern, fill, pattern
from tests.databases import NoServer, Server

SIZES = (1_000, 10_000, 100_000)
TIMES, RECORDED = 15, 12
EVENING = (models.now() - timedelta(days=3)).date()


def main() -> None:
    sizes = [*map(int, sys.argv[1:])] or SIZES
    for kind, place in databases():
        columns = {size: measured(place, size) for size in sizes}
        print(f"\n| {kind}, ms (hello = 1) | {' | '.join(f'{size:,}' for size in sizes)} |")
        print("|---|" + "---|" * len(sizes))
        for name in columns[sizes[0]]:
            print(f"| {name} | {' | '.join(columns[size][name] for size in sizes)} |")


@contextmanager
def on_sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder) / 'scorekeeper.db'}"


@contextmanager
def on_server(server: Server) -> Iterator[str]:
    with server.database() as name:
        yield server.url_of(name)


def databases() -> Iterator[tuple[str, Callable[[], object]]]:
    yield "SQLite", on_sqlite
    try:
        yield "PostgreSQL", partial(on_server, Server.of(os.environ))
    except NoServer:
        return


def measured(place: Callable[[], object], size: int) -> dict[str, str]:
    with place() as url, tempfile.TemporaryDirectory() as folder:  # type: ignore[attr-defined]
        app = create_app(
            {"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url, "RATELIMIT_ENABLED": False}
        )
        upgrade(app)
        fill(app, size)
        hello = cpu(islice(requests(hello_app(), "/", {}), 200)) / 200
        found: dict[str, str] = {}
        with app.app_context():
            found["counting a match, making all anew"] = shown(one(make_anew) / size, hello)
            found["looking what is not counted yet"] = shown(one(settle_figures), hello)
            for name, read in READ.items():
                found[name] = shown(
                    median(one(partial(read, turn)) for turn in range(TIMES)), hello
                )
            found |= recording(hello)
            plans()
            db.session.remove()
            db.engine.dispose()
        return found


def shown(seconds: float, hello: float) -> str:
    return f"{1000 * seconds:.2f} ({seconds / hello:.1f})"


def cpu(calls: Iterator[Callable[[], object]]) -> float:
    ready = [*calls]
    start = time.process_time()
    for call in ready:
        call()
    return time.process_time() - start


def one(call: Callable[[], object]) -> float:
    db.session.rollback()
    return cpu(iter([call]))


def player(turn: int) -> int:
    return 1 + 37 * turn % PLAYERS


YEAR, MONTH = (f"{models.now() - timedelta(days=5):{form}}" for form in ("%Y", "%Y-%m"))
KIND = "block/partners/points"
READ: dict[str, Callable[[int], object]] = {
    "a player": lambda turn: figures_read.player_figures(player(turn)),
    "a player, one kind": lambda turn: figures_read.player_figures(player(turn), Frame("", KIND)),
    "a player, a year": lambda turn: figures_read.player_figures(player(turn), Frame(YEAR)),
    "a player, a month": lambda turn: figures_read.player_figures(player(turn), Frame(MONTH)),
    "a player, the newest": lambda turn: figures_read.player_figures(player(turn), Frame(NEWEST)),
    "two players": lambda turn: figures_read.rivals(player(turn), player(turn + 1)),
    "two partners": lambda turn: figures_read.pair_figures(player(turn), player(turn + 1)),
    "a season": lambda _turn: figures_read.season_table(),
    "a season, a month": lambda _turn: figures_read.season_table(Frame(MONTH)),
    "a season, the newest": lambda _turn: figures_read.season_table(Frame(NEWEST)),
    "form of 50": lambda turn: figures_read.form(range(turn + 1, turn + 51)),
    "an evening": lambda _turn: figures_read.evening(EVENING),
    "matches of a figure": lambda turn: figures_read.matches_behind((player(turn),)),
    "a player, who sees 500": lambda turn: figures_read.player_figures(
        player(turn), Frame(seen=tuple(range(1, 501)))
    ),
}


def recording(hello: float) -> dict[str, str]:
    """Record whole matches, with figures and without, in turn."""
    random, turns = Random(1), count(1)
    times: dict[str, list[float]] = {"with": [], "without": [], "last": [], "last without": []}
    for turn in range(2 * RECORDED):
        match = pattern(random, SETUPS[turn // 2 % len(SETUPS)])
        for name in ("with", "without"):
            key = f"recorded {next(turns)}"
            if name == "with":
                *most, last = rounds_recorded(match, key)
            else:
                with patch.object(figure_writing, "keep"):
                    *most, last = rounds_recorded(match, key)
                with db.engine.begin() as connection:
                    connection.execute(
                        text("UPDATE matches SET finished_at = NULL WHERE entry_key = :key"),
                        {"key": key},
                    )
            if turn:
                times[name].append((sum(most) + last) / (len(most) + 1))
                times["last" if name == "with" else "last without"].append(last)
    kept, bare = median(times["with"]), median(times["without"])
    return {
        "recording a round, no figures": shown(bare, hello),
        "recording a round, a twelfth of which ends a match": shown(kept, hello),
        "the ratio of these": f"{kept / bare:.2f}",
        "the round that ends a match, no figures": shown(median(times["last without"]), hello),
        "the round that ends a match": shown(median(times["last"]), hello),
    }


def rounds_recorded(match: Pattern, key: str) -> list[float]:
    names = tuple(f"Player {player(seat + len(key))}" for seat in range(match.setup.players))
    match_id = matches.open_match(match.setup, names, key)
    return [
        one(partial(matches.record_round, match_id, number, f"{key} {number}", played))
        for number, played in enumerate(match.rounds, start=1)
    ]


def plans() -> None:
    """Print the queries of everything that is read that look at a whole table."""
    asked: dict[str, Any] = {}

    def note(
        _connection: object, _cursor: object, statement: str, values: object, *_rest: object
    ) -> None:
        asked.setdefault(statement, values)

    event.listen(db.engine, "before_cursor_execute", note)
    for read in READ.values():
        read(1)
    rounds_recorded(pattern(Random(2), SETUPS[0]), "for the plans")
    event.remove(db.engine, "before_cursor_execute", note)
    explain = "EXPLAIN QUERY PLAN " if db.engine.dialect.name == "sqlite" else "EXPLAIN "
    with db.engine.connect() as connection:
        for statement, values in asked.items():
            if not statement.startswith(("SELECT", "WITH", "UPDATE", "DELETE")):
                continue
            plan = connection.exec_driver_sql(explain + statement, values).all()
            lines = [str(row[-1]) for row in plan]
            scans = [line for line in lines if line.startswith("SCAN") or "Seq Scan" in line]
            if scans:
                print(scans, " ".join(statement.split())[:300])
    print(f"{len(asked)} queries explained")


if __name__ == "__main__":
    main()

"""What figures cost with years of play: CPU time, in milliseconds and as a ratio to a "hello".

Run it by hand, `python -m tests.bench.memory [MATCHES …]`; it prints tables in Markdown, and every
query that looks at a whole table. The pages of all scorebooks are asked for by turns, and compared
to those of the first. It runs on PostgreSQL too where TESTS_POSTGRESQL names a server;
there the time is that of the program, without the server's. To fill 100,000 matches takes
minutes: `--kept FOLDER` keeps what is filled for the next time.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import median
from unittest.mock import patch

from flask import Flask
from sqlalchemy import insert

from scorekeeper import clock
from scorekeeper.rules import Setup, load_game, score_round
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook import cache, matches
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures import recounting as figure_writing
from scorekeeper.scorebook.figures.recounting import recount_all, settle_figures
from scorekeeper.web.flask_app import DEVICE
from tests.bench.filled import Place, application, databases, dispose, filled
from tests.bench.pages import call, cpu_seconds, entry, hello_app, leftovers, requests
from tests.bench.rules import HANDS
from tests.bench.years import PLAYERS, REGULARS, ROUNDS, SETUPS, pattern
from tests.support.query_plans import collected, whole_tables

SIZES = (1_000, 10_000, 100_000)
# To count more of them anew takes most of an hour.
MOST_MADE_ANEW = 10_000
TIMES, RECORDED, SEEN = 15, 20, 500
# So many matches are counted between two looks at the clock, where all are counted anew.
COUNTED = 1_000
ONE, OTHER, PARTNER, _OTHERS = REGULARS
EVENING = (clock.now() - timedelta(days=3)).date()
YEAR, MONTH = (f"{clock.now() - timedelta(days=5):{form}}" for form in ("%Y", "%Y-%m"))
KIND = "block/partners/points"
# Of each page an address, for each time it is asked for.
PAGES: dict[str, Callable[[int], str]] = {
    "home": lambda turn: f"/?{turn}",
    "search by name": lambda turn: f"/?player=Player+{player(turn)}",
    "search by a word": lambda turn: f"/?q=Player+{player(turn)}",
    "players": lambda turn: f"/players?{turn}",
    "players, a month": lambda _turn: f"/players?period={MONTH}",
    "a player": lambda turn: f"/players/{player(turn)}",
    "a player, one kind": lambda turn: f"/players/{player(turn)}?game={KIND}",
    "a player, a year": lambda turn: f"/players/{player(turn)}?period={YEAR}",
    "a player, a month": lambda turn: f"/players/{player(turn)}?period={MONTH}",
    "a player, the newest": lambda turn: f"/players/{player(turn)}?period=newest",
    "matches of a figure": lambda turn: f"/players/{player(turn)}/matches?figure=won",
    "head to head": lambda turn: f"/players/{player(turn)}/against/{player(turn + 1)}",
    "two partners": lambda turn: f"/players/{player(turn)}/with/{player(turn + 1)}",
    "a full list of matches": lambda turn: f"/players/{ONE}/matches?{turn}",
    "head to head, a full list": lambda turn: f"/players/{ONE}/against/{OTHER}?{turn}",
    "two partners, a full list": lambda turn: f"/players/{ONE}/with/{PARTNER}?{turn}",
    "season": lambda _turn: "/season",
    "season, a month": lambda _turn: f"/season?period={MONTH}",
    "an evening": lambda _turn: f"/evenings/{EVENING}",
    "the bin": lambda turn: f"/bin?{turn}",
}
OF_A_LINK = ("players", "a player", "a player, a year", "season")


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("sizes", nargs="*", type=int, default=SIZES)
    asked.add_argument("--kept", type=Path)
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = {size: filled(size, wanted.kept or Path(folder)) for size in wanted.sizes}
        for kind, place in databases():
            table(kind, measured(place, files))


def table(kind: str, columns: dict[int, dict[str, str]]) -> None:
    print(f"\n| {kind}, ms (hello = 1) | {' | '.join(f'{size:,}' for size in columns)} |")
    print("|---|" + "---|" * len(columns))
    for name in next(iter(columns.values())):
        print(f"| {name} | {' | '.join(column.get(name, '–') for column in columns.values())} |")


def measured(place: Place, files: dict[int, Path]) -> dict[int, dict[str, str]]:
    """Measure scorebooks that are filled and counted, by how many matches they have."""
    hello = cpu_seconds(islice(requests(hello_app(), "/", {}), 200)) / 200
    with ExitStack() as stack:
        urls = {size: stack.enter_context(place(file)) for size, file in files.items()}
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        apps = {size: application(url, f"{folder}/{size}") for size, url in urls.items()}
        columns = pages(apps, hello)
        for size, app in apps.items():
            columns[size] |= by_link(urls[size], hello)
            columns[size] |= alone(app, hello)
            if size <= MOST_MADE_ANEW:
                columns[size] |= made_anew(app)
        return columns


def pages(apps: dict[int, Flask], hello: float) -> dict[int, dict[str, str]]:
    """Measure each page in all scorebooks, with the ratio to the first of them."""
    columns: dict[int, dict[str, str]] = {size: {} for size in apps}
    for name, path in PAGES.items():
        costs = by_turns(apps, path)
        first = next(iter(costs.values()))
        for size, seconds in costs.items():
            columns[size][name] = f"{shown(seconds, hello)} × {seconds / first:.2f}"
    return columns


def made_anew(app: Flask) -> dict[str, str]:
    """Make all figures anew: it costs as much a match, however many were counted before."""
    times = [time.process_time()]
    with app.app_context():
        number = recount_all(lambda _number: times.append(time.process_time()))
    dispose(app)
    milliseconds = [1000 * (seconds - times[0]) / COUNTED for seconds in times]
    of_all = milliseconds[-1] * COUNTED / (number - number % COUNTED)
    first, last = milliseconds[1], milliseconds[-1] - milliseconds[-2]
    return {
        "making all anew, ms a match": f"{of_all:.2f}",
        f"the same, the first and the last {COUNTED:,}": f"{first:.2f}, {last:.2f}",
    }


def alone(app: Flask, hello: float) -> dict[str, str]:
    """Measure what changes a scorebook."""
    found = recorded_by_page(app, hello)
    with app.app_context():
        found["looking what is not counted yet"] = shown(one(settle_figures), hello)
        found |= recorded(hello)
        plans(app)
    dispose(app)
    return found


def by_link(url: str, hello: float) -> dict[str, str]:
    """Measure the pages of a device that sees some matches only."""
    with tempfile.TemporaryDirectory() as folder:
        app = application(url, folder, ACCESS="links")
        with app.app_context(), writing() as session:
            seen = range(1, SEEN + 1)
            session.execute(
                insert(models.OwnerRow),
                [{"match_id": each, "device": "bench", "generation": 1} for each in seen],
            )
        client = app.test_client()
        with client.session_transaction() as kept:
            kept[DEVICE] = "bench"
        cookie = f"session={client.get_cookie('session').value}"  # type: ignore[union-attr]
        found = {
            f"{name}, by a device that sees {SEEN}": shown(seconds, hello)
            for name in OF_A_LINK
            for seconds in by_turns({SEEN: app}, PAGES[name], cookie).values()
        }
        with app.app_context():
            db.engine.dispose()
    return found


def by_turns(
    apps: dict[int, Flask], path: Callable[[int], str], cookie: str = ""
) -> dict[int, float]:
    """Return what a page costs none of whose matches was read lately, as most were not."""
    times: dict[int, list[float]] = {size: [] for size in apps}
    with no_garbage():
        # The first one finds the files of the page unread.
        for turn in range(-1, TIMES):
            for size, app in apps.items():
                ask = call(app, path(turn), {}, cookie=cookie)
                cache.init_app(app)
                times[size].append(one(ask))
    return {size: median(found[1:]) for size, found in times.items()}


def shown(seconds: float, hello: float) -> str:
    return f"{1000 * seconds:.2f} ({seconds / hello:.0f})"


@contextmanager
def no_garbage() -> Iterator[None]:
    """Collect garbage before rather than meanwhile."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def one(do: Callable[[], object]) -> float:
    start = time.process_time()
    do()
    return time.process_time() - start


def player(turn: int) -> int:
    return 1 + 37 * turn % PLAYERS


def recorded_by_page(app: Flask, hello: float) -> dict[str, str]:
    """Record whole matches of four as a page does, with figures and without, in turn."""
    hands = ("0-1", *HANDS[1:])
    points = max(score_round(Setup(load_game("block"), 4, False), leftovers(hands)).points)
    game = with_house_rules(load_game("block"), {"match": {"goal": ROUNDS * points}})
    client, turns = app.test_client(), count(1)

    def play() -> list[float]:
        key = f"by page {next(turns)}"
        names = tuple(f"Player {player(seat + len(key))}" for seat in range(4))
        with app.app_context():
            match_id = matches.open_match(Setup(game, 4, False), names, key)
        path, found = f"/matches/{match_id}/rounds/new", []
        for _round in range(ROUNDS):
            typed = entry(client, match_id) | {"hands-0-tiles": hands[0]}
            found.append(one(call(app, path, typed, status=303)))
        return found

    return compared("by its page", hello, play)


def recorded(hello: float) -> dict[str, str]:
    """Record matches of several games in the scorebook, with figures and without, in turn."""
    random, turns = Random(1), count(1)
    chosen = [pattern(random, setup) for setup in SETUPS]

    def play() -> list[float]:
        turn = next(turns)
        match, key = chosen[(turn - 1) // 2 % len(chosen)], f"recorded {turn}"
        names = tuple(f"Player {player(seat + turn)}" for seat in range(match.setup.players))
        match_id = matches.open_match(match.setup, names, key)
        db.session.rollback()
        return [
            one(partial(matches.record_round, match_id, number, f"{key} {number}", played))
            for number, played in enumerate(match.rounds, start=1)
        ]

    return compared("in the scorebook", hello, play)


def compared(how: str, hello: float, play: Callable[[], list[float]]) -> dict[str, str]:
    """Compare rounds recorded with figures to those without; each match is of ROUNDS."""
    times: dict[str, list[float]] = {"with": [], "without": [], "last": [], "last without": []}
    for turn in range(1 + 2 * RECORDED):
        with no_garbage():
            kept = play()
            with patch.object(figure_writing, "keep"):
                bare = play()
        if turn:
            times["with"].append(sum(kept) / ROUNDS)
            times["without"].append(sum(bare) / ROUNDS)
            times["last"].append(kept[-1])
            times["last without"].append(bare[-1])
    cost_of = {name: median(found) for name, found in times.items()}
    return {
        f"a round {how}, no figures": shown(cost_of["without"], hello),
        f"a round {how}, a twelfth of which ends a match": shown(cost_of["with"], hello),
        f"the ratio of these {how}": f"{cost_of['with'] / cost_of['without']:.2f}",
        f"the round that ends a match {how}, no figures": shown(cost_of["last without"], hello),
        f"the round that ends a match {how}": shown(cost_of["last"], hello),
    }


def plans(app: Flask) -> None:
    """Print the queries of everything that is measured that look at a whole table."""
    with collected(db.engine) as asked:
        for path in PAGES.values():
            call(app, path(1), {})()
        match = pattern(Random(2), SETUPS[0])
        match_id = matches.open_match(match.setup, ("Player 1", "Player 2"), "for the plans")
        for number, played in enumerate(match.rounds, start=1):
            matches.record_round(match_id, number, f"for the plans {number}", played)
    for where, query in whole_tables(db.engine, asked):
        print(f"{where}: {query[:300]}")
    print(f"{len(asked)} queries explained")


if __name__ == "__main__":
    main()

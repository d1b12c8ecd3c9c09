"""What the home page costs with many matches: CPU time a request, as in `pages.py`.

Run it by hand, `python -m tests.bench.home`; it prints a table in Markdown.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from flask import Flask
from sqlalchemy import insert

from scorekeeper import create_app
from scorekeeper.rules import Hand, Round, Setup, load_game, parse_tiles
from scorekeeper.scorebook import cache, matches
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, upgrade, writing
from tests.bench.pages import call, cpu_seconds, hello_app, ratios, requests

SIZES = (0, 200, 1_000, 10_000, 100_000)
OPEN = 5
NAMES = tuple(f"{first}{last}" for first in ("Ana", "Bea", "Ciro", "Dani") for last in " ABCDEFGH")
# Ana goes out in each of three rounds.
HANDS = ("", "6-6 5-6", "5-5", "4-4 3-4")
EVERY = timedelta(hours=5)
# The number of the first player of the copies.
FIRST = 100
AT_ONCE = 2_000
ROWS = {"seats": models.SeatRow, "rounds": models.RoundRow}


def main() -> None:
    print("| matches | the home page | 10–90 % | ms | after a restart | ms |")
    print("|---|---|---|---|---|---|")
    for size in map(int, sys.argv[1:]) if sys.argv[1:] else SIZES:
        with tempfile.TemporaryDirectory() as folder:
            app = create_app({"INSTANCE": folder, "RATELIMIT_ENABLED": False})
            upgrade(app)
            if size:
                fill(app, size)
            hello = requests(hello_app(), "/", {})
            low, middle, high = ratios(requests(app, "/", {}), hello)
            _low, cold, _high = ratios(restarted(app), hello)
            each = milliseconds(requests(app, "/", {})), milliseconds(restarted(app))
            print(
                f"| {size:,} | {middle:.0f} | {low:.0f}–{high:.0f} | {each[0]:.1f}"
                f" | {cold:.0f} | {each[1]:.1f} |"
            )


def milliseconds(page: Iterator[Callable[[], None]]) -> float:
    return 1000 * min(cpu_seconds([next(page) for _ in range(10)]) for _ in range(10)) / 10


def restarted(app: Flask) -> Iterator[Callable[[], None]]:
    """Ask for the home page when no match was read since the program was started."""
    for turn in count():
        ask = call(app, f"/?{turn}", {})

        def forget_and_ask(ask: Callable[[], None] = ask) -> None:
            cache.init_app(app)
            ask()

        yield forget_and_ask


def fill(app: Flask, size: int) -> None:
    """Copy a match that is over, and one that goes on, until there are so many."""
    with app.app_context():
        over, on = (pattern_of(played(rounds)) for rounds in (3, 2))
        last = size - OPEN
        people = [
            {"id": FIRST + number, "key": f"{number} {name}", "name": name, "colour": 1}
            for number, name in enumerate(NAMES)
        ]
        with writing() as session:
            session.execute(insert(models.PlayerRow), people)
        for start in range(3, size + 1, AT_ONCE):
            copies = [
                Copy(match_id, on if match_id > last else over, EVERY * (size - match_id))
                for match_id in range(start, min(start + AT_ONCE, size + 1))
            ]
            with writing() as session:
                session.execute(insert(models.MatchRow), [copy.match for copy in copies])
                for table in ("seats", "rounds"):
                    rows = [row for copy in copies for row in getattr(copy, table)]
                    session.execute(insert(ROWS[table]), rows)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The rows of a match to copy."""

    match: dict[str, Any]
    rounds: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """A match like another, some time before it and with other names."""

    match_id: int
    pattern: Pattern
    before: timedelta

    @property
    def match(self) -> dict[str, Any]:
        times = {
            name: moment - self.before
            for name, moment in self.pattern.match.items()
            if isinstance(moment, datetime)
        }
        own = {"id": self.match_id, "entry_key": f"copy {self.match_id}"}
        return self.pattern.match | times | own

    @property
    def seats(self) -> Iterator[dict[str, Any]]:
        for seat in range(4):
            player = FIRST + (self.match_id * 5 + seat * 7) % len(NAMES)
            yield {"match_id": self.match_id, "position": seat, "player_id": player}

    @property
    def rounds(self) -> Iterator[dict[str, Any]]:
        for row in self.pattern.rounds:
            yield row | {"match_id": self.match_id}


def pattern_of(match_id: int) -> Pattern:
    row = db.session.get_one(models.MatchRow, match_id)
    return Pattern(columns_of(row), tuple(map(columns_of, row.rounds)))


def played(rounds: int) -> int:
    """Play rounds of a match that three rounds decide."""
    setup = Setup.of(load_game("block"), 4)
    match_id = matches.open_match(setup, ("Ana", "Bea", "Ciro", "Dani"), f"played {rounds}")
    for number in range(1, rounds + 1):
        hands = Round(tuple(Hand(parse_tiles(hand)) for hand in HANDS))
        matches.record_round(match_id, number, f"{number}", hands)
    return match_id


def columns_of(row: models.Base) -> dict[str, Any]:
    return {column.key: getattr(row, column.key) for column in row.__table__.columns}


if __name__ == "__main__":
    main()

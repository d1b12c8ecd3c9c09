"""A scorebook of years of play, filled at once: 200 players, matches of 12 rounds.

They are copies of a few matches, so that few rounds have to be scored; their figures are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

from flask import Flask
from sqlalchemy import insert

from scorekeeper.rules import Round, Setup, Standing, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook.changes import MatchRecord, RecordedRound
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.figures.writing import add_newest
from scorekeeper.scorebook.projection import Match, project_record
from scorekeeper.scorebook.round_json import round_to_json
from tests.scorebook.stored import seats_stored
from tests.unit.figures.club import scored_round

PLAYERS = 200
# The same club in fewer or more years: about 20,000 matches in each.
EVERY = timedelta(minutes=26)
A_ROUND = timedelta(minutes=4)
PATTERNS, AT_ONCE, ROUNDS = 40, 1_000, 12
FAR = {"match": {"goal": 10_000}}
SETUPS = (
    Setup(with_house_rules(load_game("block"), FAR), 2, False),
    Setup(with_house_rules(load_game("block"), FAR), 4, False),
    Setup(with_house_rules(load_game("block"), FAR), 4, True),
    Setup(with_house_rules(load_game("all-fives"), FAR), 3, False),
    Setup(with_house_rules(load_game("dominican-patio"), FAR), 4, True),
)


class Pattern:
    """A match to copy: its rounds, the last of which ends it, scored once for all copies."""

    def __init__(self, setup: Setup, rounds: tuple[Round, ...]) -> None:
        self.setup, self.rounds = setup, rounds
        self.rules = dict(setup.game.definition)
        self.records = [round_to_json(played) for played in rounds]
        self._standing, self._scored = project_record(self._record(models.now()))

    @property
    def over(self) -> bool:
        """Whether it ends; not where two are level."""
        return self._standing.over and len(self._scored) == len(self.rounds)

    def copy(self, match_id: int, opened_at: datetime) -> Match:
        """Return a match as it is stored."""
        return Match(
            match_id,
            len(self.rounds),
            self._record(opened_at),
            self._standing,
            self._scored,
            opened_at,
            opened_at + len(self.rounds) * A_ROUND,
        )

    def _record(self, opened_at: datetime) -> MatchRecord:
        entries = (
            RecordedRound(played, opened_at + number * A_ROUND)
            for number, played in enumerate(self.rounds, start=1)
        )
        names = tuple(f"Player {seat}" for seat in range(self.setup.players))
        return MatchRecord(self.setup, names, entries=tuple(entries))


def fill(app: Flask, size: int, *, figures: bool = True) -> None:
    """Add so many matches that are over, the people who played them, and their figures."""
    random = Random(size)
    patterns = [pattern(random, SETUPS[turn % len(SETUPS)]) for turn in range(PATTERNS)]
    # The last of them is over by now.
    start = models.now() - timedelta(days=1) - size * EVERY
    with app.app_context():
        with writing() as session:
            session.connection().execute(insert(models.PlayerRow), [*_people()])
        for first in range(0, size, AT_ONCE):
            rows: dict[Any, list[dict[str, Any]]] = {
                table: [] for table in (models.MatchRow, models.SeatRow, models.RoundRow)
            }
            copies: list[Match] = []
            for match_id in range(first + 1, min(first + AT_ONCE, size) + 1):
                chosen = random.choice(patterns)
                opened_at = start + match_id * EVERY
                copies.append(chosen.copy(match_id, opened_at))
                rows[models.MatchRow].append(_match(match_id, chosen, opened_at))
                rows[models.SeatRow] += _seats(match_id, chosen, random)
                rows[models.RoundRow] += _rounds(match_id, chosen, opened_at)
            with writing() as session:
                for table, added in rows.items():
                    session.connection().execute(insert(table), added)
                assert not figures or add_newest(session, copies)


def pattern(random: Random, game: Setup) -> Pattern:
    """Play a match whose goal is reached in the last of its rounds."""
    while True:
        rounds, standing, before = list[Round](), Standing.start(game), 0
        for _round in range(ROUNDS):
            before = max(standing.totals)
            played, score = scored_round(game, standing, tuple(range(game.players)), random)
            rounds.append(played)
            standing = standing.after(played, score)
        goal = max(standing.totals)
        if before < goal:
            rules = with_house_rules(game.game, {"match": {"goal": goal}})
            found = Pattern(Setup(rules, game.players, game.partners), tuple(rounds))
            if found.over:
                return found


def _people() -> Iterator[dict[str, Any]]:
    for player in range(1, PLAYERS + 1):
        name = f"Player {player}"
        yield {"id": player, "key": folded(name), "name": name, "colour": 1 + player % 5}


def _match(match_id: int, chosen: Pattern, opened_at: datetime) -> dict[str, Any]:
    ended_at = opened_at + len(chosen.rounds) * A_ROUND
    return {
        "id": match_id,
        "entry_key": f"copy {match_id}",
        "game_id": chosen.setup.game.id,
        "rules": chosen.rules,
        "partners": chosen.setup.partners,
        "version": len(chosen.rounds),
        "created_at": opened_at,
        "changed_at": ended_at,
        "finished_at": ended_at,
    }


def _seats(match_id: int, chosen: Pattern, random: Random) -> Iterator[dict[str, Any]]:
    sit = random.sample(range(1, PLAYERS + 1), chosen.setup.players)
    return seats_stored(match_id, {player: f"Player {player}" for player in sit})


def _rounds(match_id: int, chosen: Pattern, opened_at: datetime) -> Iterator[dict[str, Any]]:
    for number, record in enumerate(chosen.records, start=1):
        yield {
            "match_id": match_id,
            "number": number,
            "record": record,
            "recorded_at": opened_at + number * A_ROUND,
        }

"""A scorebook of years of play, filled at once: 200 players, matches of 12 rounds.

They are copies of a few matches, so that few rounds have to be scored;
their figures are counted as those of played matches are. Four of the players are regulars: two of
them meet, and are partners of the other two, as often in few years as in many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from flask import Flask
from sqlalchemy import insert

from scorekeeper import clock
from scorekeeper.figures.match_results import Result
from scorekeeper.rules import Round, Setup, Standing, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook.changes import (
    ChangeKind,
    match_opened,
    stored,
)
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.figures.figures_table import ResultRow
from scorekeeper.scorebook.figures.ratings import rate_more
from scorekeeper.scorebook.figures.recounting import match_results, rows_of
from scorekeeper.scorebook.record import MatchRecord, RecordedRound
from scorekeeper.scorebook.round_json import round_to_json
from scorekeeper.scorebook.scored_match import Match, score_record
from tests.scorebook.stored import seats_stored
from tests.unit.figures.club import scored_round

PLAYERS = 200
# The same club in fewer or more years: about 20,000 matches in each.
EVERY = timedelta(minutes=26)
A_ROUND = timedelta(minutes=4)
PATTERNS, AT_ONCE, ROUNDS = 40, 1_000, 12
# Who plays so many matches with one another, in the order they sit: more than a page lists.
REGULARS, THEIRS = (1, 2, 3, 4), 40
TABLES = (models.MatchRow, models.SeatRow, models.RoundRow, models.ChangeRow, ResultRow)
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
        opened_at = clock.now()
        record = self._record(opened_at)
        match = Match(1, len(rounds), record, *score_record(record), opened_at, opened_at)
        # It does not where two are level.
        self.over = match.standing.over and len(match.rounds) == len(rounds)
        self._results = match_results(match, range(1, setup.players + 1))

    def results(self, match_id: int, players: Sequence[int], opened_at: datetime) -> list[Result]:
        """Return what a copy came to: its rounds took as long."""
        ended_at = opened_at + len(self.rounds) * A_ROUND
        return [
            row._replace(players=(player,), match_id=match_id, ended_at=ended_at)
            for row, player in zip(self._results, players, strict=True)
        ]

    def _record(self, opened_at: datetime) -> MatchRecord:
        entries = (
            RecordedRound(played, opened_at + number * A_ROUND)
            for number, played in enumerate(self.rounds, start=1)
        )
        names = tuple(map(name, range(self.setup.players)))
        return MatchRecord(self.setup, names, entries=tuple(entries))


def fill(app: Flask, size: int) -> None:
    """Add so many matches that are over, the people who played them, and their figures."""
    random = Random(1)
    patterns = [pattern(random, SETUPS[turn % len(SETUPS)]) for turn in range(PATTERNS)]
    of_partners = [each for each in patterns if each.setup.partners]
    # The last of them is over by now.
    start = clock.now() - timedelta(days=1) - size * EVERY
    with app.app_context():
        with writing() as session:
            session.connection().execute(insert(models.PlayerRow), [*_people()])
        for first in range(0, size, AT_ONCE):
            rows: dict[Any, list[dict[str, Any]]] = {table: [] for table in TABLES}
            for match_id in range(first + 1, min(first + AT_ONCE, size) + 1):
                regular = match_id % max(1, size // THEIRS) == 0
                chosen = random.choice(of_partners if regular else patterns)
                sit = random.sample(range(1, PLAYERS + 1), chosen.setup.players)
                players = REGULARS if regular else sit
                opened_at = start + match_id * EVERY
                match = _match(match_id, chosen, opened_at)
                results = chosen.results(match_id, players, opened_at)
                rows[models.MatchRow].append(match)
                rows[ResultRow] += rows_of(results, match["version"])
                rows[models.SeatRow] += seats_stored(match_id, players)
                rows[models.RoundRow] += _rounds(match_id, chosen, opened_at)
                rows[models.ChangeRow] += _log(match_id, chosen, players, opened_at)
            with writing() as session:
                for table, added in rows.items():
                    session.connection().execute(insert(table), added)
                # As many as are added.
                rate_more(session.connection())


def name(player: int) -> str:
    return f"Player {player}"


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
        key = folded(name(player))
        yield {"id": player, "key": key, "name": name(player), "colour": 1 + player % 5}


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


def _rounds(match_id: int, chosen: Pattern, opened_at: datetime) -> Iterator[dict[str, Any]]:
    for number, record in enumerate(chosen.records, start=1):
        yield {
            "match_id": match_id,
            "number": number,
            "record": record,
            "recorded_at": opened_at + number * A_ROUND,
        }


def _log(
    match_id: int, chosen: Pattern, players: Sequence[int], opened_at: datetime
) -> Iterator[dict[str, Any]]:
    """Give the rows of the log: the match was opened, and its rounds were recorded."""
    names, numbers = tuple(map(name, players)), tuple(players)
    opened = stored(match_opened(MatchRecord(chosen.setup, names, players=numbers)).after)
    yield _change(match_id, 0, opened_at, kind=ChangeKind.OPENED, before=None, after=opened)
    for number, record in enumerate(chosen.records, start=1):
        made_at = opened_at + number * A_ROUND
        entry = record | {"recorded_at": made_at.isoformat()}
        yield _change(
            match_id,
            number,
            made_at,
            kind=ChangeKind.ROUNDS,
            before={"number": number, "rounds": []},
            after={"number": number, "rounds": [entry]},
        )


def _change(match_id: int, version: int, made_at: datetime, **of: object) -> dict[str, Any]:
    key = f"copy {match_id} {version}"
    return {"match_id": match_id, "version": version, "entry_key": key, "made_at": made_at, **of}

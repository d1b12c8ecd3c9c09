"""A scorebook of years of play, filled at once: 200 players, matches of 12 rounds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from flask import Flask

from scorekeeper.rules import Round, Setup, Standing, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import models
from tests.scorebook.stored import Rows, match_stored, players_stored, store
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


@dataclass(frozen=True, slots=True)
class Pattern:
    """A match to copy: its rounds, the last of which ends it."""

    setup: Setup
    rounds: tuple[Round, ...]


def fill(app: Flask, size: int) -> None:
    """Add so many matches that are over, and the people who played them; no figures."""
    random = Random(size)
    patterns = [pattern(random, SETUPS[turn % len(SETUPS)]) for turn in range(PATTERNS)]
    # The last of them is over by now.
    start = models.now() - timedelta(days=1) - size * EVERY
    names = [f"Player {player}" for player in range(1, PLAYERS + 1)]
    with app.app_context():
        store([players_stored(names)])
        for first in range(0, size, AT_ONCE):
            numbers = range(first + 1, min(first + AT_ONCE, size) + 1)
            store(
                _copy(match_id, random.choice(patterns), start + match_id * EVERY, names, random)
                for match_id in numbers
            )


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
            return Pattern(Setup(rules, game.players, game.partners), tuple(rounds))


def _copy(
    match_id: int, chosen: Pattern, opened_at: datetime, names: list[str], random: Random
) -> Rows:
    players = random.sample(range(1, PLAYERS + 1), chosen.setup.players)
    seated = {player: names[player - 1] for player in players}
    times = (opened_at + number * A_ROUND for number in range(1, len(chosen.rounds) + 1))
    rounds = [*zip(chosen.rounds, times, strict=True)]
    return match_stored(match_id, chosen.setup, seated, opened_at, rounds)

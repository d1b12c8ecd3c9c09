"""A match as a value: its rounds folded into how it stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper import models
from scorekeeper.records import round_from
from scorekeeper.rules import Game, Round, RoundScore, Setup, Standing, score_round


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A recorded round, what it came to, and how the match stood after it."""

    number: int
    played: Round
    score: RoundScore
    standing: Standing


@dataclass(frozen=True, slots=True)
class Match:
    """A match with everything that follows from its rounds.

    Two values with the same `id` and `version` are equal.
    """

    id: int
    version: int
    setup: Setup
    names: tuple[str, ...]
    standing: Standing
    rounds: tuple[ScoredRound, ...]
    changed_at: datetime

    @property
    def next_number(self) -> int:
        return len(self.rounds) + 1

    def before(self, number: int) -> Standing:
        """Say how the match stood when a round was played."""
        return self.rounds[number - 2].standing if number > 1 else Standing.start(self.setup)


def fold(match: models.Match) -> Match:
    """Fold all the rounds of a match."""
    game = Game.read(match.game_id, match.rules)
    setup = Setup(game, len(match.seats), match.partners)
    opened = Match(
        id=match.id,
        version=match.version,
        setup=setup,
        names=tuple(seat.name for seat in match.seats),
        standing=Standing.start(setup, match.opening_seat),
        rounds=(),
        changed_at=match.changed_at,
    )
    return with_rounds(opened, match.rounds)


def with_rounds(match: Match, recorded: Iterable[models.Round]) -> Match:
    """Fold some more rounds of a match, the next ones in their order."""
    standing, rounds = match.standing, list(match.rounds)
    for each in recorded:
        played = round_from(each.record)
        score = score_round(match.setup, played, standing.moment)
        standing = standing.after(played, score)
        rounds.append(ScoredRound(each.number, played, score, standing))
    return replace(match, standing=standing, rounds=tuple(rounds))

"""A match as a value: its sheet folded into how it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.rules import Game, Round, RoundScore, RuleError, Setup, Standing, score_round
from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import MatchRecord, RecordedRound
from scorekeeper.scorebook.round_json import round_from_json


class ReplayError(Exception):
    """A round cannot be as it is written, once what comes before it is as it is."""

    def __init__(self, number: int, fault: RuleError) -> None:
        super().__init__(number, fault)
        self.number, self.fault = number, fault


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A recorded round, what it came to, and how the match stood after it."""

    number: int
    played: Round
    score: RoundScore
    standing: Standing


@dataclass(frozen=True, slots=True)
class Match:
    """A match with everything that follows from its sheet.

    `later` are the rounds that were recorded before a mending gave the match an earlier end: the
    table has to decide whether they count. Two values with the same `id` and `version` are equal.
    """

    id: int
    version: int
    record: MatchRecord
    standing: Standing
    rounds: tuple[ScoredRound, ...]
    changed_at: datetime
    binned_at: datetime | None = None

    @property
    def setup(self) -> Setup:
        return self.record.setup

    @property
    def names(self) -> tuple[str, ...]:
        return self.record.names

    @property
    def next_number(self) -> int:
        return self.record.next_number

    @property
    def later(self) -> tuple[RecordedRound, ...]:
        return self.record.entries[len(self.rounds) :]

    def before(self, number: int) -> Standing:
        """Say how the match stood when a round was played."""
        return self.rounds[number - 2].standing if number > 1 else _start(self.record)


def project(match: models.MatchRow) -> Match:
    """Fold a match as it is kept."""
    game = Game.read(match.game_id, match.rules)
    record = MatchRecord(
        setup=Setup(game, len(match.seats), match.partners),
        names=tuple(seat.name for seat in match.seats),
        opening_seat=match.opening_seat,
        play_on_to=match.play_on_to,
        entries=tuple(
            RecordedRound(round_from_json(row.record), row.recorded_at) for row in match.rounds
        ),
    )
    standing, rounds = project_record(record)
    return Match(
        id=match.id,
        version=match.version,
        record=record,
        standing=standing,
        rounds=rounds,
        changed_at=match.changed_at,
        binned_at=match.binned_at,
    )


def reproject(match: Match, record: MatchRecord, version: int, changed_at: datetime) -> Match:
    """Give a match another sheet; rounds are only folded from the first that is not as it was.

    Raise ReplayError where a round cannot be as it is written any more.
    """
    known = _unchanged(match, record)
    standing, rounds = _replay(record, known, known[-1].standing if known else _start(record))
    return Match(match.id, version, record, standing, rounds, changed_at, match.binned_at)


def as_of_round(match: Match, number: int) -> Match:
    """Give a match as it was when a round of it was about to be recorded."""
    record = replace(match.record, entries=match.record.entries[: number - 1])
    return replace(
        match, record=record, standing=match.before(number), rounds=match.rounds[: number - 1]
    )


def project_record(record: MatchRecord) -> tuple[Standing, tuple[ScoredRound, ...]]:
    """Project a record that is no match yet. Raise ReplayError for a round that cannot be."""
    return _replay(record, (), _start(record))


def _start(record: MatchRecord) -> Standing:
    return Standing.start(record.setup, record.opening_seat, record.play_on_to)


def _unchanged(match: Match, record: MatchRecord) -> tuple[ScoredRound, ...]:
    """Find the rounds, from the first on, that a sheet leaves as they are."""
    was = match.record
    if (was.setup, was.opening_seat, was.play_on_to) != (
        record.setup,
        record.opening_seat,
        record.play_on_to,
    ):
        return ()
    pairs = zip(match.rounds, record.entries, strict=False)
    changed = next(
        (scored.number for scored, entry in pairs if scored.played != entry.played),
        len(record.entries) + 1,
    )
    return match.rounds[: changed - 1]


def _replay(
    record: MatchRecord, known: tuple[ScoredRound, ...], standing: Standing
) -> tuple[Standing, tuple[ScoredRound, ...]]:
    """Go on from the rounds known until the sheet, or the match, is at its end."""
    rounds = list(known)
    for number in range(len(known) + 1, record.next_number):
        if standing.over:
            break
        played = record.entries[number - 1].played
        try:
            score = score_round(record.setup, played, standing.moment)
        except RuleError as fault:
            raise ReplayError(number, fault) from fault
        standing = standing.after(played, score)
        rounds.append(ScoredRound(number, played, score, standing))
    return standing, tuple(rounds)

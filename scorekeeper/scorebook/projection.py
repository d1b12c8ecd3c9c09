"""A match as a value: its record, and the score computed from it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Row, bindparam, select
from sqlalchemy.orm import Session, selectinload

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games import game_from
from scorekeeper.rules.keys import Game
from scorekeeper.rules.match import Standing
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.rounds import Round
from scorekeeper.rules.scoring import score_recorded
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook.changes import (
    Change,
    ChangeKind,
    LoggedChange,
    MatchRecord,
    RecordedRound,
)
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.people.colours import at_one_table
from scorekeeper.scorebook.round_json import round_from_json

_TOGETHER = (selectinload(models.MatchRow.seats), selectinload(models.MatchRow.rounds))
# The same as columns: rows that nobody changes need no session to watch them.
_MATCH = select(*models.MatchRow.__table__.c).where(models.MatchRow.id == bindparam("match_id"))
_SEATS = (
    select(models.SeatRow.name, models.SeatRow.colour)
    .where(models.SeatRow.match_id == bindparam("match_id"))
    .order_by(models.SeatRow.position)
)
_ROUNDS = (
    select(models.RoundRow.record, models.RoundRow.recorded_at)
    .where(models.RoundRow.match_id == bindparam("match_id"))
    .order_by(models.RoundRow.number)
)


class ReplayError(Exception):
    """The rules refuse a round of the record after the rounds before it; `fault` says why."""

    def __init__(self, number: int, fault: RuleError) -> None:
        super().__init__(number, fault)
        self.number, self.fault = number, fault


# What is raised where the rows of a match are damaged.
UNREADABLE = (ValueError, TypeError, LookupError, RuleError, ReplayError)


class ScoredRound(NamedTuple):
    """A recorded round, its score, and the standing of the match after it."""

    number: int
    played: Round
    score: RoundScore
    standing: Standing


@dataclass(frozen=True)
class Match:
    """A match: its record, the standing, and the `rounds` that count, scored.

    Two values with the same `id` and `version` are equal.
    """

    id: int
    version: int
    record: MatchRecord
    standing: Standing
    rounds: tuple[ScoredRound, ...]
    opened_at: datetime
    changed_at: datetime
    binned_at: datetime | None = None
    # Of each seat, from 1; () is the order of play.
    colours: tuple[int, ...] = ()
    # What pages worked out of it, for as long as it is kept: a match that changes is another one.
    worked_out: dict[object, Any] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @cached_property
    def seat_colours(self) -> tuple[int, ...]:
        """The colour of each seat, from 1: that of its player, and no two the same."""
        return self.colours or at_one_table([None] * self.setup.players)

    @cached_property
    def side_colours(self) -> tuple[int, ...]:
        """The colour of each side: that of its first seat."""
        return tuple(self.seat_colours[seats[0]] for seats in self.setup.sides)

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
    def last_at(self) -> datetime:
        """When the last round that counts was recorded; when it was started if there is none."""
        played = len(self.rounds)
        return self.record.entries[played - 1].recorded_at if played else self.opened_at

    @property
    def later(self) -> tuple[RecordedRound, ...]:
        """The rounds after the end, where a correction gave the match an earlier one.

        They do not count; the table has to choose whether to play on or to remove them.
        """
        return self.record.entries[len(self.rounds) :]

    def before(self, number: int) -> Standing:
        """Return the standing of the match before a round."""
        return self.rounds[number - 2].standing if number > 1 else _start(self.record)


def read_row(session: Session, match_id: int) -> models.MatchRow:
    """Read a match with its seats and rounds. Raise NoResultFound."""
    # What the session still holds may be older than what is stored now.
    return session.get_one(models.MatchRow, match_id, options=_TOGETHER, populate_existing=True)


def read_rows(session: Session, match_ids: Collection[int]) -> Sequence[models.MatchRow]:
    """Read the same of several matches, if any; in no order."""
    if not match_ids:
        return ()
    found = select(models.MatchRow).where(models.MatchRow.id.in_(match_ids)).options(*_TOGETHER)
    return session.scalars(found, execution_options={"populate_existing": True}).all()


def read_match(session: Session, match_id: int) -> Match:
    """Read a match to look at, and compute it. Raise NoResultFound or ReplayError."""
    connection, of_match = session.connection(), {"match_id": match_id}
    match = connection.execute(_MATCH, of_match).one()
    seats = connection.execute(_SEATS, of_match).all()
    return _projected(match, seats, connection.execute(_ROUNDS, of_match))


def project(match: models.MatchRow) -> Match:
    """Compute a match from its rows. Raise ReplayError."""
    return _projected(match, match.seats, match.rounds)


def _projected(
    match: models.MatchRow | Row[Any],
    seats: Sequence[models.SeatRow] | Sequence[Row[str, int | None]],
    rounds_of_match: Iterable[models.RoundRow | Row[Any]],
) -> Match:
    record = MatchRecord(
        setup=Setup(game_in(match.game_id, json.dumps(match.rules)), len(seats), match.partners),
        names=tuple(seat.name for seat in seats),
        opening_seat=match.opening_seat,
        play_on_to=match.play_on_to,
        entries=tuple(
            RecordedRound(round_from_json(row.record), row.recorded_at) for row in rounds_of_match
        ),
    )
    standing, rounds = project_record(record)
    return Match(
        id=match.id,
        version=match.version,
        record=record,
        standing=standing,
        rounds=rounds,
        opened_at=match.created_at,
        changed_at=match.changed_at,
        binned_at=match.binned_at,
        colours=at_one_table([seat.colour for seat in seats]),
    )


# Most matches are played by the same few rules.
@lru_cache(256)
def game_in(game_id: str, rules: str) -> Game:
    """Return the game of a match by its rules as they are stored, in JSON."""
    return game_from(game_id, json.loads(rules))


def reproject(match: Match, record: MatchRecord, version: int, changed_at: datetime) -> Match:
    """Compute a match from another record; only from the first round that differs on.

    Raise ReplayError.
    """
    known = _unchanged(match, record)
    standing, rounds = _replay(record, known, known[-1].standing if known else _start(record))
    return replace(
        match,
        version=version,
        record=record,
        standing=standing,
        rounds=rounds,
        changed_at=changed_at,
    )


def change_of(row: models.ChangeRow | Row[Any]) -> Change:
    """Return the change that a row of the log has."""
    return Change(ChangeKind(row.kind), row.before, row.after)


def logged(row: models.ChangeRow | Row[Any]) -> LoggedChange:
    """Return a row of the log as a value."""
    return LoggedChange(
        version=row.version,
        change=change_of(row),
        device=row.device,
        made_at=row.made_at,
        undone=row.state != "done",
        undoes=row.undoes,
        redoes=row.redoes,
    )


def apply_row(
    row: models.ChangeRow | Row[Any], record: MatchRecord, binned_at: datetime | None
) -> tuple[MatchRecord, datetime | None]:
    """Return the record, and since when the match is in the trash, after a change of the log.

    Raise ChangeConflict.
    """
    change = change_of(row)
    return change.apply_to(record), change.binned_at_after(binned_at, row.made_at)


def with_change(match: Match, change: Change) -> Match:
    """Return the match as it would be after a change, for a preview. Raise ReplayError."""
    return reproject(match, change.apply_to(match.record), match.version + 1, match.changed_at)


def project_record(record: MatchRecord) -> tuple[Standing, tuple[ScoredRound, ...]]:
    """Score the rounds of a record that is no match yet. Raise ReplayError."""
    return _replay(record, (), _start(record))


def _start(record: MatchRecord) -> Standing:
    return Standing.start(record.setup, record.opening_seat, record.play_on_to)


def _unchanged(match: Match, record: MatchRecord) -> tuple[ScoredRound, ...]:
    """Return the scored rounds, from the first on, that are the same in another record."""
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
    """Score the rounds after those known, up to the end of the record or of the match."""
    rounds = list(known)
    for number in range(len(known) + 1, record.next_number):
        if standing.over:
            break
        played = record.entries[number - 1].played
        try:
            score = score_recorded(record.setup, played, standing.moment)
        except RuleError as fault:
            raise ReplayError(number, fault) from fault
        standing = standing.after(played, score)
        rounds.append(ScoredRound(number, played, score, standing))
    return standing, tuple(rounds)

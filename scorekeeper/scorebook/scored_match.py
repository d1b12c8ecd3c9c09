"""A match as a value: its record, and the score computed from it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Row, Text, cast, select
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_files import game_from
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.round_entry import Round
from scorekeeper.rules.scoring import score_recorded
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.scorebook.changes import Change, change_in
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import MOST_SEATS, in_parts
from scorekeeper.scorebook.people.colours import at_one_table
from scorekeeper.scorebook.people.seating import people_by_id
from scorekeeper.scorebook.record import (
    ONLY,
    MatchRecord,
    RecordedRound,
    counted_lineup,
    lineup_in,
    lineups_from_json,
    seated,
    with_lineups,
)
from scorekeeper.scorebook.round_json import round_from_json
from scorekeeper.scorebook.timer import Timer

T = TypeVar("T")

# This many take some megabytes.
MATCHES_AT_ONCE = 100

# The rules as text: most matches have one of a few texts, which is parsed once.
RULES = cast(models.MatchRow.rules, Text).label("rules")


class ReplayError(Exception):
    """The rules refuse a round of the record after the rounds before it; `fault` says why."""

    def __init__(self, number: int, fault: RuleError) -> None:
        super().__init__(number, fault)
        self.number, self.fault = number, fault


# What is raised if the rows of a match are damaged.
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
    # The colour of each seat, from 1; () means the order of play.
    colours: tuple[int, ...] = ()
    # Values that pages computed from this match; a changed match is a new object.
    remembered_values: dict[object, Any] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @cached_property
    def seat_colours(self) -> tuple[int, ...]:
        """The colour of each seat, from 1: that of its player, and no two the same."""
        # In a preview with one more player, a match has no colours yet.
        known = len(self.colours) == self.setup.players
        return self.colours if known else at_one_table([None] * self.setup.players)

    @cached_property
    def side_colours(self) -> tuple[int, ...]:
        """The colour of each side: that of its first seat."""
        return tuple(self.seat_colours[seats[0]] for seats in self.setup.sides)

    @cached_property
    def setup(self) -> Setup:
        return self.record.setup

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Who sits there; once it is over, who played its last round."""
        return self.record.lineups[self._counted_lineup].names

    def who_counts(self, people: Sequence[T]) -> Sequence[T]:
        """Return the values for `names`, out of `people` with one for each row of `seats`."""
        # The rows begin with the current players.
        at = (self._counted_lineup + 1) % len(self.record.lineups) * self.setup.players
        return people[at : at + self.setup.players]

    @property
    def _counted_lineup(self) -> int:
        return counted_lineup(self.record.lineups, len(self.rounds), over=self.standing.over)

    @property
    def next_number(self) -> int:
        return len(self.record.entries) + 1

    @property
    def last_at(self) -> datetime:
        """When the last round that counts was recorded; when it was started if there is none."""
        played = len(self.rounds)
        return self.record.entries[played - 1].recorded_at if played else self.opened_at

    @cached_property
    def only_result(self) -> bool:
        """Whether only its result is known, as of what `rounds_of_result` writes.

        A single round that pays nothing but corrections, and ends the match, says no more of it.
        """
        if len(self.rounds) != 1 or not self.standing.over:
            return False
        played = self.rounds[0].played
        return bool(played.points and played.corrections) and not any(played.points)

    @property
    def later(self) -> tuple[RecordedRound, ...]:
        """The rounds after the end, if a correction made the match end earlier.

        They do not count; the table has to choose whether to play on or to remove them.
        """
        return self.record.entries[len(self.rounds) :]

    def at(self, number: int) -> Match:
        """Return the match with the players of a round."""
        lineups = self.record.lineups
        there = lineup_in(lineups, number)
        if there is lineups[-1]:
            return self
        record = with_lineups(self.record, (there,))
        return replace(self, record=record, colours=self.seat_colours)

    def before(self, number: int) -> Standing:
        """Return the standing of the match before a round."""
        return self.rounds[number - 2].standing if number > 1 else _start(self.record)


class StoredMatch(NamedTuple):
    """The stored rows of a match."""

    match: Row[Any]
    seats: list[Any]
    rounds: list[Any]

    @property
    def id(self) -> int:
        return int(self.match.id)


def read_rows(session: Session, match_ids: Collection[int]) -> list[StoredMatch]:
    """Read the rows of the matches that exist, in no order."""
    if not match_ids:
        return []
    # By a connection: rows that nobody changes need no session to watch them.
    connection = session.connection()
    match, seat, player, played = models.MatchRow, models.SeatRow, models.PlayerRow, models.RoundRow
    columns = [RULES if each.key == "rules" else each for each in match.__table__.c]
    matches = select(*columns).where(match.id.in_(match_ids))
    seats = select(seat, player.name, player.colour, player.owner)
    seats = seats.join(player, player.id == seat.player_id).where(seat.match_id.in_(match_ids))
    rounds = select(played).where(played.match_id.in_(match_ids))
    found = {row.id: StoredMatch(row, [], []) for row in connection.execute(matches)}
    for sitting in connection.execute(seats.order_by(seat.match_id, seat.position)):
        found[sitting.match_id].seats.append(sitting)
    for recorded in connection.execute(rounds.order_by(played.match_id, played.number)):
        found[recorded.match_id].rounds.append(recorded)
    return [*found.values()]


def read_in_parts(
    session: Session, match_ids: Sequence[int]
) -> Iterator[tuple[int, StoredMatch | Exception]]:
    """Read the rows of many matches, in order; for a damaged one yield the error."""
    for ids in in_parts(match_ids, MATCHES_AT_ONCE):
        try:
            found = {stored.id: stored for stored in read_rows(session, ids)}
        # A damaged row may raise anything.
        except Exception as error:
            if len(ids) == 1:
                yield ids[0], error
            else:
                for match_id in ids:
                    yield from read_in_parts(session, [match_id])
            continue
        yield from ((match_id, found[match_id]) for match_id in ids)


def read_match(session: Session, match_id: int) -> Match:
    """Read a match, and compute it. Raise NoResultFound or ReplayError."""
    for stored in read_rows(session, [match_id]):
        return score_stored(stored)
    raise NoResultFound(match_id)


def score_stored(stored: StoredMatch) -> Match:
    """Compute a match from its rows. Raise ReplayError."""
    match, rows, rounds_of_match = stored
    seats = [row for row in rows if row.position < MOST_SEATS]
    record = MatchRecord(
        setup=setup_in(match.game_id, match.rules, len(seats), match.partners),
        names=(),
        opening_seat=match.opening_seat,
        play_on_to=match.play_on_to,
        entries=tuple(
            RecordedRound(round_from_json(row.record), row.recorded_at) for row in rounds_of_match
        ),
        timer=Timer.from_json(match.timer),
    )
    # The current players are the last lineup.
    in_order = [*rows[len(seats) :], *seats]
    names, numbers = [row.name for row in in_order], [row.logged_id for row in in_order]
    record = with_lineups(record, lineups_from_json(match.lineups or ONLY, names, numbers))
    standing, rounds = score_record(record)
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


@lru_cache(256)
def setup_in(game_id: str, rules: str, players: int, partners: bool) -> Setup:
    """Return the setup of a match from its stored rules, in JSON."""
    return Setup(game_from(game_id, json.loads(rules)), players, partners)


def rescore(match: Match, record: MatchRecord, version: int, changed_at: datetime) -> Match:
    """Compute a match from another record, starting at the first round that differs.

    Raise ReplayError.
    """
    standing, rounds = _replay(record, *_unchanged(match, record))
    return replace(
        match,
        version=version,
        record=record,
        standing=standing,
        rounds=rounds,
        changed_at=changed_at,
    )


def logged_in(
    connection: Connection, rows: Sequence[models.ChangeRow | Row[Any]]
) -> tuple[Change, ...]:
    """Return the changes in rows of the log, with the names of the players in all of them."""
    tables = [table for row in rows for table in (row.before, row.after) if table]
    numbers = {number for table in tables for number in table.get("players", ())}
    names = {
        number: player.name
        for ids in in_parts([*numbers])
        for number, player in people_by_id(connection, ids).items()
    }
    return tuple(change_in(row, names) for row in rows)


def with_change(match: Match, change: Change) -> Match:
    """Return the match as it would be after a change, for a preview. Raise ReplayError."""
    return rescore(match, change.apply_to(match.record), match.version + 1, match.changed_at)


def score_record(record: MatchRecord) -> tuple[Standing, tuple[ScoredRound, ...]]:
    """Score the rounds of a record that is no match yet. Raise ReplayError."""
    return _replay(record, (), _start(record))


def _start(record: MatchRecord) -> Standing:
    start = Standing.start(record.setup, record.opening_seat, record.play_on_to)
    return seated(record.several, start)


def _unchanged(match: Match, record: MatchRecord) -> tuple[tuple[ScoredRound, ...], Standing]:
    """Return the scored rounds that are the same in another record, and the standing after them."""
    was = match.record
    # If the players stopped the match, it is over after its last round only.
    same = record._replace(names=was.names, players=was.players, entries=was.entries)
    if was.stopped or was != same:
        return (), _start(record)
    pairs = zip(match.rounds, record.entries, strict=False)
    changed = next(
        (scored.number for scored, entry in pairs if scored.played != entry.played),
        len(record.entries) + 1,
    )
    if changed > len(match.rounds):
        return match.rounds, match.standing
    return match.rounds[: changed - 1], match.before(changed)


def _replay(
    record: MatchRecord, known: tuple[ScoredRound, ...], standing: Standing
) -> tuple[Standing, tuple[ScoredRound, ...]]:
    """Score the rounds after those known, up to the end of the record or of the match."""
    rounds = list(known)
    several = record.several
    if record.stopped:
        # Players who came or left before a round that was never played change nothing.
        several = tuple(each for each in several if each.first <= len(record.entries))
    for number, (played, recorded_at) in enumerate(record.entries[len(known) :], len(known) + 1):
        if standing.over:
            break
        time_over = record.timer is not None and record.timer.is_over_at(recorded_at)
        try:
            score = score_recorded(standing.setup, played, standing.moment)
        except RuleError as fault:
            raise ReplayError(number, fault) from fault
        standing = seated(several, standing.after(played, score, time_over=time_over))
        rounds.append(ScoredRound(number, played, score, standing))
    if record.stopped:
        standing = standing.stop()
        rounds[-1:] = [last._replace(standing=standing) for last in rounds[-1:]]
    return standing, tuple(rounds)

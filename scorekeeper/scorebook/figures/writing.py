"""Keep the figures true: in the transaction that changes a match, count it again.

A match that ended after all others is added (adding.py). Otherwise what a match came to is
replaced where it is another than before, the months it is and was in are added up again, and from
the months the years and all time. Then all matches since are rated again.
While all figures are made anew (filling.py) nothing is done here: whatever changes meanwhile
is found by its version.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.figures.facts import CountedRound, MatchFacts, facts_of
from scorekeeper.figures.match_rows import meetings_among, outcome_from, results_of
from scorekeeper.figures.rating import NEW, Rating
from scorekeeper.figures.results import Result
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.figures.adding import add_last, seats_of_new
from scorekeeper.scorebook.figures.ratings import rate_from
from scorekeeper.scorebook.figures.rows import (
    MEETING,
    RATING,
    RESULT,
    Players,
    meeting_from,
    rating_from,
    result_from,
    row_of_meeting,
    row_of_result,
)
from scorekeeper.scorebook.figures.state import Ended, locked_state, state
from scorekeeper.scorebook.figures.sums import add_meetings, take_meetings_away
from scorekeeper.scorebook.figures.tables import MeetingRow, ResultRow
from scorekeeper.scorebook.figures.totals import fold
from scorekeeper.scorebook.people.name_log import in_parts
from scorekeeper.scorebook.people.players import players_of
from scorekeeper.scorebook.people.seating import reseat
from scorekeeper.scorebook.projection import UNREADABLE, Match, project, read_rows


class Recount(NamedTuple):
    """A match that was counted again: its results before and now."""

    match: Match
    ratings: Mapping[Players, Rating]
    version: int | None
    was: tuple[Result, ...]
    now: tuple[Result, ...]

    @property
    def moved(self) -> Iterator[Ended]:
        """When the match ended, before and now, where who finished ahead of whom is different."""
        was, now = outcome_from(self.was), outcome_from(self.now)
        if was != now:
            yield from (Ended(each.ended_at, each.match_id) for each in (was, now) if each)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Give the rows of the results, with the ratings as long as nobody moved."""
        kept = {} if [*self.moved] else self.ratings
        for result in self.now:
            yield row_of_result(result, self.match.version, kept.get(result.players, NEW))


def keep(session: Session, before: Match, after: Match) -> None:
    """Keep the figures true after a change of a match."""
    if not (counts(before) or counts(after)):
        return
    known, new = locked_state(session), not counts(before)
    if not known.is_kept or (new and not known.rated_to and add_newest(session, [after])):
        return
    _rate(session, count_again(session, [after]))


def keep_all(session: Session, match_ids: Sequence[int]) -> None:
    """Keep the figures true after changes of some matches, read again as they are stored now."""
    if locked_state(session).is_kept:
        _rate(session, count_stored(session, match_ids))


def keep_seats(session: Session, match_ids: Sequence[int], swapped: Collection[int]) -> None:
    """Keep the figures true after a player took the place of another in some matches, or may have.

    In those that are `swapped` two may have changed places.
    """
    if not locked_state(session).is_kept:
        return
    moved = {*swapped}
    for ids in in_parts(match_ids):
        seat = models.SeatRow
        counted = (ResultRow.match_id == seat.match_id, ResultRow.first_id == seat.player_id)
        others = select(seat.match_id).outerjoin(
            ResultRow, and_(*counted, ResultRow.second_id == 0)
        )
        others = others.where(seat.match_id.in_(ids), ResultRow.match_id.is_(None)).distinct()
        moved.update(session.scalars(others))
        version = select(models.MatchRow.version).filter_by(id=ResultRow.match_id)
        same = update(ResultRow).where(ResultRow.match_id.in_(ids))
        session.execute(same.values(version=version.scalar_subquery()))
    _rate(session, count_stored(session, sorted(moved)))


def count_stored(session: Session, match_ids: Sequence[int]) -> list[Ended]:
    """Count some matches again as they are stored; return from when on matches are to be rated."""
    return [
        ended
        for ids in in_parts(match_ids)
        for ended in count_again(session, [*_readable(read_rows(session, ids))])
    ]


def count_ended(session: Session, match_ids: Sequence[int]) -> None:
    """Count matches that are not counted yet, in the order they ended, and rate them."""
    stored = {match.id: match for match in _readable(read_rows(session, match_ids))}
    matches = [stored[match_id] for match_id in match_ids if match_id in stored]
    if state(session).rated_to or not add_newest(session, matches):
        _rate(session, count_again(session, matches))


def add_newest(session: Session, matches: Sequence[Match]) -> bool:
    """Count and rate matches that are new, and ended in this order after all that are counted.

    Return False where they did not, or who played is not known: then nothing is done.
    """
    seats = seats_of_new(session, [match.id for match in matches if counts(match)])
    if not matches or len(seats) < len(matches):
        return False
    facts = [match_facts(match, seats[match.id]) for match in matches]
    return add_last(session, facts, {match.id: match.version for match in matches})


def _readable(rows: Iterable[models.MatchRow]) -> Iterator[Match]:
    """Give the matches of some rows; what was counted of a damaged one stays."""
    for row in rows:
        with suppress(*UNREADABLE):
            yield project(row)


def match_facts(match: Match, players: Sequence[int | None]) -> MatchFacts:
    """Return the facts of a match; `players` has the id of whoever has each seat."""
    rounds = [
        CountedRound(
            played=scored.played,
            score=scored.score,
            totals=scored.standing.totals,
            leaders=scored.standing.leaders,
            put_out=scored.standing.put_out,
            recorded_at=entry.recorded_at,
        )
        for scored, entry in zip(match.rounds, match.record.entries, strict=False)
    ]
    return facts_of(
        match.id, match.setup, players, rounds, match.opened_at, over=match.standing.over
    )


def counts(match: Match) -> bool:
    """Say whether a match has figures: it is over, and not in the bin."""
    return match.standing.over and match.binned_at is None


def count_again(session: Session, matches: Sequence[Match]) -> list[Ended]:
    """Count some matches again; return when those ended whose ratings may be others now."""
    recounts = [*_recounts(session, matches)]
    changed = [each for each in recounts if each.was != each.now]
    _write_versions(session, [each for each in recounts if each.was == each.now])
    if changed:
        _write_rows(session, changed)
        fold(session, [row for each in changed for row in (*each.was, *each.now)])
    return [ended for each in changed for ended in each.moved]


def _rate(session: Session, moved: Collection[Ended]) -> None:
    if moved:
        rate_from(session, min(moved))


def _recounts(session: Session, matches: Sequence[Match]) -> Iterator[Recount]:
    match_ids = [match.id for match in matches]
    stored = select(*RESULT, ResultRow.version, *RATING).where(ResultRow.match_id.in_(match_ids))
    kept = defaultdict[int, list[Any]](list)
    for row in session.execute(stored.order_by(*ResultRow.__table__.primary_key)):
        kept[row.match_id].append(row)
    players = _settled(session, [match for match in matches if counts(match)])
    for match in matches:
        rows = kept[match.id]
        facts = match_facts(match, players[match.id]) if match.id in players else None
        yield Recount(
            match=match,
            ratings={result_from(row).players: rating_from(row) for row in rows},
            version=rows[0].version if rows else None,
            was=tuple(map(result_from, rows)),
            now=tuple(sorted(results_of(facts), key=attrgetter("players"))) if facts else (),
        )


def _settled(session: Session, matches: Sequence[Match]) -> dict[int, tuple[int | None, ...]]:
    """Return who sits on each seat of some matches, all of them known."""
    found = players_of([match.id for match in matches])
    unknown = [match for match in matches if None in found[match.id]]
    for match in unknown:
        # A program of the version before wrote the names alone.
        reseat(session, match.id, match.names)
    return found | players_of([match.id for match in unknown]) if unknown else found


def _write_versions(session: Session, same: Sequence[Recount]) -> None:
    for each in same:
        if each.was and each.version != each.match.version:
            rows = update(ResultRow).filter_by(match_id=each.match.id)
            session.execute(rows.values(version=each.match.version))


def _write_rows(session: Session, changed: Sequence[Recount]) -> None:
    connection = session.connection()
    if gone := [each.match.id for each in changed if each.was]:
        met = select(*MEETING).where(MeetingRow.match_id.in_(gone))
        if meetings := [meeting_from(row) for row in connection.execute(met)]:
            take_meetings_away(connection, meetings)
        for table in (ResultRow, MeetingRow):
            connection.execute(delete(table).where(table.match_id.in_(gone)))
    results = [row for each in changed for row in each.rows()]
    meetings = [row for each in changed for row in meetings_among(each.now)]
    for written, rows in ((ResultRow, results), (MeetingRow, map(row_of_meeting, meetings))):
        if rows := [*rows]:
            connection.execute(insert(written), rows)
    if meetings:
        add_meetings(connection, {Ended(row.ended_at, row.match_id) for row in meetings})

"""Keep the figures true: in the transaction that changes a match, count it again.

Its rows are replaced by new ones. If the order in which the players finished changed, all matches
since are rated again. Uncounted matches are counted a part at a time, so that recording a round
waits for one part only. A scorebook from a version that counted differently has no rows at first.
If the previous version of the program still runs beside this one, it keeps no rows: the versions of
matches tell which ones it changed.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from flask import current_app
from sqlalchemy import Row, and_, delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.figures.counted_rounds import CountedRound, PlayedPart, results_of
from scorekeeper.figures.match_results import Result
from scorekeeper.figures.rating import NEW, Rating
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import MOST_SEATS, in_parts
from scorekeeper.scorebook.database.db import db, file_generation_of, is_postgresql, writing
from scorekeeper.scorebook.figures.figures_table import (
    FIRST_SEAT,
    NOT_YET,
    RATING,
    ResultRow,
    Values,
    rating_values,
)
from scorekeeper.scorebook.figures.ratings import Ended, first_unrated, rate_from, rate_more
from scorekeeper.scorebook.people.players import players_of
from scorekeeper.scorebook.scored_match import (
    UNREADABLE,
    Match,
    StoredMatch,
    read_rows,
    score_stored,
)

# Matches counted at once, and how long a transaction goes on: recording a round waits for it.
AT_ONCE, MOST_SECONDS = 20, 1
# Progress is reported after this many matches.
TOLD_AFTER = 1_000

# Nobody else changes figures until the transaction ends: two matches may end at once.
_LOCK = select(func.pg_advisory_xact_lock(28_06_28_08))

_ROW, _SEAT, _MATCH = ResultRow, models.SeatRow, models.MatchRow
_OVER = and_(_MATCH.finished_at.is_not(None), _MATCH.binned_at.is_(None))
_IN_ORDER = (_MATCH.finished_at, _MATCH.id)


def keep(session: Session, before: Match, after: Match) -> None:
    """Update the figures after a change of a match."""
    if counts(before) or counts(after):
        _count_again(session, [after.id], [after])
        rate_more(session.connection())


def keep_all(session: Session, match_ids: Sequence[int]) -> None:
    """Update the figures after changes of some matches, which are read again."""
    count_all(session, match_ids)
    rate_more(session.connection())


def count_all(session: Session, match_ids: Sequence[int]) -> None:
    """Count some matches; `settle_figures` rates them.

    The rows of a damaged match stay.
    """
    for ids in in_parts(match_ids):
        # Matches in the bin do not count.
        rows = [row for row in read_rows(session, ids) if row.match.binned_at is None]
        matches = [*_readable(rows)]
        damaged = {row.id for row in rows} - {match.id for match in matches}
        _count_again(session, [each for each in ids if each not in damaged], matches)


def keep_seats(session: Session, match_ids: Sequence[int]) -> None:
    """Update the figures after the players on the seats of some matches may have changed."""
    _lock(session)
    connection, moved = session.connection(), set[Ended]()
    at_seat = and_(_SEAT.match_id == _ROW.match_id, _SEAT.position == _ROW.seat)
    sitting = select(_SEAT.player_id).where(at_seat).scalar_subquery()
    version = select(_MATCH.version).where(_MATCH.id == _ROW.match_id).scalar_subquery()
    for ids in in_parts(match_ids):
        these = _ROW.match_id.in_(ids)
        others = select(_ROW.ended_at, _ROW.match_id).where(these, _ROW.player_id != sitting)
        elsewhere = {(at, match_id) for at, match_id in connection.execute(others)}
        moved |= elsewhere
        seated = update(_ROW).where(_ROW.match_id.in_([match_id for _at, match_id in elsewhere]))
        connection.execute(seated.values(player_id=sitting, rated=NOT_YET))
        connection.execute(update(_ROW).where(these).values(version=version))
    if moved:
        rate_from(connection, min(moved))
        rate_more(connection)


def match_results(match: Match, players: Sequence[int]) -> tuple[Result, ...]:
    """Return the results of a match; `players` has the player's id for each row of its seats."""
    rounds = [
        CountedRound(scored.played, scored.score, scored.standing, entry.recorded_at)
        for scored, entry in zip(match.rounds, match.record.entries, strict=False)
    ]
    parts = [PlayedPart(each.first, each.away) for each in match.record.lineups]
    of_match = (match.id, match.setup, players, rounds, match.opened_at, parts)
    return results_of(*of_match, only_result=match.only_result)


def counts(match: Match) -> bool:
    """Return whether a match has figures: it is over, and not in the bin."""
    return match.standing.over and match.binned_at is None


def counted_rows(matches: Sequence[Match]) -> dict[int, list[Values]]:
    """Return the rows of matches by their ids, those of each match in seat order."""
    players = players_of([match.id for match in matches])
    return {
        match.id: [*rows_of(match_results(match, players[match.id]), match.version)]
        if counts(match)
        else []
        for match in matches
    }


def rows_of(results: Sequence[Result], version: int) -> Iterator[Values]:
    """Yield the rows of a match that is over, in seat order, not rated yet."""
    for result in results:
        yield {
            "player_id": result.players[0],
            "ended_at": result.ended_at,
            "match_id": result.match_id,
            "seat": result.part * MOST_SEATS + result.seat,
            "kind": result.kind.code,
            "side": result.side,
            "place": result.place,
            "whole": int(result.whole),
            "version": version,
            **rating_values(NEW),
            **result.sums._asdict(),
        }


def are_kept() -> bool:
    """Return whether all matches are counted; otherwise they will be soon.

    This is checked once: later changes are counted in their own transaction.
    """
    session = db.session()
    if file_generation_of(session) not in _counted_files() and not _changed_matches(session):
        _remember_kept(session)
    return file_generation_of(session) in _counted_files()


def are_rated() -> bool:
    """Return whether all matches are rated, also after a change of an old one."""
    return first_unrated(db.session.connection()) is None


def settle_figures() -> None:
    """Count and rate all matches that are not counted or rated yet."""
    _count(_changed_matches(db.session()))
    before = None
    # A match whose rows were changed by hand may be left.
    while (first := first_unrated(db.session.connection())) != before:
        before = first
        with writing() as session:
            rate_more(session.connection())
    _remember_kept(db.session())


def recount_all(counted: Callable[[int], None] = lambda _number: None) -> int:
    """Count the figures of all matches again; return how many matches there were.

    `counted` is called with the number of matches counted so far.
    """
    with writing() as session:
        rate_from(session.connection(), (datetime(1, 1, 1, tzinfo=UTC), 0))
        match_ids = [*session.scalars(select(_MATCH.id).where(_OVER).order_by(*_IN_ORDER))]
    _count(match_ids, counted)
    settle_figures()
    return len(match_ids)


def _changed_matches(session: Session) -> list[int]:
    """List the matches whose current version is not counted, in the order they ended."""
    counted = and_(ResultRow.match_id == _MATCH.id, FIRST_SEAT)
    others = select(_MATCH.id).outerjoin(ResultRow, counted).where(_OVER)
    others = others.where(ResultRow.version.is_distinct_from(_MATCH.version))
    over = select(_MATCH.id).where(_MATCH.id == ResultRow.match_id, _OVER).exists()
    gone = select(ResultRow.match_id).where(FIRST_SEAT, ~over)
    return [*session.scalars(gone), *session.scalars(others.order_by(*_IN_ORDER))]


def _counted_files() -> set[int]:
    counted: set[int] = current_app.extensions.setdefault("counted_files", set())
    return counted


def _remember_kept(session: Session) -> None:
    """Remember that all matches of the file that is read are counted, as far as they can be."""
    _counted_files().add(file_generation_of(session))


def _count(match_ids: Sequence[int], counted: Callable[[int], None] = lambda _number: None) -> None:
    done = 0
    while done < len(match_ids):
        with writing() as session:
            number = _count_some(session, match_ids[done:])
        before, done = done, done + number
        if before // TOLD_AFTER < done // TOLD_AFTER:
            counted(done)


def _count_some(session: Session, match_ids: Sequence[int]) -> int:
    """Count matches until the time is up; return how many were counted."""
    start = time.monotonic()
    for first in range(0, len(match_ids), AT_ONCE):
        keep_all(session, match_ids[first : first + AT_ONCE])
        if time.monotonic() - start > MOST_SECONDS:
            return min(first + AT_ONCE, len(match_ids))
    return len(match_ids)


def _count_again(session: Session, match_ids: Sequence[int], matches: Sequence[Match]) -> None:
    """Replace the rows of some matches; `matches` has those that still exist."""
    _lock(session)
    connection, these = session.connection(), _ROW.match_id.in_(match_ids)
    rows_now = select(_ROW.match_id, _ROW.player_id, _ROW.ended_at, _ROW.place, *RATING)
    kept = defaultdict[int, list[Any]](list)
    for row in connection.execute(rows_now.where(these).order_by(_ROW.match_id, _ROW.seat)):
        kept[row.match_id].append(row)
    counted = {match_id: list[Values]() for match_id in match_ids} | counted_rows(matches)
    moved = [
        (kept[match_id][0].ended_at, match_id)
        for match_id, rows in counted.items()
        if kept[match_id] and not _rated_as_before(kept[match_id], rows)
    ]
    connection.execute(delete(_ROW).where(these))
    if added := [row for rows in counted.values() for row in rows]:
        connection.execute(insert(_ROW), added)
    if moved:
        rate_from(connection, min(moved))


def _rated_as_before(kept: Sequence[Row[Any]], rows: Sequence[Values]) -> bool:
    """Copy the stored ratings to the new rows if everybody finished as before; return whether."""
    was, now = ([_finished(row) for row in each] for each in ([row._mapping for row in kept], rows))
    if was != now:
        return False
    for row, values in zip(kept, rows, strict=True):
        values |= rating_values(Rating(row.strength, row.unsure, row.rated))
    return True


def _finished(row: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Return who finished where, which decides the ratings."""
    return row["player_id"], row["ended_at"], row["place"]


def _readable(rows: Iterable[StoredMatch]) -> Iterator[Match]:
    for row in rows:
        with suppress(*UNREADABLE):
            yield score_stored(row)


def _lock(session: Session) -> None:
    if is_postgresql():
        session.connection().execute(_LOCK)

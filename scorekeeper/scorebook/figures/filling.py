"""Count all figures anew, a part at a time: whoever records a round waits for one part only.

What was counted before is deleted first, in parts as well; another process may go on with both.
A scorebook of a version without figures has none at first, and all are made anew where they are
counted in another way. A program of the version before that still runs beside this one keeps none:
the versions tell which matches it changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import cast

from sqlalchemy import Table, and_, delete, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures.ratings import rate_more
from scorekeeper.scorebook.figures.state import (
    EMPTYING,
    Ended,
    are_rated,
    locked_state,
    set_state,
    state,
    this_way,
)
from scorekeeper.scorebook.figures.tables import (
    MeetingRow,
    MeetingTotalRow,
    ResultRow,
    TotalRow,
)
from scorekeeper.scorebook.figures.writing import count_ended, keep_all

# Matches counted in one transaction: some tenths of a second. On a machine that is busy fewer are:
# after so many seconds no more are begun, as whoever records a round waits, and PostgreSQL cancels
# a transaction that lasts too long.
PART, AT_ONCE, MOST_SECONDS = 100, 20, 1
# Rows of a table deleted in one transaction: some tenths of a second too.
DELETED = 10_000
# Whoever looks on is told after so many.
TOLD = 1_000
# In the order they are emptied: what is added up goes before that of which it is the sum.
TABLES = (TotalRow, MeetingTotalRow, MeetingRow, ResultRow)

_MATCH, _ROW = models.MatchRow, ResultRow
_OVER = and_(_MATCH.finished_at.is_not(None), _MATCH.binned_at.is_(None))
_OF_EVERYBODY = and_(_ROW.first_id == 0, _ROW.second_id == 0)


def settle_figures() -> None:
    """Count what is not counted yet: everything, or what an older program has changed.

    What was counted in another way, or by another clock, is counted anew.
    """
    if state(db.session()).made_by != this_way():
        fill()
    if changed_matches(db.session()):
        with writing() as session:
            keep_all(session, changed_matches(session))
    while not are_rated():
        with writing() as session:
            rate_more(session)


def make_anew(counted: Callable[[int], None] = lambda _number: None) -> int:
    """Make all figures anew, and return from how many matches.

    `counted` is told how many are counted, again and again.
    """
    with writing() as session:
        begin_anew(session)
    return fill(counted)


def begin_anew(session: Session) -> None:
    """Keep no figures any more, until all are made anew."""
    locked_state(session)
    set_state(session, made_by=EMPTYING, rated_at=None, rated_match=None)


def fill(counted: Callable[[int], None] = lambda _number: None) -> int:
    """Count the matches that are over, in the order they ended, after those that are counted.

    Where they are counted in another way, or are being deleted, first delete what there is.
    """
    number, last = 0, None
    while True:
        with writing() as session:
            made_by = locked_state(session).made_by
            if made_by == this_way():
                # Another process has counted the last of them.
                return number
            if made_by:
                _delete_some(session)
                number, last = 0, None
                continue
            part = _after(session, last)
            if not part:
                set_state(session, made_by=this_way())
                keep_all(session, changed_matches(session))
                return number
            part = part[: _count_some(session, [match_id for _at, match_id in part])]
        last, before, number = part[-1], number, number + len(part)
        if before // TOLD < number // TOLD:
            counted(number)


def _count_some(session: Session, match_ids: Sequence[int]) -> int:
    """Count as many of some matches as there is time for; return how many."""
    start = time.monotonic()
    for first in range(0, len(match_ids), AT_ONCE):
        count_ended(session, match_ids[first : first + AT_ONCE])
        if time.monotonic() - start > MOST_SECONDS:
            return min(first + AT_ONCE, len(match_ids))
    return len(match_ids)


def _delete_some(session: Session) -> None:
    """Delete some of the figures; once there are none, all can be counted."""
    empty = all(_emptied(session, cast(Table, each.__table__)) for each in TABLES)
    set_state(session, made_by=0 if empty else EMPTYING, rated_at=None, rated_match=None)


def _emptied(session: Session, table: Table) -> bool:
    """Delete the first rows of a table, and say whether that were all."""
    keys, connection = [*table.primary_key], session.connection()
    last = connection.execute(select(*keys).order_by(*keys).offset(DELETED - 1).limit(1)).first()
    gone = delete(table)
    if last:
        gone = gone.where(tuple_(*keys) <= tuple_(*last, types=[key.type for key in keys]))
    connection.execute(gone)
    return last is None


def changed_matches(session: Session) -> list[int]:
    """List the matches that are not counted as they are now."""
    counted = and_(_ROW.match_id == _MATCH.id, _OF_EVERYBODY)
    others = select(_MATCH.id).outerjoin(_ROW, counted).where(_OVER)
    others = others.where(_ROW.version.is_distinct_from(_MATCH.version))
    over = select(_MATCH.id).where(_MATCH.id == _ROW.match_id, _OVER).exists()
    gone = select(_ROW.match_id).where(_OF_EVERYBODY, ~over)
    return sorted(session.scalars(others.union_all(gone)))


def _after(session: Session, last: Ended | None) -> list[Ended]:
    """Return the matches to be counted next: those that ended after all that are counted."""
    newest = select(_ROW.ended_at, _ROW.match_id).where(_OF_EVERYBODY)
    newest = newest.order_by(_ROW.ended_at.desc(), _ROW.match_id.desc()).limit(1)
    counted = [Ended(*row) for row in session.execute(newest)]
    places = [*counted, last] if last else counted
    found = select(_MATCH.finished_at, _MATCH.id).where(_OVER)
    if places:
        found = found.where(tuple_(_MATCH.finished_at, _MATCH.id) > max(places).as_row)
    found = found.order_by(_MATCH.finished_at, _MATCH.id).limit(PART)
    return [Ended(at, match_id) for at, match_id in session.execute(found) if at]

"""Count all figures anew, a part at a time: whoever records a round waits for one part only.

A scorebook of a version without figures has none at first, and all are made anew where they are
counted in another way. A program of the version before that still runs beside this one keeps none:
the versions tell which matches it changed.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import and_, delete, select, tuple_
from sqlalchemy.orm import Session

from scorekeeper.scorebook import models
from scorekeeper.scorebook.db import db, writing
from scorekeeper.scorebook.figure_ratings import Ended, rate_from, rate_more, rated_to
from scorekeeper.scorebook.figure_state import COMPUTATION, are_kept, is_kept, set_state
from scorekeeper.scorebook.figure_tables import MeetingRow, ResultRow, TotalRow
from scorekeeper.scorebook.figure_writing import count_stored, keep_all

# Matches counted in one transaction: some tenths of a second.
PART = 100

_MATCH, _ROW = models.MatchRow, ResultRow
_PLACE = tuple_(_MATCH.finished_at, _MATCH.id)
_OVER = and_(_MATCH.finished_at.is_not(None), _MATCH.binned_at.is_(None))
_OF_EVERYBODY = and_(_ROW.first_id == 0, _ROW.second_id == 0)


def settle_figures() -> None:
    """Count what is not counted yet: everything, or what an older program has changed."""
    if not are_kept():
        fill()
    if changed_matches(db.session()):
        with writing() as session:
            keep_all(session, changed_matches(session))
    while rated_to(db.session()):
        with writing() as session:
            rate_more(session)


def make_anew(counted: Callable[[int], None] = lambda _number: None) -> None:
    """Make all figures anew; `counted` is told again and again how many matches are counted."""
    with writing() as session:
        is_kept(session)
        set_state(session, made_by=0, rated_at=None, rated_match=None)
        for table in (ResultRow, TotalRow, MeetingRow):
            session.execute(delete(table))
    fill(counted)


def fill(counted: Callable[[int], None] = lambda _number: None) -> None:
    """Count the matches that are over, in the order they ended, after those that are counted."""
    number, last = 0, None
    while True:
        with writing() as session:
            if is_kept(session):
                # Another process has counted the last of them.
                return
            part = _after(session, last)
            if not part:
                set_state(session, made_by=COMPUTATION)
                keep_all(session, changed_matches(session))
                return
            if moved := count_stored(session, [match_id for _at, match_id in part]):
                rate_from(session, min(moved))
        last, number = part[-1], number + len(part)
        counted(number)


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
        found = found.where(tuple_(*max(places)) < _PLACE)
    found = found.order_by(_MATCH.finished_at, _MATCH.id).limit(PART)
    return [Ended(at, match_id) for at, match_id in session.execute(found) if at]

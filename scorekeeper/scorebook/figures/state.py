"""Whether all matches are counted, and rated."""

from __future__ import annotations

from flask import current_app
from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, file_number_of
from scorekeeper.scorebook.figures.ratings import first_unrated
from scorekeeper.scorebook.figures.rows import FIRST_SEAT
from scorekeeper.scorebook.figures.tables import ResultRow

_MATCH, _ROW = models.MatchRow, ResultRow
OVER = and_(_MATCH.finished_at.is_not(None), _MATCH.binned_at.is_(None))


def are_kept() -> bool:
    """Say whether all matches are counted; otherwise they will be soon.

    That is asked once: whatever changes afterwards is counted in the same transaction.
    """
    session = db.session()
    known = file_number_of(session) in _counted_files()
    if not known and not changed_matches(session):
        remember_kept(session)
        return True
    return known


def remember_kept(session: Session) -> None:
    """Remember that all matches of the file that is read are counted, as far as they can be."""
    _counted_files().add(file_number_of(session))


def are_rated() -> bool:
    """Say whether all matches are rated, after a change of an old one; otherwise they will be."""
    return first_unrated(db.session.connection()) is None


def changed_matches(session: Session) -> list[int]:
    """List the matches that are not counted as they are now, in the order they ended."""
    counted = and_(_ROW.match_id == _MATCH.id, FIRST_SEAT)
    others = select(_MATCH.id).outerjoin(_ROW, counted).where(OVER)
    others = others.where(_ROW.version.is_distinct_from(_MATCH.version))
    over = select(_MATCH.id).where(_MATCH.id == _ROW.match_id, OVER).exists()
    gone = select(_ROW.match_id).where(FIRST_SEAT, ~over)
    in_order = others.order_by(_MATCH.finished_at, _MATCH.id)
    return [*session.scalars(gone), *session.scalars(in_order)]


def _counted_files() -> set[int]:
    counted: set[int] = current_app.extensions.setdefault("counted_files", set())
    return counted

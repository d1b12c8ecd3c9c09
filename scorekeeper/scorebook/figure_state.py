"""How far the figures are counted."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.figure_tables import FigureStateRow

# To be raised when figures are counted in another way: then all are counted anew.
COMPUTATION = 1


def is_kept(session: Session) -> bool:
    """Say whether figures are kept; not while they are made anew.

    Nobody else changes figures until the transaction ends: two matches may end at once.
    """
    return session.scalar(select(FigureStateRow.made_by).with_for_update()) == COMPUTATION


def are_kept() -> bool:
    """Say whether all figures are counted; otherwise they will be soon."""
    return db.session.scalar(select(FigureStateRow.made_by)) == COMPUTATION


def are_rated() -> bool:
    """Say whether all matches are rated, after a change of an old one; otherwise they will be."""
    return db.session.scalar(select(FigureStateRow.rated_at)) is None


def set_state(session: Session, **values: object) -> None:
    """Write how far the figures are counted."""
    session.execute(update(FigureStateRow).values(**values))

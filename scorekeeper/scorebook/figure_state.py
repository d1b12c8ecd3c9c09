"""How far the figures are counted, and by which clock: by another one months begin elsewhere."""

from __future__ import annotations

from datetime import tzinfo
from functools import lru_cache
from zlib import crc32

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.figures import clock
from scorekeeper.figures.periods import months_begin
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.figure_tables import FigureStateRow

# To be raised when figures are counted in another way: then all are counted anew.
COMPUTATION = 1
# What a scorebook has in which there was nothing to count yet, or nobody asked by which clock.
BY_ANY_CLOCK = 1

_MADE_BY = select(FigureStateRow.made_by)


def this_way() -> int:
    """Return the number of the way in which this program counts, by the clock that it has."""
    return _number_of(COMPUTATION, clock.zone())


@lru_cache
def _number_of(computation: int, _zone: tzinfo | None) -> int:
    # It has to fit into a column of 31 bits.
    return crc32(repr((computation, months_begin())).encode()) >> 1


def is_kept(session: Session) -> bool:
    """Say whether figures are kept; not while they are made anew.

    Nobody else changes figures until the transaction ends: two matches may end at once.
    """
    return session.scalar(_MADE_BY.with_for_update()) in (BY_ANY_CLOCK, this_way())


def are_kept() -> bool:
    """Say whether all figures are counted; otherwise they will be soon."""
    return db.session.scalar(_MADE_BY) in (BY_ANY_CLOCK, this_way())


def are_made_otherwise(session: Session) -> bool:
    """Say whether figures were counted in another way than now, or by another clock."""
    return session.scalar(_MADE_BY) not in (0, this_way())


def are_rated() -> bool:
    """Say whether all matches are rated, after a change of an old one; otherwise they will be."""
    return db.session.scalar(select(FigureStateRow.rated_at)) is None


def set_state(session: Session, **values: object) -> None:
    """Write how far the figures are counted."""
    session.execute(update(FigureStateRow).values(**values))

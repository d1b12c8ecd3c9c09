"""How far the figures are counted, and by which clock: by another one months begin elsewhere."""

from __future__ import annotations

from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

from sqlalchemy import Integer, Select, Tuple, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.figures import clock
from scorekeeper.figures.periods import months_begin
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.models import UTCDateTime
from scorekeeper.scorebook.figures.tables import FigureStateRow

# To be raised when figures are counted in another way: then all are counted anew.
COMPUTATION = 2
# While figures are deleted to be counted anew. A program of a version before deletes all that is
# left at once, as it does with every way of counting that it does not know.
EMPTYING = -1

_STATE = select(FigureStateRow.made_by, FigureStateRow.rated_at, FigureStateRow.rated_match)
# Nobody else changes figures until the transaction ends: two matches may end at once.
_LOCKED = _STATE.with_for_update()


class Ended(NamedTuple):
    """When a match ended: the order in which matches are rated."""

    at: datetime
    match_id: int

    @property
    def as_row(self) -> Tuple:
        """The same for a statement, to be compared with two columns."""
        return tuple_(*self, types=[UTCDateTime(), Integer()])


class State(NamedTuple):
    """In which way all figures were made, 0 while not all are counted, and EMPTYING before that.

    It is `this_way`, or COMPUTATION where nobody has asked yet by which clock.

    Matches that ended after `rated_to` are not rated yet; None where all are.
    """

    made_by: int
    rated_to: Ended | None

    @property
    def is_kept(self) -> bool:
        """Whether figures are kept; not while they are made anew."""
        return self.made_by in (COMPUTATION, this_way())


def this_way() -> int:
    """Return the number of the way in which this program counts, by the clock that it has."""
    return _number_of(COMPUTATION, clock.zone())


@lru_cache
def _number_of(computation: int, _zone: tzinfo | None) -> int:
    # It has to fit into a column of 31 bits.
    return crc32(repr((computation, months_begin())).encode()) >> 1


def locked_state(session: Session) -> State:
    """Return how far the figures are counted, and let nobody else change them meanwhile."""
    return _read(session, _LOCKED)


def state(session: Session) -> State:
    """Return how far the figures are counted."""
    return _read(session, _STATE)


def are_kept() -> bool:
    """Say whether all figures are counted; otherwise they will be soon."""
    return state(db.session()).is_kept


def are_rated() -> bool:
    """Say whether all matches are rated, after a change of an old one; otherwise they will be."""
    return state(db.session()).rated_to is None


def set_state(session: Session, **values: object) -> None:
    """Write how far the figures are counted."""
    session.execute(update(FigureStateRow).values(**values))


def _read(session: Session, statement: Select[*tuple[Any, ...]]) -> State:
    row = session.connection().execute(statement).first()
    if row is None:
        return State(0, None)
    made_by, at, match_id = row
    return State(made_by, None if at is None else Ended(at, match_id))

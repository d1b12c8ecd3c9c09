"""How far the figures are counted."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Integer, Select, Tuple, select, tuple_, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.figure_tables import FigureStateRow
from scorekeeper.scorebook.models import UTCDateTime

# To be raised when figures are counted in another way: then all are counted anew.
COMPUTATION = 2

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
    """The COMPUTATION that made all figures, 0 while not all are counted.

    Matches that ended after `rated_to` are not rated yet; None where all are.
    """

    made_by: int
    rated_to: Ended | None

    @property
    def is_kept(self) -> bool:
        """Whether figures are kept; not while they are made anew."""
        return self.made_by == COMPUTATION


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

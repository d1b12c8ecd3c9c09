"""The use cases of the bin: a match that is deleted lies there for 30 days."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import Change, Kind
from scorekeeper.scorebook.db import writing
from scorekeeper.scorebook.log import Author, Step, make
from scorekeeper.scorebook.projection import Match

DAYS_KEPT = 30


def put_in(match_id: int, author: Author) -> None:
    """Put a match into the bin; it can be taken out as it was. Raise NoSuchMatch."""
    make(match_id, author, _step(Kind.BINNED))


def take_out(match_id: int, author: Author) -> None:
    """Take a match out of the bin again. Raise NoSuchMatch where it does not lie there."""
    make(match_id, author, _step(Kind.RESTORED), binned=True)


def empty() -> int:
    """Delete for good what has lain in the bin for long; return how many matches."""
    long_ago = models.now() - timedelta(days=DAYS_KEPT)
    with writing() as session:
        gone = session.scalars(
            select(models.Match.id).where(models.Match.binned_at < long_ago)
        ).all()
        for table in (models.Draft, models.Change, models.Round, models.Seat):
            session.execute(delete(table).where(table.match_id.in_(gone)))
        session.execute(delete(models.Match).where(models.Match.id.in_(gone)))
    return len(gone)


def _step(kind: Kind) -> Callable[[Session, Match], Step]:
    return lambda _session, _match: Step(Change(kind, None, None))

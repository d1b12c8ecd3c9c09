"""The use cases of the bin: a match that is deleted lies there for 30 days."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import Change, ChangeKind
from scorekeeper.scorebook.db import writing
from scorekeeper.scorebook.log import LogEntry, Submission, commit_change
from scorekeeper.scorebook.projection import Match

DAYS_KEPT = 30


def move_to_trash(match_id: int, submission: Submission) -> None:
    """Put a match into the bin; it can be taken out as it was. Raise NoSuchMatch."""
    commit_change(match_id, submission, _step(ChangeKind.BINNED))


def restore_match(match_id: int, submission: Submission) -> None:
    """Take a match out of the bin again. Raise NoSuchMatch where it does not lie there."""
    commit_change(match_id, submission, _step(ChangeKind.RESTORED), binned=True)


def empty_trash() -> int:
    """Delete for good what has lain in the bin for long; return how many matches."""
    long_ago = models.now() - timedelta(days=DAYS_KEPT)
    with writing() as session:
        gone = session.scalars(
            select(models.MatchRow.id).where(models.MatchRow.binned_at < long_ago)
        ).all()
        for table in (models.DraftRow, models.ChangeRow, models.RoundRow, models.SeatRow):
            session.execute(delete(table).where(table.match_id.in_(gone)))
        session.execute(delete(models.MatchRow).where(models.MatchRow.id.in_(gone)))
    return len(gone)


def _step(kind: ChangeKind) -> Callable[[Session, Match], LogEntry]:
    return lambda _session, _match: LogEntry(Change(kind, None, None))

"""Delete a match: it stays in the trash for 30 days, and can be restored until then.

One that goes on is brought back in the same way, where nobody changed it for a month.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from scorekeeper.figures import clock
from scorekeeper.scorebook.changes import Change, ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.notify import notify
from scorekeeper.scorebook.database.wiping import leave_no_trace
from scorekeeper.scorebook.figures.writing import keep_all
from scorekeeper.scorebook.log import LogEntry, Submission, commit_change
from scorekeeper.scorebook.people.numbers import drop_unused, numbers_in
from scorekeeper.scorebook.projection import Match

DAYS_KEPT = 30
_OF_A_MATCH = (
    models.OwnerRow,
    models.DraftRow,
    models.ChangeRow,
    models.RoundRow,
    models.SeatRow,
)


def move_to_trash(match_id: int, submission: Submission) -> None:
    """Move a match to the trash. Raise NoSuchMatch."""
    commit_change(match_id, submission, _build(ChangeKind.BINNED))


def restore_match(match_id: int, submission: Submission) -> None:
    """Restore a match as it was. Raise NoSuchMatch where it is not in the trash."""
    commit_change(match_id, submission, _build(ChangeKind.RESTORED), binned=True)


def bring_back(match_id: int, submission: Submission) -> None:
    """Put a match in front that was put away, as listing.py says. Raise NoSuchMatch."""
    commit_change(match_id, submission, _build(ChangeKind.RESTORED))


def any_of(match_ids: Collection[int]) -> bool:
    """Say whether any of some matches is in the trash."""
    if not match_ids:
        return False
    binned = models.MatchRow.binned_at.is_not(None)
    found = select(models.MatchRow.id).where(models.MatchRow.id.in_(match_ids), binned)
    return db.session.connection().scalar(found.limit(1)) is not None


def in_trash() -> dict[int, datetime]:
    """Return the ids of the matches in the trash, and since when each is there."""
    since = models.MatchRow.binned_at
    rows = db.session.execute(select(models.MatchRow.id, since).where(since.is_not(None)))
    return {match_id: moment for match_id, moment in rows if moment is not None}


def kept_until(match: Match) -> datetime:
    """Return until when a match that is in the trash can be restored."""
    return (match.binned_at or match.changed_at) + timedelta(days=DAYS_KEPT)


def empty_trash(among: Collection[int]) -> int:
    """Delete for good what has been in the trash for 30 days by the clock; return how many matches.

    As a clock may be wrong, only those `among` the ids go that others say have been there as long.
    """
    if not among:
        return 0
    long_ago = clock.now() - timedelta(days=DAYS_KEPT)
    with writing() as session:
        # Locked, so that nobody adds rows to what is deleted.
        gone = session.scalars(
            select(models.MatchRow.id)
            .where(models.MatchRow.binned_at < long_ago, models.MatchRow.id.in_(among))
            .with_for_update()
        ).all()
        if gone:
            leave_no_trace(session)
        # Nothing, unless a program of the version before put them there.
        keep_all(session, gone)
        players = numbers_in(session, gone)
        for table in _OF_A_MATCH:
            session.execute(delete(table).where(table.match_id.in_(gone)))
        session.execute(delete(models.MatchRow).where(models.MatchRow.id.in_(gone)))
        drop_unused(session, players)
        for match_id in gone:
            notify(session, match_id)
    return len(gone)


def _build(kind: ChangeKind) -> Callable[[Session, Match], LogEntry]:
    return lambda _session, _match: LogEntry(Change(kind, None, None))

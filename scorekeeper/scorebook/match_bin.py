"""Delete a match: it stays in the bin for 30 days, and can be restored until then.

All matches of one import are deleted and restored at once.

An open match that nobody changed for a month is brought back in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.scorebook.changes import Change, ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import in_parts
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.notify import notify
from scorekeeper.scorebook.database.wiping import wipe_once_saved
from scorekeeper.scorebook.figures.recounting import count_all, keep_all, settle_figures
from scorekeeper.scorebook.match_log import MATCH_LOG, Submission, columns_of, commit_change
from scorekeeper.scorebook.people.logged_players import drop_unused, ids_in
from scorekeeper.scorebook.scored_match import Match

DAYS_KEPT = 30
_OF_A_MATCH = (
    models.OwnerRow,
    models.DraftRow,
    models.ChangeRow,
    models.RoundRow,
    models.SeatRow,
)
_MATCH, _CHANGE = models.MatchRow, models.ChangeRow


class ImportedIds(NamedTuple):
    """The ids of the matches of an import: of those here, and of those in the bin."""

    here: tuple[int, ...] = ()
    binned: tuple[int, ...] = ()


def move_to_bin(match_id: int, submission: Submission) -> None:
    """Move a match to the bin. Raise NoSuchMatch."""
    commit_change(match_id, submission, _build(ChangeKind.BINNED))


def restore_match(match_id: int, submission: Submission) -> None:
    """Restore a match as it was. Raise NoSuchMatch if it is not in the bin."""
    commit_change(match_id, submission, _build(ChangeKind.RESTORED), binned=True)


def bring_back(match_id: int, submission: Submission) -> None:
    """Bring a match that was put away to the front, as in match_lists.py. Raise NoSuchMatch."""
    commit_change(match_id, submission, _build(ChangeKind.RESTORED))


def imported_by(import_key: str, among: Collection[int]) -> ImportedIds:
    """Return which of the matches `among` came with an import."""
    binned, ids = ids_in_bin(), _ids_imported_by(db.session(), import_key, among)
    return ImportedIds(
        tuple(each for each in ids if each not in binned),
        tuple(each for each in ids if each in binned),
    )


def move_import(
    import_key: str, submission: Submission, among: Collection[int], kind: ChangeKind
) -> None:
    """Move all matches that came by an import to the bin, or restore them, in one transaction."""
    change = Change(kind, device=submission.device)
    binned_at = change.binned_at_after(None)
    there = _MATCH.binned_at.is_(None) if binned_at else _MATCH.binned_at.is_not(None)
    new = {"version": _MATCH.version + 1, "changed_at": change.made_at, "binned_at": binned_at}
    sent_before = select(_CHANGE.match_id).filter_by(entry_key=submission.entry_key).limit(1)
    with writing() as session:
        ids = [] if session.scalar(sent_before) else _ids_imported_by(session, import_key, among)
        connection, moved = session.connection(), dict[int, int]()
        for part in in_parts(ids):
            move = update(_MATCH).where(_MATCH.id.in_(part), there).values(new)
            moved |= connection.execute(move.returning(_MATCH.id, _MATCH.version)).all()
        if moved:
            log = [
                {"match_id": match_id, **columns_of(replace(change, version=version), submission)}
                for match_id, version in moved.items()
            ]
            connection.execute(insert(MATCH_LOG.table), log)
        count_all(session, [*moved])
        for match_id in moved:
            notify(session, match_id)
    settle_figures()


def _ids_imported_by(session: Session, import_key: str, among: Collection[int]) -> list[int]:
    imported = select(_CHANGE.match_id).filter_by(entry_key=import_key, kind=ChangeKind.IMPORTED)
    allowed = {*among}
    return [match_id for match_id in session.scalars(imported) if match_id in allowed]


def any_of(match_ids: Collection[int]) -> bool:
    """Return whether any of some matches is in the bin."""
    if not match_ids:
        return False
    binned = models.MatchRow.binned_at.is_not(None)
    found = select(models.MatchRow.id).where(models.MatchRow.id.in_(match_ids), binned)
    return db.session.connection().scalar(found.limit(1)) is not None


def ids_in_bin() -> dict[int, datetime]:
    """Return the ids of the matches in the bin, and since when each is there."""
    since = models.MatchRow.binned_at
    rows = db.session.execute(select(models.MatchRow.id, since).where(since.is_not(None)))
    return {match_id: moment for match_id, moment in rows if moment is not None}


def kept_until(match: Match) -> datetime:
    """Return until when a match that is in the bin can be restored."""
    return (match.binned_at or match.changed_at) + timedelta(days=DAYS_KEPT)


def delete_old_matches(among: Collection[int]) -> int:
    """Delete for good what has been in the bin for 30 days by the clock; return how many matches.

    As a clock may be wrong, only ids in `among` are deleted, which were counted day by day.
    """
    if not among:
        return 0
    long_ago = clock.now() - timedelta(days=DAYS_KEPT)
    with writing() as session:
        # Locked, so that nobody adds rows to a match that is being deleted.
        gone = session.scalars(
            select(models.MatchRow.id)
            .where(models.MatchRow.binned_at < long_ago, models.MatchRow.id.in_(among))
            .with_for_update()
        ).all()
        if gone:
            wipe_once_saved(session)
        # Does nothing, unless the previous version of the program put them there.
        keep_all(session, gone)
        players = ids_in(session, gone)
        for table in _OF_A_MATCH:
            session.execute(delete(table).where(table.match_id.in_(gone)))
        session.execute(delete(models.MatchRow).where(models.MatchRow.id.in_(gone)))
        drop_unused(session, players)
        for match_id in gone:
            notify(session, match_id)
    return len(gone)


def _build(kind: ChangeKind) -> Callable[[Session, Match], Change]:
    return lambda _session, _match: Change(kind)

"""The use cases of mending: amend or remove any round, undo, redo, and the log of it all.

Every one is a transaction, and returns or raises as `ledger.make` does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.rules import Round
from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import RECORD_CHANGES, Change, ChangeKind, round_amended
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.log import LogEntry, Stale, Submission, commit_change
from scorekeeper.scorebook.projection import Match, reproject

# Asked for by every page that is made: built once, and run without a session.
_CAN_UNDO = (
    select(models.ChangeRow.version)
    .where(
        models.ChangeRow.match_id == bindparam("match_id"),
        models.ChangeRow.kind.in_(RECORD_CHANGES),
        models.ChangeRow.undoes.is_(None),
        models.ChangeRow.redoes.is_(None),
        models.ChangeRow.state == "done",
    )
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """A change as the log has it; `undone` where it holds no longer."""

    version: int
    change: Change
    device: str
    made_at: datetime
    undone: bool
    undoes: int | None
    redoes: int | None


def with_change(match: Match, change: Change) -> Match:
    """Say how a match would be after a change. Raise ReplayError where it cannot be."""
    return reproject(match, change.apply_to(match.record), match.version + 1, match.changed_at)


def edit_match(
    match_id: int, version: int, submission: Submission, build: Callable[[Match], Change]
) -> None:
    """Make a change to a match as it was seen. Raise Stale where it is no longer at `version`."""

    def at_version(_session: Session, match: Match) -> LogEntry:
        if match.version != version:
            raise Stale
        return LogEntry(build(match))

    commit_change(match_id, submission, at_version)


def amend_round(
    match_id: int, number: int, was: Round, played: Round, submission: Submission
) -> None:
    """Record a round otherwise; raise Stale where it is no longer as it `was` when it was seen."""

    def build(_session: Session, match: Match) -> LogEntry:
        entries = match.record.entries
        if number > len(entries) or entries[number - 1].played != was:
            raise Stale
        return LogEntry(round_amended(match.record, number, played))

    commit_change(match_id, submission, build)


def undo(match_id: int, version: int, submission: Submission) -> None:
    """Take the last change that holds back; Stale where there is none, or the match went on."""
    _undo_or_redo(
        match_id,
        version,
        submission,
        _last_done,
        lambda row: LogEntry(_change(row).inverse, row.version),
    )


def redo(match_id: int, version: int, submission: Submission) -> None:
    """Make the change again that was undone last; Stale as for `undo`."""
    _undo_or_redo(
        match_id,
        version,
        submission,
        _last_undone,
        lambda r: LogEntry(_change(r), redoes=r.version),
    )


def undoable(match_id: int) -> Change | None:
    """Say what `undo` would take back."""
    row = _last_done(db.session(), match_id)
    return None if row is None else _change(row)


def can_undo(match_id: int) -> bool:
    """Say whether `undo` would take anything back."""
    with db.engine.connect() as connection:
        return connection.scalar(_CAN_UNDO, {"match_id": match_id}) is not None


def redoable(match_id: int) -> Change | None:
    """Say what `redo` would make again."""
    row = _last_undone(db.session(), match_id)
    return None if row is None else _change(row)


def log(match_id: int) -> tuple[LoggedChange, ...]:
    """List everything that happened to a match, the latest first."""
    rows = db.session.scalars(
        select(models.ChangeRow)
        .filter_by(match_id=match_id)
        .order_by(models.ChangeRow.version.desc())
    )
    return tuple(
        LoggedChange(
            version=row.version,
            change=_change(row),
            device=row.device,
            made_at=row.made_at,
            undone=row.state != "done",
            undoes=row.undoes,
            redoes=row.redoes,
        )
        for row in rows
    )


def _undo_or_redo(
    match_id: int,
    version: int,
    submission: Submission,
    find: Callable[[Session, int], models.ChangeRow | None],
    step: Callable[[models.ChangeRow], LogEntry],
) -> None:
    def build(session: Session, match: Match) -> LogEntry:
        row = find(session, match_id)
        if row is None or match.version != version:
            raise Stale
        return step(row)

    commit_change(match_id, submission, build)


def _last_done(session: Session, match_id: int) -> models.ChangeRow | None:
    """Find the last change that holds and is not itself an undoing or redoing."""
    return session.scalar(
        _edits(match_id).filter_by(state="done").order_by(models.ChangeRow.version.desc()).limit(1)
    )


def _last_undone(session: Session, match_id: int) -> models.ChangeRow | None:
    """Find the change undone last: undone in turn, the earliest of those that may be redone."""
    return session.scalar(
        _edits(match_id).filter_by(state="undone").order_by(models.ChangeRow.version).limit(1)
    )


def _edits(match_id: int) -> Select[models.ChangeRow]:
    return select(models.ChangeRow).filter(
        models.ChangeRow.match_id == match_id,
        models.ChangeRow.kind.in_(RECORD_CHANGES),
        models.ChangeRow.undoes.is_(None),
        models.ChangeRow.redoes.is_(None),
    )


def _change(row: models.ChangeRow) -> Change:
    return Change(ChangeKind(row.kind), row.before, row.after)

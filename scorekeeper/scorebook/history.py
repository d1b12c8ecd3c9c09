"""Edit a match and its rounds, renew a link, undo, redo; list the changes, as the log has them.

Every edit is one transaction, and raises what `match_log.commit_change` does.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.changes import (
    RECORD_CHANGES,
    Change,
    ChangeKind,
    link_renewed,
)
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.match_log import MATCH_LOG, Submission, commit_change
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Right, Stale
from scorekeeper.scorebook.round_edits import RoundEdits, change_to, misfits, stale
from scorekeeper.scorebook.scored_match import Match, logged_in


def edit_match(
    match_id: int, version: int, submission: Submission, build: Callable[[Match], Change]
) -> None:
    """Change a match that is at `version`. Raise Stale if it no longer is."""

    def at_version(_session: Session, match: Match) -> Change:
        if match.version != version:
            raise Stale
        return build(match)

    commit_change(match_id, submission, at_version)


def edit_rounds(match_id: int, edits: RoundEdits, submission: Submission) -> None:
    """Correct rounds. Raise Stale if one is not as it was, or a later one no longer fits."""

    def build(_session: Session, match: Match) -> Change:
        if stale(match, edits) or misfits(match, edits):
            raise Stale
        return change_to(match.record, edits)

    commit_change(match_id, submission, build)


def renew_link(match_id: int, right: Right, submission: Submission) -> int:
    """Revoke the link of a kind and return the generation of the new one. Raise NoSuchMatch."""
    column = getattr(models.MatchRow, f"{right.word}_generation")

    def build(session: Session, match: Match) -> Change:
        generation = session.execute(select(column).filter_by(id=match.id)).scalar_one()
        return link_renewed(right.word, generation)

    _match, change = commit_change(match_id, submission, build)
    return int((change.after or {})["generation"])


def was_sent(match_id: int, submission: Submission) -> bool:
    """Return whether a submission was recorded before: sent again, it changes nothing."""
    connection = db.session.connection()
    return MATCH_LOG.sent_before(connection, match_id, submission.entry_key) is not None


def undo(match_id: int, version: int, submission: Submission) -> None:
    """Undo the last change that holds. Raise Stale if there is none, or another `version`."""
    _undo_or_redo(match_id, version, submission, undone=False)


def redo(match_id: int, version: int, submission: Submission) -> None:
    """Redo the change that was undone last. Raise Stale as `undo` does."""
    _undo_or_redo(match_id, version, submission, undone=True)


def undoable(match_id: int) -> tuple[Match, Change | None]:
    """Return a match with the change that `undo` would undo, read together.

    Raise NoSuchMatch.
    """
    return _found(match_id, undone=False)


def next_undo(match_id: int) -> Change | None:
    """Return the change that `undo` would undo, without the match."""
    # Asked with every page that is built, and so without a session.
    with db.engine.connect() as connection:
        return _next(connection, match_id, undone=False)


def redoable(match_id: int) -> tuple[Match, Change | None]:
    """Return a match with the change that `redo` would redo, as `undoable` does."""
    return _found(match_id, undone=True)


def _next(connection: Connection, match_id: int, *, undone: bool) -> Change | None:
    row = MATCH_LOG.next(connection, match_id, undone=undone)
    return None if row is None else logged_in(connection, [row])[0]


def _found(match_id: int, *, undone: bool) -> tuple[Match, Change | None]:
    # In one transaction: a change made in between would not fit the match that was read.
    session = db.session()
    session.rollback()
    at = select(models.MatchRow.version).filter_by(id=match_id, binned_at=None)
    version = session.scalar(at)
    if version is None:
        raise NoSuchMatch(match_id)
    match = match_at(match_id, version)
    return match, _next(session.connection(), match_id, undone=undone)


def _undo_or_redo(match_id: int, version: int, submission: Submission, *, undone: bool) -> None:
    def build(session: Session, match: Match) -> Change:
        last = _next(session.connection(), match_id, undone=undone)
        if last is None or match.version != version:
            raise Stale
        return last.turned(undone=undone)

    commit_change(match_id, submission, build)


def changes_of(match_id: int) -> tuple[Change, ...]:
    """List all changes to a match, the latest first."""
    rows = db.session.scalars(
        select(models.ChangeRow)
        .filter_by(match_id=match_id)
        .order_by(models.ChangeRow.version.desc())
    )
    return logged_in(db.session.connection(), rows.all())


def latest_change(match: Match) -> Change | None:
    """Return what last changed the record of a match; None if nothing did since it began."""
    row = models.ChangeRow
    made = select(row).where(row.match_id == match.id, row.version <= match.version)
    made = made.where(row.kind.in_(RECORD_CHANGES)).order_by(row.version.desc()).limit(1)
    # Asked with a page of a match that is not cached, and so without a session.
    with db.engine.connect() as connection:
        last = logged_in(connection, connection.execute(made).all())
    return last[0] if last else None


def recorded_on(match_id: int, number: int) -> str:
    """Return the name of the device that recorded a round, from the log; "" without one."""
    for made in changes_of(match_id):
        after = made.after or {}
        if made.kind is ChangeKind.ROUNDS and after["number"] == number and after["rounds"]:
            return made.device
    return ""

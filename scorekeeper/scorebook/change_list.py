"""List the changes of a match, as they stand in its log."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from scorekeeper.scorebook.changes import RECORD_CHANGES, ChangeKind, LoggedChange
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.projection import Match, logged_in

# Asked with a page of a match that nobody asked for lately, and so without a session.
_LATEST = (
    select(*models.ChangeRow.__table__.c)
    .where(
        models.ChangeRow.match_id == bindparam("match_id"),
        models.ChangeRow.version <= bindparam("version"),
        models.ChangeRow.kind.in_(RECORD_CHANGES),
    )
    .order_by(models.ChangeRow.version.desc())
    .limit(1)
)


def changes_of(match_id: int) -> tuple[LoggedChange, ...]:
    """List all changes to a match, the latest first."""
    rows = db.session.scalars(
        select(models.ChangeRow)
        .filter_by(match_id=match_id)
        .order_by(models.ChangeRow.version.desc())
    )
    return logged_in(db.session.connection(), rows.all())


def latest_change(match: Match) -> LoggedChange | None:
    """Return what last changed the record of a match; None where nothing did since it began."""
    if match.latest:
        return match.latest
    at = {"match_id": match.id, "version": match.version}
    with db.engine.connect() as connection:
        last = logged_in(connection, connection.execute(_LATEST, at).all())
    return last[0] if last else None


def recorded_on(match_id: int, number: int) -> str:
    """Return the device on which a round was recorded, as the log has it; "" without one."""
    for made in changes_of(match_id):
        after = made.change.after or {}
        if made.change.kind is ChangeKind.ROUNDS and after["number"] == number and after["rounds"]:
            return made.device
    return ""

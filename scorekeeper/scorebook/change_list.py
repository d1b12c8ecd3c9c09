"""List the changes of a match, as they stand in its log."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, bindparam, select

from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import RECORD_CHANGES, Change, ChangeKind, LoggedChange
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.projection import Match

# Asked with every page that is made, and so without a session.
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
    return tuple(map(_logged, rows))


def latest_change(match: Match) -> LoggedChange | None:
    """Return what last changed the record of a match; None where nothing did since it began."""
    at = {"match_id": match.id, "version": match.version}
    with db.engine.connect() as connection:
        row = connection.execute(_LATEST, at).one_or_none()
    return None if row is None else _logged(row)


def _logged(row: models.ChangeRow | Row[Any]) -> LoggedChange:
    return LoggedChange(
        version=row.version,
        change=Change(ChangeKind(row.kind), row.before, row.after),
        device=row.device,
        made_at=row.made_at,
        undone=row.state != "done",
        undoes=row.undoes,
        redoes=row.redoes,
    )

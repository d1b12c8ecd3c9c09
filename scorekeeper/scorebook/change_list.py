"""List the changes of a match, as they stand in its log."""

from __future__ import annotations

from sqlalchemy import select

from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import LoggedChange
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.projection import change_of


def changes_of(match_id: int) -> tuple[LoggedChange, ...]:
    """List all changes to a match, the latest first."""
    rows = db.session.scalars(
        select(models.ChangeRow)
        .filter_by(match_id=match_id)
        .order_by(models.ChangeRow.version.desc())
    )
    return tuple(
        LoggedChange(
            version=row.version,
            change=change_of(row),
            device=row.device,
            made_at=row.made_at,
            undone=row.state != "done",
            undoes=row.undoes,
            redoes=row.redoes,
        )
        for row in rows
    )

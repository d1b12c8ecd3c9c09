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
from scorekeeper.scorebook.changes import MENDING, Change, Kind, amended
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.log import Author, Stale, Step, make
from scorekeeper.scorebook.projection import Match, refold

# Asked for by every page that is made: built once, and run without a session.
_CAN_UNDO = (
    select(models.Change.version)
    .where(
        models.Change.match_id == bindparam("match_id"),
        models.Change.kind.in_(MENDING),
        models.Change.undoes.is_(None),
        models.Change.redoes.is_(None),
        models.Change.state == "done",
    )
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Logged:
    """A change as the log has it; `undone` where it holds no longer."""

    version: int
    change: Change
    device: str
    made_at: datetime
    undone: bool
    undoes: int | None
    redoes: int | None


def what_if(match: Match, change: Change) -> Match:
    """Say how a match would be after a change. Raise Unfit where it cannot be."""
    return refold(match, change.made_to(match.sheet), match.version + 1, match.changed_at)


def mend(match_id: int, version: int, author: Author, build: Callable[[Match], Change]) -> None:
    """Make a change to a match as it was seen. Raise Stale where it is no longer at `version`."""

    def at_version(_session: Session, match: Match) -> Step:
        if match.version != version:
            raise Stale
        return Step(build(match))

    make(match_id, author, at_version)


def amend_round(match_id: int, number: int, was: Round, played: Round, author: Author) -> None:
    """Record a round otherwise; raise Stale where it is no longer as it `was` when it was seen."""

    def build(_session: Session, match: Match) -> Step:
        entries = match.sheet.entries
        if number > len(entries) or entries[number - 1].played != was:
            raise Stale
        return Step(amended(match.sheet, number, played))

    make(match_id, author, build)


def undo(match_id: int, version: int, author: Author) -> None:
    """Take the last change that holds back; Stale where there is none, or the match went on."""
    _turn(
        match_id, version, author, _last_done, lambda row: Step(_change(row).inverse, row.version)
    )


def redo(match_id: int, version: int, author: Author) -> None:
    """Make the change again that was undone last; Stale as for `undo`."""
    _turn(match_id, version, author, _last_undone, lambda r: Step(_change(r), redoes=r.version))


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


def log(match_id: int) -> tuple[Logged, ...]:
    """List everything that happened to a match, the latest first."""
    rows = db.session.scalars(
        select(models.Change).filter_by(match_id=match_id).order_by(models.Change.version.desc())
    )
    return tuple(
        Logged(
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


def _turn(
    match_id: int,
    version: int,
    author: Author,
    find: Callable[[Session, int], models.Change | None],
    step: Callable[[models.Change], Step],
) -> None:
    def build(session: Session, match: Match) -> Step:
        row = find(session, match_id)
        if row is None or match.version != version:
            raise Stale
        return step(row)

    make(match_id, author, build)


def _last_done(session: Session, match_id: int) -> models.Change | None:
    """Find the last change that holds and is not itself an undoing or redoing."""
    return session.scalar(
        _mendings(match_id).filter_by(state="done").order_by(models.Change.version.desc()).limit(1)
    )


def _last_undone(session: Session, match_id: int) -> models.Change | None:
    """Find the change undone last: undone in turn, the earliest of those that may be redone."""
    return session.scalar(
        _mendings(match_id).filter_by(state="undone").order_by(models.Change.version).limit(1)
    )


def _mendings(match_id: int) -> Select[models.Change]:
    return select(models.Change).filter(
        models.Change.match_id == match_id,
        models.Change.kind.in_(MENDING),
        models.Change.undoes.is_(None),
        models.Change.redoes.is_(None),
    )


def _change(row: models.Change) -> Change:
    return Change(Kind(row.kind), row.before, row.after)

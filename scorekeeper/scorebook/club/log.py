"""Write changes of club nights to their log, each once and whole, and take them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cachetools import LRUCache
from sqlalchemy import Row, bindparam, func, select
from sqlalchemy.orm import Session

from scorekeeper.figures import clock
from scorekeeper.scorebook.club.at_tables import follow, rename_seats, turn_clocks
from scorekeeper.scorebook.club.night import ClubNight
from scorekeeper.scorebook.club.record import NightChange, NightKind, NightRecord, renumbered
from scorekeeper.scorebook.club.rows import NIGHT_LOG, NoSuchNight, night_from, row_of
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, file_number, writing
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission

_VERSION = select(models.ClubNightRow.version).filter_by(key=bindparam("key"))
_CHANGES = select(func.sum(models.MatchRow.version)).where(
    models.MatchRow.id.in_(bindparam("ids", expanding=True))
)
# The matches of nights that are watched, at their versions.
_matches_at = LRUCache[tuple[int, str, int], tuple[int, ...]](128)
_SEATS = (NightKind.DRAWN, NightKind.SWAPPED, NightKind.OPENED)


def commit(
    key: str,
    version: int,
    submission: Submission,
    kind: NightKind,
    build: Callable[[Session, ClubNight], NightRecord],
) -> None:
    """Change a night that is at `version` to what `build` returns, in one transaction.

    What was sent before changes nothing. Raise NoSuchNight, Stale, and whatever `build` raises.
    """

    def change(session: Session, night: ClubNight) -> None:
        if (night.binned_at is not None) is not (kind is NightKind.RESTORED):
            raise Stale
        _append(session, night, night.record.change_to(kind, build(session, night)), submission)

    _once(key, version, submission, change)


def undo(key: str, version: int, submission: Submission) -> None:
    """Undo the last change that holds. Raise NoSuchNight, Stale, HasBegun."""
    _turn(key, version, submission, undone=False)


def redo(key: str, version: int, submission: Submission) -> None:
    """Make the change again that was undone last. Raise as `undo` does."""
    _turn(key, version, submission, undone=True)


def last_change(night_id: int, *, undone: bool = False) -> NightChange | None:
    """Return the change that `undo` would undo, or `redo` make again."""
    row = NIGHT_LOG.next(db.session.connection(), night_id, undone=undone)
    return None if row is None else _read(row)


def stamp(key: str) -> str:
    """Return what is another text once a night or one of its matches has changed.

    It is asked every second by all who watch, and so reads numbers only. Raise NoSuchNight.
    """
    version = db.session.scalar(_VERSION, {"key": key})
    if version is None:
        raise NoSuchNight(key)
    at = (file_number(), key, version)
    if at not in _matches_at:
        _matches_at[at] = night_from(db.session(), row_of(db.session(), key)).record.matches
    changes = db.session.scalar(_CHANGES, {"ids": _matches_at[at]}) or 0
    return f"{version}-{changes}"


def _once(
    key: str,
    version: int,
    submission: Submission,
    change: Callable[[Session, ClubNight], None],
) -> None:
    """Change a night that is at `version`, unless that was done already. Raise Stale."""
    with writing() as session:
        row = row_of(session, key, locked=True)
        if NIGHT_LOG.sent_before(session.connection(), row.id, submission.entry_key):
            return
        if row.version != version:
            raise Stale
        change(session, night_from(session, row))


def _turn(key: str, version: int, submission: Submission, *, undone: bool) -> None:
    def change(session: Session, night: ClubNight) -> None:
        row = NIGHT_LOG.next(session.connection(), night.id, undone=undone)
        if row is None:
            raise Stale
        made = _read(row)
        if made.kind is NightKind.CLOCKS:
            turn_clocks(session, night.record, row.entry_key, submission, undone=undone)
        if undone:
            _append(session, night, made, submission, redoes=row.version)
        else:
            _append(session, night, made.inverse, submission, undoes=row.version)

    _once(key, version, submission, change)


def _append(
    session: Session, night: ClubNight, change: NightChange, submission: Submission, **turned: int
) -> None:
    """Write a change to the log, and what it changes. Raise Stale, HasBegun."""
    after = night.record.changed_by(change)
    if after is None or not after.is_fair:
        raise Stale
    tables = after.rounds[-1].drawn.tables if after.rounds else ()
    if change.kind in _SEATS and not all(night.is_once(table.people) for table in tables):
        raise Stale
    row = session.get_one(models.ClubNightRow, night.id)
    row.version, row.record = night.version + 1, after.as_json()
    row.generation += change.kind is NightKind.LINKS
    if change.kind in (NightKind.BINNED, NightKind.RESTORED):
        row.binned_at = clock.now() if change.kind is NightKind.BINNED else None
    known = {person.player_id for person in row.people}
    row.people += [
        models.ClubPersonRow(player_id=person) for person in after.people if person not in known
    ]
    session.flush()
    columns = {**change._asdict(), **turned, **submission._asdict(), "version": row.version}
    NIGHT_LOG.write(session.connection(), night.id, columns)
    follow(session, night.record, after, submission)
    if change.kind is NightKind.CORRECTED:
        rename_seats(session, night_from(session, row), submission)


def renumber_night(session: Session, night: models.ClubNightRow, to: Mapping[int, int]) -> None:
    """Write other numbers of players into a night and its log."""
    night.record = renumbered(night.record, to)
    for change in session.scalars(select(models.ClubChangeRow).filter_by(night_id=night.id)):
        change.before = change.before and renumbered(change.before, to)
        change.after = change.after and renumbered(change.after, to)
    people = {to.get(person.player_id, person.player_id) for person in night.people}
    night.people.clear()
    session.flush()
    night.people += [models.ClubPersonRow(player_id=person) for person in sorted(people)]
    session.flush()


def _read(row: Row[Any]) -> NightChange:
    return NightChange(NightKind(row.kind), row.before or {}, row.after or {})

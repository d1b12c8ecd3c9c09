"""Looking the whole scorebook over: is everything there, and does it agree with itself?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from sqlalchemy import func, select
from sqlalchemy.orm import selectinload

from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import Change, ChangeKind, MatchRecord, record_from
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.log import finished_at
from scorekeeper.scorebook.projection import Match, project

_FIRST = (ChangeKind.OPENED, ChangeKind.IMPORTED)


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and a line for everything that is not as it should be."""

    matches: int
    rounds: int
    changes: int
    faults: tuple[str, ...]


def check() -> Report:
    """Look everything over; nothing is changed."""
    faults = list(_file_faults())
    for match_id in db.session.scalars(
        select(models.MatchRow.id).order_by(models.MatchRow.id)
    ).all():
        try:
            faults += [f"Match {match_id}: {fault}." for fault in _match_faults(match_id)]
        # Whatever a damaged row makes go wrong is a fault of it; the others are looked at still.
        except Exception as error:
            faults.append(f"Match {match_id} cannot be read: {error!r}.")
        db.session.expunge_all()
    tables = (models.MatchRow, models.RoundRow, models.ChangeRow)
    counts = [db.session.scalar(select(func.count()).select_from(table)) for table in tables]
    matches, rounds, changes = (count or 0 for count in counts)
    return Report(matches, rounds, changes, tuple(faults))


def _file_faults() -> Iterator[str]:
    """Look at the pages and the keys of SQLite; PostgreSQL looks after its own."""
    if db.engine.dialect.name != "sqlite":
        return
    connection = db.session.connection()
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check").all():
        if said != "ok":
            yield f"The file is damaged: {said}."
    for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check").all():
        yield f"Row {row} of {table} refers to no row of {parent}."


def _match_faults(match_id: int) -> Iterator[str]:
    row = db.session.get_one(
        models.MatchRow,
        match_id,
        options=[selectinload(models.MatchRow.seats), selectinload(models.MatchRow.rounds)],
    )
    changes = db.session.scalars(
        select(models.ChangeRow).filter_by(match_id=match_id).order_by(models.ChangeRow.version)
    ).all()
    yield from _gaps("seats", 0, [seat.position for seat in row.seats])
    yield from _gaps("rounds", 1, [each.number for each in row.rounds])
    match = project(row)
    said, found = row.finished_at, finished_at(match)
    if said != found:
        yield f"it says that it ended {_when(said)}, and by its rounds {_when(found)}"
    yield from _log_faults(match, changes)


def _gaps(what: str, first: int, numbers: Sequence[int]) -> Iterator[str]:
    if list(numbers) != list(range(first, first + len(numbers))):
        yield f"the {what} are numbered {', '.join(map(str, numbers))}"


def _when(moment: object) -> str:
    return "never" if moment is None else f"at {moment}"


def _log_faults(match: Match, rows: Sequence[models.ChangeRow]) -> Iterator[str]:
    """Make the changes of a match again, and see whether they come to what is kept of it."""
    if not rows or rows[0].kind not in _FIRST or rows[0].after is None:
        yield "its log does not say how it began"
        return
    if rows[-1].version > match.version:
        yield f"its version is {match.version}, and its log goes on to {rows[-1].version}"
    record, binned_at = record_from(match.setup, rows[0].after), None
    for row in rows[1:]:
        try:
            change = Change(ChangeKind(row.kind), row.before, row.after)
            record, binned_at = (
                change.apply_to(record),
                change.binned_at_after(binned_at, row.made_at),
            )
        # As above: what cannot be made again is a fault of the log.
        except Exception as error:
            yield f"change {row.version} of its log cannot be made again: {error!r}"
            return
    if match.binned_at != binned_at:
        since = "outside" if match.binned_at is None else "in"
        yield f"it lies {since} the bin, and by its log otherwise"
    yield from _differences(match.record, record)


def _differences(kept: MatchRecord, logged: MatchRecord) -> Iterator[str]:
    names = [each.name for each in fields(MatchRecord) if each.name not in ("setup", "entries")]
    for name in names:
        one, other = getattr(kept, name), getattr(logged, name)
        if one != other:
            yield f"{name} is {one!r}, and by its log {other!r}"
    if kept.setup != logged.setup:
        goals = (record.setup.game.match.goal for record in (kept, logged))
        yield "its goal is {}, and by its log {}".format(*goals)
    if len(kept.entries) != len(logged.entries):
        yield f"it has {len(kept.entries)} rounds, and by its log {len(logged.entries)}"
    for number, (one, other) in enumerate(zip(kept.entries, logged.entries, strict=False), 1):
        if one != other:
            yield f"round {number} is not as its log has it"

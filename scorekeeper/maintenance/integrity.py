"""Check the whole scorebook: the file, and whether every match agrees with its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import func, select

from scorekeeper.maintenance.backup import damage
from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import ChangeKind, MatchRecord, record_from
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.folding import folded
from scorekeeper.scorebook.log import finished_at
from scorekeeper.scorebook.projection import Match, apply_row, project, read_row

_FIRST = (ChangeKind.OPENED, ChangeKind.IMPORTED)


@dataclass(frozen=True, slots=True)
class Report:
    """How much was checked, and a sentence for each fault."""

    matches: int
    rounds: int
    changes: int
    faults: tuple[str, ...]


def check() -> Report:
    """Check everything; change nothing."""
    faults = list(_file_faults())
    for match_id in db.session.scalars(
        select(models.MatchRow.id).order_by(models.MatchRow.id)
    ).all():
        try:
            faults += [f"Match {match_id}: {fault}." for fault in _match_faults(match_id)]
        # A damaged row may raise anything; the other matches are still checked.
        except Exception as error:
            faults.append(f"Match {match_id} cannot be read: {error!r}.")
        db.session.expunge_all()
    tables = (models.MatchRow, models.RoundRow, models.ChangeRow)
    counts = [db.session.scalar(select(func.count()).select_from(table)) for table in tables]
    matches, rounds, changes = (count or 0 for count in counts)
    return Report(matches, rounds, changes, tuple(faults))


def _file_faults() -> Iterator[str]:
    """Check the pages and the foreign keys of SQLite; PostgreSQL checks its own."""
    if db.engine.dialect.name != "sqlite":
        return
    file: Any = db.session.connection().connection.driver_connection
    pages, rows = damage(file)
    yield from (f"The file is damaged: {fault}." for fault in pages)
    yield from (f"{fault.capitalize()}." for fault in rows)


def _match_faults(match_id: int) -> Iterator[str]:
    row = read_row(db.session(), match_id)
    changes = db.session.scalars(
        select(models.ChangeRow).filter_by(match_id=match_id).order_by(models.ChangeRow.version)
    ).all()
    yield from _gaps("seats", 0, [seat.position for seat in row.seats])
    yield from _gaps("rounds", 1, [each.number for each in row.rounds])
    if any(seat.name_key != folded(seat.name) for seat in row.seats):
        yield "its players cannot be searched for by their names"
    match = project(row)
    stored, computed = row.finished_at, finished_at(match)
    if stored != computed:
        yield f"it says that it ended {_when(stored)}, and by its rounds {_when(computed)}"
    yield from _log_faults(match, changes)


def _gaps(what: str, first: int, numbers: Sequence[int]) -> Iterator[str]:
    if list(numbers) != list(range(first, first + len(numbers))):
        yield f"the {what} are numbered {', '.join(map(str, numbers))}"


def _when(time: object) -> str:
    return "never" if time is None else f"at {time}"


def _log_faults(match: Match, rows: Sequence[models.ChangeRow]) -> Iterator[str]:
    """Apply the changes of a match again, and compare the result with its rows."""
    if not rows or rows[0].kind not in _FIRST or rows[0].after is None:
        yield "its log does not say how it began"
        return
    if rows[-1].version > match.version:
        yield f"its version is {match.version}, and its log goes on to {rows[-1].version}"
    record, binned_at = record_from(match.setup, rows[0].after), None
    for row in rows[1:]:
        try:
            record, binned_at = apply_row(row, record, binned_at)
        # As above: a damaged row may raise anything.
        except Exception as error:
            yield f"change {row.version} of its log cannot be made again: {error!r}"
            return
    if match.binned_at != binned_at:
        since = "outside" if match.binned_at is None else "in"
        yield f"it lies {since} the bin, and by its log otherwise"
    yield from _differences(match.record, record)


def _differences(stored: MatchRecord, logged: MatchRecord) -> Iterator[str]:
    names = [each.name for each in fields(MatchRecord) if each.name not in ("setup", "entries")]
    for name in names:
        one, other = getattr(stored, name), getattr(logged, name)
        if one != other:
            yield f"{name} is {one!r}, and by its log {other!r}"
    if stored.setup != logged.setup:
        goals = (record.setup.game.match.goal for record in (stored, logged))
        yield "its goal is {}, and by its log {}".format(*goals)
    if len(stored.entries) != len(logged.entries):
        yield f"it has {len(stored.entries)} rounds, and by its log {len(logged.entries)}"
    for number, (one, other) in enumerate(zip(stored.entries, logged.entries, strict=False), 1):
        if one != other:
            yield f"round {number} is not as its log has it"

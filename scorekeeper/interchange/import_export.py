"""Taking matches from one scorebook to another: export and import.

A match is known wherever it goes by a key that is made of where it was opened, and when.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scorekeeper.interchange.csv_file import spreadsheet
from scorekeeper.interchange.match_file import (
    PortableMatch,
    file_name,
    from_json,
    to_bytes,
    to_json,
)
from scorekeeper.interchange.named_json import FORMAT, check_format, table_from
from scorekeeper.rules import RuleError
from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import ChangeKind, match_opened
from scorekeeper.scorebook.db import db, writing
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.matches import add_match, find_match
from scorekeeper.scorebook.projection import Match, ReplayError, project
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.wording.errors import error_sentence

# Marks the matches that came from a file: their key is the rest of it.
_IMPORTED = "imported "


class CannotImport(Exception):
    """Say which match of a file the rules refuse, which round, and why."""


@dataclass(frozen=True, slots=True)
class Download:
    """A file for somebody to keep; its name has no extension."""

    name: str
    content: bytes


@dataclass(slots=True)
class Exported:
    """A file of all matches, and which could not be read, if any could not."""

    content: bytes = b""
    damaged: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Imported:
    """How many matches of a file are new and how many were known; who plays in those that differ.

    What differs from the match that is here under the same key is left alone.
    """

    new: int = 0
    known: int = 0
    different: list[str] = field(default_factory=list)


def export_match(match_id: int) -> Download:
    """Write one match. Raise NoSuchMatch."""
    carried = _to_portable(find_match(match_id))
    return Download(file_name(carried), to_bytes(to_json(carried)))


def export_spreadsheet(match_id: int) -> Download:
    """Write one match as a spreadsheet reads it. Raise NoSuchMatch."""
    match = find_match(match_id)
    return Download(file_name(_to_portable(match)), spreadsheet(match))


def export_all() -> Exported:
    """Write every match that is not in the bin, in the order they were opened in."""
    exported, all_carried = Exported(), []
    numbers = select(models.MatchRow.id).where(models.MatchRow.binned_at.is_(None))
    for match_id in db.session.scalars(numbers.order_by(models.MatchRow.id)).all():
        try:
            carried = _portable_match(db.session(), match_id)
            all_carried.append((carried.opened_at, carried.key, to_json(carried)))
        # Whatever the damage is, the other matches are to be saved from it.
        except Exception as error:
            exported.damaged.append(f"Match {match_id} cannot be read: {error}")
    all_carried.sort(key=lambda each: each[:2])
    for _, _, table in all_carried:
        del table["format"]
    tables = [table for _, _, table in all_carried]
    exported.content = to_bytes({"format": FORMAT, "matches": tables})
    return exported


def import_matches(request: object) -> Imported:
    """Take over the matches of a file: all that are new, or where one is refused none.

    Raise InvalidJson or CannotImport.
    """
    arriving = [_read(number, table) for number, table in enumerate(_tables(request), start=1)]
    imported = Imported()
    with writing() as session:
        known = _known_keys(session)
        for carried in arriving:
            if carried.key in known:
                _compare(session, known[carried.key], carried, imported)
                continue
            submission = Submission(f"{_IMPORTED}{carried.key}")
            first = match_opened(carried.record, ChangeKind.IMPORTED)
            known[carried.key] = add_match(
                session, carried.record, first, submission, carried.opened_at
            )
            imported.new += 1
    return imported


def _tables(request: object) -> list[object]:
    if not isinstance(request, Mapping) or "matches" not in request:
        return [request]
    table = table_from(request, {"format", "matches"})
    check_format(table)
    if not isinstance(table["matches"], list):
        raise InvalidJson("matches is a list")
    return table["matches"]


def _read(number: int, table: object) -> PortableMatch:
    """Read a match of a file; what is wrong is said with its number and who plays."""
    try:
        return from_json(table)
    except InvalidJson as error:
        raise InvalidJson(f"match {number}: {error}") from error
    except ReplayError as unfit:
        raise _refused(table, f"Match {number}", unfit.fault, f", round {unfit.number}") from unfit
    except RuleError as error:
        raise _refused(table, f"Match {number}", error) from error


def _refused(table: object, which: str, fault: RuleError, where: str = "") -> CannotImport:
    names = table["seats"] if isinstance(table, Mapping) else ()
    return CannotImport(f"{which} ({', '.join(names)}){where}: {error_sentence(fault, names)}")


def _compare(session: Session, match_id: int, carried: PortableMatch, imported: Imported) -> None:
    if to_json(_portable_match(session, match_id)) == to_json(carried):
        imported.known += 1
    else:
        imported.different.append(", ".join(carried.record.names))


def _known_keys(session: Session) -> dict[str, int]:
    rows = session.execute(
        select(models.MatchRow.entry_key, models.MatchRow.created_at, models.MatchRow.id)
    )
    return {_key(entry_key, opened_at): match_id for entry_key, opened_at, match_id in rows}


def _to_portable(match: Match) -> PortableMatch:
    entry_key, opened_at = db.session.execute(
        select(models.MatchRow.entry_key, models.MatchRow.created_at).filter_by(id=match.id)
    ).one()
    return PortableMatch(_key(entry_key, opened_at), opened_at, match.record, len(match.rounds))


def _portable_match(session: Session, match_id: int) -> PortableMatch:
    row = session.get_one(
        models.MatchRow,
        match_id,
        options=[selectinload(models.MatchRow.seats), selectinload(models.MatchRow.rounds)],
    )
    match = project(row)
    key = _key(row.entry_key, row.created_at)
    return PortableMatch(key, row.created_at, match.record, len(match.rounds))


def _key(entry_key: str, opened_at: datetime) -> str:
    """Name a match; no other match of any scorebook has this name.

    The entry key alone would not do: that of a rematch is made of a number.
    """
    if entry_key.startswith(_IMPORTED):
        return entry_key.removeprefix(_IMPORTED)
    return sha256(f"{entry_key} {opened_at.isoformat()}".encode()).hexdigest()[:32]

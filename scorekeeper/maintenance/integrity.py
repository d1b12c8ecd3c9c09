"""Check the whole scorebook: the file, each match with its log and figures, and the lists."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import func, select

from scorekeeper.figures.rating import rated_in_order
from scorekeeper.maintenance.match_faults import MatchRows, faults_of, rows_of_matches, state_faults
from scorekeeper.maintenance.scorebook_file import (
    FileRefused,
    damage,
    differences,
    fault_of,
    open_database,
    scorebook_file,
)
from scorekeeper.scorebook.club.night_record import NightChange, NightKind, NightRecord
from scorekeeper.scorebook.club.night_rows import NIGHT_LOG
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import in_parts
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.figures.figures_table import FINISHED, RATING, TO_THE_END
from scorekeeper.scorebook.figures.ratings import rated_rows
from scorekeeper.scorebook.figures.recounting import are_rated
from scorekeeper.scorebook.people.logged_players import unused
from scorekeeper.scorebook.people.seating import people_by_id, player_key
from scorekeeper.scorebook.scored_match import MATCHES_AT_ONCE


class Report(NamedTuple):
    """How much was checked, and a sentence for each fault."""

    matches: int
    rounds: int
    changes: int
    faults: tuple[str, ...]


def check_file() -> Report | None:
    """Check the file of the scorebook before it is migrated; None if it can be.

    Where only its pages are damaged, check whatever can still be read.
    """
    try:
        file = scorebook_file()
    except FileRefused:
        return None
    if fault := fault_of(file):
        return Report(0, 0, 0, (f"{file} {fault}.",))
    with open_database(file, "ro") as database:
        return check() if any(damage(database)) else None


def check(*, file_is_whole: bool = False) -> Report:
    """Check everything; change nothing. The file may be known to be whole by `check_file`."""
    counts: list[int] = []
    checks: dict[str, Callable[[], Iterable[str]]] = {
        "The file": partial(_file_faults, file_is_whole),
        "The list of matches": _faults_of_matches,
        "The saved house rules": _rule_set_faults,
        "The list of players": _player_faults,
        "The ratings": rating_faults,
        "The list of club nights": _club_faults,
    }
    for table in (models.MatchRow, models.RoundRow, models.ChangeRow):
        checks[f"The table {table.__tablename__}"] = partial(_count, table, counts)
    # The objects read have no reference cycles, and looking for them takes a quarter of the time.
    gc.disable()
    faults: list[str] = []
    for what, find in checks.items():
        faults += _tried(what, find)
        db.session.expunge_all()
    gc.enable()
    matches, rounds, changes = (*counts, 0, 0, 0)[:3]
    return Report(matches, rounds, changes, tuple(faults))


def _tried(what: str, find: Callable[[], Iterable[str]]) -> list[str]:
    """List the faults found; damage may raise anything, and the rest is still checked."""
    faults: list[str] = []
    try:
        # One by one, to keep those found before an error.
        faults.extend(find())
    except Exception as error:
        # As one line: SQLite's messages may have several.
        faults.append(f"{what} cannot be read: {' '.join(repr(error).split())}.")
        db.session.rollback()
    return faults


def _count(table: type[models.Base], counts: list[int]) -> Iterator[str]:
    counts.append(db.session.scalar(select(func.count()).select_from(table)) or 0)
    yield from ()


def _faults_of_matches() -> Iterator[str]:
    ids = select(models.MatchRow.id).order_by(models.MatchRow.id)
    for some in in_parts(db.session.scalars(ids).all(), MATCHES_AT_ONCE):
        try:
            rows = rows_of_matches(db.session(), some)
        # A damaged match keeps the others of its part from being read.
        except Exception:
            db.session.rollback()
            rows = {}
        for match_id in some:
            for fault in _tried(f"Match {match_id}", partial(_match_faults, match_id, rows)):
                named = fault.startswith(f"Match {match_id} ")
                yield fault if named else f"Match {match_id}: {fault}."


def _match_faults(match_id: int, rows: Mapping[int, MatchRows]) -> Iterator[str]:
    return faults_of((rows or rows_of_matches(db.session(), [match_id]))[match_id])


def _file_faults(is_whole: bool) -> Iterator[str]:
    """Check the pages, foreign keys and tables of SQLite; PostgreSQL checks its own."""
    if db.engine.dialect.name != "sqlite":
        return
    connection = db.session.connection()
    file: Any = connection.connection.driver_connection
    pages, rows = ([], []) if is_whole else damage(file)
    yield from (f"The file is damaged: {fault}." for fault in pages)
    yield from (f"{fault.capitalize()}." for fault in rows)
    if not pages and differences(connection):
        yield "Its tables are others than those of a scorebook."


def _rule_set_faults() -> Iterator[str]:
    for row in db.session.scalars(select(models.RuleSetRow).order_by(models.RuleSetRow.id)):
        if not isinstance(row.changes, dict) or row.name_key != row.name.casefold():
            yield f"The saved house rules {row.id} are not as they were saved."


def _club_faults() -> Iterator[str]:
    """Apply the changes of each club night again, and check its tables."""
    for row in db.session.scalars(select(models.ClubNightRow).order_by(models.ClubNightRow.id)):
        yield from (f"The club night {row.id} {fault}." for fault in _faults_of_night(row))


def _faults_of_night(row: models.ClubNightRow) -> Iterator[str]:
    log = NIGHT_LOG.table
    found = select(log).where(log.c.night_id == row.id).order_by(log.c.version)
    first, *others = db.session.connection().execute(found).all()
    yield from state_faults([first, *others], NIGHT_LOG)
    record: NightRecord | None = NightRecord.from_json(first.after or {})
    for each in others:
        change = NightChange(NightKind(each.kind), each.before or {}, each.after or {})
        record = record and record.changed_by(change)
    stored = NightRecord.from_json(row.record)
    if record != stored or (others or [first])[-1].version > row.version:
        yield "is not as its log has it"
    if not stored.is_fair:
        yield "has somebody twice in a draw"
    players = people_by_id(db.session.connection(), stored.people) if stored.people else {}
    for table in (table for each in stored.rounds for table in each.drawn.tables):
        if len({players[person].id for person in table.people}) < len(table.people):
            yield "has somebody twice at a table, who were two people once"


def rating_faults() -> Iterator[str]:
    """Rate all matches again, in the order they ended."""
    if not are_rated():
        return
    found = db.session.execute(select(*FINISHED, *RATING).where(TO_THE_END))
    kept = rated_rows(found)
    for row, rating in rated_in_order(kept):
        if kept[row] != rating:
            yield (
                f"After match {row.match_id} the rating of {_named(row.player)} is"
                f" {kept[row]}, and by the matches {rating}."
            )


def _player_faults() -> Iterator[str]:
    """Find players who are in no match, and names that are not those of their players."""
    session = db.session()
    rows = session.scalars(select(models.PlayerRow).order_by(models.PlayerRow.id)).all()
    nowhere = unused(session, {row.id for row in rows}) - {row.same_as for row in rows}
    for row in rows:
        if row.id in nowhere:
            yield f"The player {row.name} sits in no match."
        # Of two of one name at a table the second has a number in the key.
        if not row.key.startswith(player_key(row.name)):
            yield f"The player {row.name} is known as {row.key}."
        if row.folded != folded(row.name):
            yield f"The player {row.name} cannot be searched for by the name."


def _named(player: int) -> str:
    """Return the name of a player, as far as there is one."""
    name = db.session.scalar(select(models.PlayerRow.name).filter_by(id=player))
    return name or f"player {player}"

"""Check the whole scorebook: the file, whether every match agrees with its log, and the figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import func, select

from scorekeeper.figures.rating import rated_in_order
from scorekeeper.maintenance.opening import (
    FileRefused,
    damage,
    differences,
    fault_of,
    open_database,
    scorebook_file,
)
from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.scorebook.changes import RECORD_CHANGES, ChangeKind, MatchRecord, record_from
from scorekeeper.scorebook.club.record import NightChange, NightKind, NightRecord
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.figures.ratings import rated_rows
from scorekeeper.scorebook.figures.tables import FINISHED, RATING, ResultRow
from scorekeeper.scorebook.figures.writing import are_rated, counted_rows
from scorekeeper.scorebook.log import finished_at
from scorekeeper.scorebook.people.numbers import players_of_numbers, unused
from scorekeeper.scorebook.people.seating import player_key
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match, logged_in, read_match

_FIRST = (ChangeKind.OPENED, ChangeKind.IMPORTED)


class Report(NamedTuple):
    """How much was checked, and a sentence for each fault."""

    matches: int
    rounds: int
    changes: int
    faults: tuple[str, ...]


def check_file() -> Report | None:
    """Check the file of the scorebook before it is migrated; None where it can be.

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


def check() -> Report:
    """Check everything; change nothing."""
    counts: list[int] = []
    looks: dict[str, Callable[[], Iterable[str]]] = {
        "The file": _file_faults,
        "The list of matches": _faults_of_matches,
        "The saved house rules": _rule_set_faults,
        "The list of players": _player_faults,
        "The ratings": rating_faults,
        "The list of club nights": _club_faults,
    }
    for table in (models.MatchRow, models.RoundRow, models.ChangeRow):
        looks[f"The table {table.__tablename__}"] = partial(_count, table, counts)
    faults = [fault for what, find in looks.items() for fault in _tried(what, find)]
    matches, rounds, changes = (*counts, 0, 0, 0)[:3]
    return Report(matches, rounds, changes, tuple(faults))


def _tried(what: str, find: Callable[[], Iterable[str]]) -> list[str]:
    """List what is found wrong; damage may raise anything, and the rest is still checked."""
    faults: list[str] = []
    try:
        # One by one, to have those that were found before.
        faults.extend(find())
    except Exception as error:
        # A text, as what SQLite says may have lines.
        faults.append(f"{what} cannot be read: {' '.join(repr(error).split())}.")
        db.session.rollback()
    db.session.expunge_all()
    return faults


def _count(table: type[models.Base], counts: list[int]) -> Iterator[str]:
    counts.append(db.session.scalar(select(func.count()).select_from(table)) or 0)
    yield from ()


def _faults_of_matches() -> Iterator[str]:
    ids = select(models.MatchRow.id).order_by(models.MatchRow.id)
    for match_id in db.session.scalars(ids).all():
        for fault in _tried(f"Match {match_id}", partial(_match_faults, match_id)):
            named = fault.startswith(f"Match {match_id} ")
            yield fault if named else f"Match {match_id}: {fault}."


def _file_faults() -> Iterator[str]:
    """Check the pages, foreign keys and tables of SQLite; PostgreSQL checks its own."""
    if db.engine.dialect.name != "sqlite":
        return
    connection = db.session.connection()
    file: Any = connection.connection.driver_connection
    pages, rows = damage(file)
    yield from (f"The file is damaged: {fault}." for fault in pages)
    yield from (f"{fault.capitalize()}." for fault in rows)
    if not pages and differences(connection):
        yield "Its tables are others than those of a scorebook."


def _rule_set_faults() -> Iterator[str]:
    for row in db.session.scalars(select(models.RuleSetRow).order_by(models.RuleSetRow.id)):
        if not isinstance(row.changes, dict) or row.name_key != row.name.casefold():
            yield f"The saved house rules {row.id} are not as they were saved."


def _club_faults() -> Iterator[str]:
    """Make the changes of each club night again, and look who sits where."""
    for row in db.session.scalars(select(models.ClubNightRow).order_by(models.ClubNightRow.id)):
        yield from (f"The club night {row.id} {fault}." for fault in _faults_of_night(row))


def _faults_of_night(row: models.ClubNightRow) -> Iterator[str]:
    changes = select(models.ClubChangeRow).filter_by(night_id=row.id)
    first, *others = db.session.scalars(changes.order_by(models.ClubChangeRow.version)).all()
    record: NightRecord | None = NightRecord.from_json(first.after or {})
    for each in others:
        change = NightChange(NightKind(each.kind), each.before or {}, each.after or {})
        record = record and record.changed_by(change)
    stored = NightRecord.from_json(row.record)
    if record != stored or (others or [first])[-1].version != row.version:
        yield "is not as its log has it"
    if not stored.is_fair:
        yield "has somebody twice in a draw"
    players = players_of_numbers(db.session.connection(), stored.people) if stored.people else {}
    for table in (table for each in stored.rounds for table in each.drawn.tables):
        if len({players[person].id for person in table.people}) < len(table.people):
            yield "has somebody twice at a table, who were two people once"


def _match_faults(match_id: int) -> Iterator[str]:
    row = db.session.get_one(models.MatchRow, match_id, populate_existing=True)
    changes = db.session.scalars(
        select(models.ChangeRow).filter_by(match_id=match_id).order_by(models.ChangeRow.version)
    ).all()
    yield from _gaps("seats", 0, [seat.position for seat in row.seats])
    yield from _gaps("rounds", 1, [each.number for each in row.rounds])
    yield from _seat_faults(row)
    match = read_match(db.session(), match_id)
    stored, computed = row.finished_at, finished_at(match)
    if stored != computed:
        yield f"it says that it ended {_when(stored)}, and by its rounds {_when(computed)}"
    yield from _game_faults(row, changes)
    yield from _link_faults(row, changes)
    yield from _draft_faults(match_id)
    yield from _state_faults(changes)
    yield from _log_faults(match, changes)
    yield from _figure_faults(match)


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
    connection, binned_at = db.session.connection(), None
    (opened,) = logged_in(connection, rows[:1])
    record = record_from(match.setup, opened.change.after or {})
    for row in rows[1:]:
        try:
            (logged,) = logged_in(connection, [row])
            record = logged.change.apply_to(record)
            binned_at = logged.change.binned_at_after(binned_at, logged.made_at)
        # As above: a damaged row may raise anything.
        except Exception as error:
            yield f"change {row.version} of its log cannot be made again: {error!r}"
            return
    if match.binned_at != binned_at:
        since = "outside" if match.binned_at is None else "in"
        yield f"it lies {since} the bin, and by its log otherwise"
    yield from _differences(match.record, record)


def _differences(stored: MatchRecord, logged: MatchRecord) -> Iterator[str]:
    names = [name for name in MatchRecord._fields if name not in ("setup", "entries")]
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


def _figure_faults(match: Match) -> Iterator[str]:
    """Compare the figures that are kept of a match with its rounds, if it is counted as it is now.

    Otherwise it will be soon.
    """
    kept = [dict(row) for row in _rows_of(match)]
    if {row["version"] for row in kept} != {match.version}:
        return
    counted = counted_rows([match])[match.id]
    if len(kept) != len(counted):
        yield f"it has figures of {len(kept)} seats, and counted again of {len(counted)}"
    for was, now in zip(kept, counted, strict=False):
        yield from _differences_of_figures(was, now)


def rating_faults() -> Iterator[str]:
    """Rate all matches again, in the order they ended."""
    if not are_rated():
        return
    found = db.session.execute(select(*FINISHED, *RATING))
    kept = rated_rows(found)
    for row, rating in rated_in_order(kept):
        if kept[row] != rating:
            yield (
                f"After match {row.match_id} the rating of {_named(row.player)} is"
                f" {kept[row]}, and by the matches {rating}."
            )


def _rows_of(match: Match) -> Sequence[Any]:
    table = ResultRow.__table__
    found = select(*table.c).where(table.c.match_id == match.id).order_by(table.c.seat)
    return db.session.execute(found).mappings().all()


def _differences_of_figures(kept: dict[str, Any], counted: dict[str, Any]) -> Iterator[str]:
    """Name every number that is kept otherwise than it was counted."""
    # Those of ratings are compared by rating_faults.
    of_ratings = {column.key for column in RATING}
    for name, value in counted.items():
        if name not in of_ratings and kept[name] != value:
            yield (
                f"its figures of {_named(counted['player_id'])} say {name} {kept[name]},"
                f" and counted again {value}"
            )


def _named(player: int) -> str:
    """Return the name of a player, as far as there is one."""
    name = db.session.scalar(select(models.PlayerRow.name).filter_by(id=player))
    return name or f"player {player}"


def _game_faults(row: models.MatchRow, changes: Sequence[models.ChangeRow]) -> Iterator[str]:
    """Compare the game with what the match was opened with, or with the name in its rules."""
    opened = (changes[0].after if changes else None) or {}
    for key, stored in (("game", row.game_id), ("partners", row.partners)):
        if key in opened and opened[key] != stored:
            yield f"its {key} is {stored!r}, and by its log {opened[key]!r}"
    if "game" not in opened:
        # Opened by an older version, which did not log it.
        named = [game for game in game_ids() if load_game(game).name == row.rules["name"]]
        if named and row.game_id not in named:
            yield f"its game is {row.game_id!r}, and by its rules {named[0]!r}"


def _link_faults(row: models.MatchRow, changes: Sequence[models.ChangeRow]) -> Iterator[str]:
    """Find links that work again although they were ended."""
    for right in Right:
        stored = getattr(row, f"{right.word}_generation")
        made = [each.after or {} for each in changes if each.kind == ChangeKind.LINK]
        logged = max((each["generation"] for each in made if each["link"] == right.word), default=1)
        if stored < logged:
            yield f"its link to {right.word} has number {stored}, and by its log {logged}"


def _seat_faults(row: models.MatchRow) -> Iterator[str]:
    """Find seats whose player is another than by the log, or one of another owner."""
    session = db.session()
    players = players_of_numbers(session.connection(), [seat.logged_id for seat in row.seats])
    for seat in row.seats:
        if seat.player.owner not in ("", row.owner):
            yield f"its {seat.name} is a player of another owner"
        elif players[seat.logged_id].id != seat.player_id:
            yield f"its {seat.name} is another player: {players[seat.logged_id].name}"


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


def _draft_faults(match_id: int) -> Iterator[str]:
    """Find parts of drafts that no page can show."""
    rows = select(models.DraftRow).filter_by(match_id=match_id).order_by(models.DraftRow.number)
    for row in db.session.scalars(rows):
        whole = isinstance(row.fields, dict) and all(
            isinstance(texts, list) and all(isinstance(text, str) for text in texts)
            for texts in row.fields.values()
        )
        if not whole or type(row.revision) is not int:
            yield f"the draft of its round {row.number} is not as it was saved"


def _state_faults(changes: Sequence[models.ChangeRow]) -> Iterator[str]:
    """Work out anew which changes hold, were undone, or were undone for good."""
    states: dict[int, str] = {}
    for row in changes:
        if not isinstance(row.made_at, datetime):
            yield f"change {row.version} of its log was made at no time"
        for other in (row.undoes, row.redoes):
            if other is not None and other not in states:
                yield f"change {row.version} of its log takes back one that is not there"
        if row.undoes is not None:
            states[row.undoes] = "undone"
        elif row.redoes is not None:
            states[row.redoes] = "done"
        elif row.kind in RECORD_CHANGES:
            undone = [version for version, state in states.items() if state == "undone"]
            states |= dict.fromkeys(undone, "dropped")
        states[row.version] = "done"
    for row in changes:
        if row.state != states[row.version]:
            yield f"change {row.version} is {row.state!r}, and by its log {states[row.version]!r}"

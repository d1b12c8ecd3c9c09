"""What is wrong with a match: its rows, its log applied again, and its figures counted again.

The rows of many matches are read together, as that takes a tenth of the time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.scorebook.change_log import ChangeLog
from scorekeeper.scorebook.changes import ChangeKind, change_in, record_from
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import MOST_SEATS, in_parts
from scorekeeper.scorebook.figures.figures_table import RATING, ResultRow
from scorekeeper.scorebook.figures.recounting import counts, match_results, rows_of
from scorekeeper.scorebook.match_log import MATCH_LOG, finished_at
from scorekeeper.scorebook.people.seating import people_by_id
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.record import MatchRecord
from scorekeeper.scorebook.scored_match import Match, StoredMatch, read_rows, score_stored

_FIRST = (ChangeKind.OPENED, ChangeKind.IMPORTED)
# These are compared by rating_faults.
_OF_RATINGS = {column.key for column in RATING}
_FIRST_LINKS = {right.word: 1 for right in Right}


class MatchRows(NamedTuple):
    """All rows of a match, and the player (`id` and `name`) for each id in them."""

    people: Mapping[int, Row[Any]]
    names: Mapping[int, str]
    stored: StoredMatch
    changes: list[Row[Any]]
    drafts: list[Row[Any]]
    figures: list[Row[Any]]


def rows_of_matches(session: Session, match_ids: Sequence[int]) -> dict[int, MatchRows]:
    """Read all rows of some matches. A damaged one may raise anything."""
    read = read_rows(session, match_ids)
    tables = [
        _by_match(session, models.ChangeRow, "version", match_ids),
        _by_match(session, models.DraftRow, "number", match_ids),
        _by_match(session, ResultRow, "seat", match_ids),
    ]
    changes, *_others = tables
    numbers = {seat.logged_id for stored in read for seat in stored.seats}
    numbers |= {
        number
        for rows in changes.values()
        for row in rows
        # No round names a player, and most changes are rounds.
        if row.kind != ChangeKind.ROUNDS
        for number in _numbers(row)
    }
    people = {
        number: player
        for some in in_parts([*numbers])
        for number, player in people_by_id(session.connection(), some).items()
    }
    names = {number: player.name for number, player in people.items()}
    return {
        stored.id: MatchRows(people, names, stored, *(table[stored.id] for table in tables))
        for stored in read
    }


def _by_match(
    session: Session, table: type[models.Base], order: str, match_ids: Sequence[int]
) -> dict[int, list[Row[Any]]]:
    column, found = table.__table__.c, defaultdict[int, list[Row[Any]]](list)
    rows = select(*column).where(column.match_id.in_(match_ids)).order_by(column[order])
    for row in session.connection().execute(rows).all():
        found[row.match_id].append(row)
    return found


def _numbers(row: Row[Any]) -> Iterator[int]:
    """Yield the ids of players in a change that can be read."""
    for table in (row.before, row.after):
        listed = table.get("players") if isinstance(table, dict) else None
        yield from (each for each in listed or () if type(each) is int)


def faults_of(rows: MatchRows) -> Iterator[str]:
    """Yield what is wrong with a match. A damaged row may raise anything."""
    row, changes = rows.stored.match, rows.changes
    at = [seat.position for seat in rows.stored.seats if seat.position < MOST_SEATS]
    yield from _gaps("seats", 0, at)
    yield from _gaps("rounds", 1, [each.number for each in rows.stored.rounds])
    yield from _seat_faults(rows)
    match = score_stored(rows.stored)
    stored, computed = row.finished_at, finished_at(match)
    if stored != computed:
        yield f"it says that it ended {_when(stored)}, and by its rounds {_when(computed)}"
    yield from _game_faults(row, changes)
    yield from _link_faults(row, changes)
    yield from _draft_faults(rows.drafts)
    yield from state_faults(changes, MATCH_LOG)
    yield from _log_faults(match, rows)
    yield from _figure_faults(match, rows)


def _gaps(what: str, first: int, numbers: Sequence[int]) -> Iterator[str]:
    if list(numbers) != list(range(first, first + len(numbers))):
        yield f"the {what} are numbered {', '.join(map(str, numbers))}"


def _when(time: object) -> str:
    return "never" if time is None else f"at {time}"


def _seat_faults(rows: MatchRows) -> Iterator[str]:
    """Find seats whose player is not the one in the log, or belongs to another owner."""
    for seat in rows.stored.seats:
        by_log = rows.people[seat.logged_id]
        if seat.owner not in ("", rows.stored.match.owner):
            yield f"its {seat.name} is a player of another owner"
        elif by_log.id != seat.player_id:
            yield f"its {seat.name} is another player: {by_log.name}"


def _game_faults(row: Row[Any], changes: Sequence[Row[Any]]) -> Iterator[str]:
    """Compare the game with what the match was opened with, or with the name in its rules."""
    opened = (changes[0].after if changes else None) or {}
    for key, stored in (("game", row.game_id), ("partners", row.partners)):
        if key in opened and opened[key] != stored:
            yield f"its {key} is {stored!r}, and by its log {opened[key]!r}"
    if "game" not in opened:
        # Opened by an older version, which did not log it.
        name = json.loads(row.rules)["name"]
        named = [game for game in game_ids() if load_game(game).name == name]
        if named and row.game_id not in named:
            yield f"its game is {row.game_id!r}, and by its rules {named[0]!r}"


def _link_faults(row: Row[Any], changes: Sequence[Row[Any]]) -> Iterator[str]:
    """Find links that work again although they were ended."""
    logged = {**_FIRST_LINKS}
    for made in (each.after or {} for each in changes if each.kind == ChangeKind.LINK):
        logged[made["link"]] = max(logged[made["link"]], made["generation"])
    for word, generation in logged.items():
        stored = getattr(row, f"{word}_generation")
        if stored < generation:
            yield f"its link to {word} has number {stored}, and by its log {generation}"


def _draft_faults(rows: Sequence[Row[Any]]) -> Iterator[str]:
    """Find parts of drafts that no page can show."""
    for row in rows:
        whole = isinstance(row.fields, dict) and all(
            isinstance(texts, list) and all(isinstance(text, str) for text in texts)
            for texts in row.fields.values()
        )
        if not whole or type(row.revision) is not int:
            yield f"the draft of its round {row.number} is not as it was saved"


def state_faults(changes: Sequence[Row[Any]], log: ChangeLog) -> Iterator[str]:
    """Work out again which changes of a log hold, were undone, or were undone for good."""
    states: dict[int, str] = {}
    undone: set[int] = set()
    for row in changes:
        if not isinstance(row.made_at, datetime):
            yield f"change {row.version} of its log was made at no time"
        for other in (row.undoes, row.redoes):
            if other is not None and other not in states:
                yield f"change {row.version} of its log takes back one that is not there"
        states[row.version] = "done"
        if row.undoes is not None:
            states[row.undoes] = "undone"
            undone.add(row.undoes)
        elif row.redoes is not None:
            states[row.redoes] = "done"
            undone.discard(row.redoes)
        elif undone and row.kind in log.undoable:
            states |= dict.fromkeys(undone, "dropped")
            undone.clear()
    for row in changes:
        if row.state != states[row.version]:
            yield f"change {row.version} is {row.state!r}, and by its log {states[row.version]!r}"


def _log_faults(match: Match, rows: MatchRows) -> Iterator[str]:
    """Apply the changes of a match again, and compare the result with its rows."""
    changes, binned_at = rows.changes, None
    if not changes or changes[0].kind not in _FIRST or changes[0].after is None:
        yield "its log does not say how it began"
        return
    if changes[-1].version > match.version:
        yield f"its version is {match.version}, and its log goes on to {changes[-1].version}"
    record = record_from(match.setup, change_in(changes[0], rows.names).after or {})
    for row in changes[1:]:
        try:
            change = change_in(row, rows.names)
            record = change.apply_to(record)
            binned_at = change.binned_at_after(binned_at)
        # A damaged row may raise anything.
        except Exception as error:
            yield f"change {row.version} of its log cannot be made again: {error!r}"
            return
    if match.binned_at != binned_at:
        since = "outside" if match.binned_at is None else "in"
        yield f"it lies {since} the bin, and by its log otherwise"
    yield from _differences(match.record, record)


def _differences(stored: MatchRecord, by_log: MatchRecord) -> Iterator[str]:
    names = [name for name in MatchRecord._fields if name not in ("setup", "entries")]
    for name in names:
        one, other = getattr(stored, name), getattr(by_log, name)
        if one != other:
            yield f"{name} is {one!r}, and by its log {other!r}"
    if stored.setup != by_log.setup:
        goals = (record.setup.game.match.goal for record in (stored, by_log))
        yield "its goal is {}, and by its log {}".format(*goals)
    if len(stored.entries) != len(by_log.entries):
        yield f"it has {len(stored.entries)} rounds, and by its log {len(by_log.entries)}"
    for number, (one, other) in enumerate(zip(stored.entries, by_log.entries, strict=False), 1):
        if one != other:
            yield f"round {number} is not as its log has it"


def _figure_faults(match: Match, rows: MatchRows) -> Iterator[str]:
    """Compare the figures that are kept of a match with its rounds, if it is counted as it is now.

    Otherwise it will be counted soon.
    """
    kept = [row._mapping for row in rows.figures]
    if {(row["version"], row["whole"] is None) for row in kept} != {(match.version, False)}:
        return
    results = (
        match_results(match, [seat.player_id for seat in rows.stored.seats])
        if counts(match)
        else ()
    )
    counted = [*rows_of(results, match.version)]
    if len(kept) != len(counted):
        yield f"it has figures of {len(kept)} seats, and counted again of {len(counted)}"
    names = {seat.position: seat.name for seat in rows.stored.seats}
    for was, now in zip(kept, counted, strict=False):
        yield from _differences_of_figures(names[now["seat"]], was, now)


def _differences_of_figures(
    name: str, kept: Mapping[Any, Any], counted: Mapping[str, Any]
) -> Iterator[str]:
    """Name every stored number that differs from the counted one."""
    for key, value in counted.items():
        if kept[key] != value and key not in _OF_RATINGS:
            yield f"its figures of {name} say {key} {kept[key]}, and counted again {value}"

"""Write another name into matches, in their logs and on their seats.

One change of the kind `player` in each log says that it was done, and raises the version, by which
open pages and caches know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, cast

from sqlalchemy import Table, Update, bindparam, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook.changes import ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.database.notify import notify
from scorekeeper.scorebook.figures.writing import keep_seats
from scorekeeper.scorebook.people.name_log import SIDES, Mention, NameLog, in_parts, name_logs
from scorekeeper.scorebook.people.seating import keys_of, reseat

_CHANGES = cast(Table, models.ChangeRow.__table__)
_SEATS = cast(Table, models.SeatRow.__table__)
_AT_CHANGE = (
    _CHANGES.c.match_id == bindparam("of_match"),
    _CHANGES.c.version == bindparam("to_version"),
)
_AT_SEAT = (
    _SEATS.c.match_id == bindparam("of_match"),
    _SEATS.c.position == bindparam("at_position"),
)

# The places of a name in the log of a match.
Places = Collection[Mention]
Choice = Callable[[NameLog], Places]


def all_of(key: str) -> Choice:
    """Choose every place of a player."""
    return lambda log: log.places_of(key)


def write_name(
    session: Session,
    match_ids: list[int],
    name: str,
    player_id: int,
    sent: Mapping[str, str],
    choose: Choice,
) -> None:
    """Write a name where it is chosen, in logs and on seats, for a player. Raise SameTable.

    `sent` is what the changes that are logged say of the form and the device, by their columns.
    """
    changes: list[tuple[str, dict[str, Any]]] = []
    seats: list[dict[str, Any]] = []
    shifted: dict[int, tuple[str, ...]] = {}
    for log in name_logs(session, match_ids):
        written = log.written({*choose(log)}, name)
        changes += written.changes
        same = [was == now for was, now in zip(written.names_before, written.names, strict=True)]
        seats += [
            {"of_match": log.match_id, "at_position": seat}
            for seat, kept in enumerate(same)
            if not kept
        ]
        keys = zip(same, keys_of(written.names_before), keys_of(written.names), strict=True)
        if any(kept and was != now for kept, was, now in keys):
            # Of two of one name the other one is the first now.
            shifted[log.match_id] = written.names
    for side in SIDES:
        rewritten = update(_CHANGES).where(*_AT_CHANGE).values({side: bindparam("table")})
        _run(session, rewritten, [row for where, row in changes if where == side])
    colour = session.scalars(select(models.PlayerRow.colour).filter_by(id=player_id)).one()
    now = {"name": name, "name_key": folded(name), "player_id": player_id, "colour": colour}
    named = update(_SEATS).where(*_AT_SEAT).values(now)
    _run(session, named, seats)
    for match_id, names in shifted.items():
        reseat(session, match_id, names)
    changed = sorted({row["of_match"] for _side, row in changes})
    _raise_versions(session, changed, sent)
    keep_seats(session, changed)


def _run(session: Session, statement: Update, rows: list[dict[str, Any]]) -> None:
    if rows:
        session.connection().execute(statement, rows)


def _raise_versions(session: Session, match_ids: list[int], sent: Mapping[str, str]) -> None:
    """Log that the names of some matches are others now."""
    match = models.MatchRow
    for ids in in_parts(match_ids):
        session.execute(update(match).where(match.id.in_(ids)).values(version=match.version + 1))
    logged = [
        {
            "match_id": match_id,
            "version": version,
            "kind": ChangeKind.PLAYER,
            **sent,
        }
        for match_id, version in versions_of(session, match_ids).items()
    ]
    if logged:
        session.execute(insert(models.ChangeRow), logged)
    for match_id in match_ids:
        notify(session, match_id)


def versions_of(session: Session, match_ids: list[int]) -> dict[int, int]:
    """Return the version of each of some matches."""
    match = models.MatchRow
    found: dict[int, int] = {}
    for ids in in_parts(match_ids):
        rows = session.execute(select(match.id, match.version).where(match.id.in_(ids)))
        found |= {row.id: row.version for row in rows}
    return found

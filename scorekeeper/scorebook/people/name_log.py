"""The names in the log of a match: where a player's stand, and another in their place.

The log then reads as if the player had had the new name from the start, so that undo, redo, exports
and `check` need not know of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.changes import ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.people.seating import keys_of, player_key, whose

T = TypeVar("T")
SIDES = ("before", "after")
# How many ids one statement asks for: a database takes so many and no more.
AT_ONCE = 500

_ROWS = (
    select(
        models.ChangeRow.match_id,
        models.ChangeRow.version,
        models.ChangeRow.kind,
        models.ChangeRow.before,
        models.ChangeRow.after,
        models.ChangeRow.undoes,
        models.ChangeRow.redoes,
    )
    .where(
        models.ChangeRow.kind.in_(
            (ChangeKind.OPENED, ChangeKind.IMPORTED, ChangeKind.NAMES, ChangeKind.SEATS)
        )
    )
    .order_by(models.ChangeRow.match_id, models.ChangeRow.version)
)


class Mention(NamedTuple):
    """A name in a log: of the change to a version, before or after it, and on which seat."""

    version: int
    side: str
    seat: int


class SameTable(Exception):
    """Two who sat at one table would have one name."""


class Written(NamedTuple):
    """What a log has with another name: who sat there, who sits there, and the `changes`.

    Each has its side, and what is written there: `table`, in the change `to_version` `of_match`.
    """

    changes: list[tuple[str, dict[str, Any]]]
    names_before: tuple[str, ...]
    names: tuple[str, ...]


class NameLog:
    """The changes of a match that have names, or say that two players changed seats."""

    def __init__(self, match_id: int, rows: Sequence[Row[Any]]) -> None:
        self.match_id, self._rows = match_id, rows

    def places_of(self, key: str) -> list[Mention]:
        """List where the name of a player stands."""
        return [
            Mention(row.version, side, seat)
            for row in self._rows
            for side in SIDES
            for seat, other in enumerate(keys_of(_names(row, side)))
            if other == key
        ]

    def followed(self, places: Collection[Mention], until: int) -> set[Mention]:
        """Add to some places, which go up to a version, those of the same player since then."""
        known, seats = set(places), set[int]()
        for row in self._rows:
            if row.kind == ChangeKind.SEATS:
                seats = {_moved(seat, row.after["swap"]) for seat in seats}
                continue
            if row.version > until:
                known.update([*_places_in(row, known, seats)])
            seats = {place.seat for place in known if place[:2] == (row.version, "after")}
        return known

    def written(self, places: Collection[Mention], name: str) -> Written:
        """Return the log with a name in some places. Raise SameTable."""
        changes: list[tuple[str, dict[str, Any]]] = []
        seated, seated_before = [""], [""]
        for row in self._rows:
            if row.kind == ChangeKind.SEATS:
                order = [_moved(seat, row.after["swap"]) for seat in range(len(seated))]
                seated = [seated[seat] for seat in order]
                seated_before = [seated_before[seat] for seat in order]
                continue
            tables = {side: _renamed(row, side, places, name) for side in SIDES}
            seated, seated_before = list(_named(tables["after"])), list(_names(row, "after"))
            changes += [
                (side, {"of_match": self.match_id, "to_version": row.version, "table": table})
                for side, table in tables.items()
                if table != getattr(row, side)
            ]
        return Written(changes, tuple(seated_before), tuple(seated))


def name_logs(session: Session, match_ids: Sequence[int]) -> Iterator[NameLog]:
    """Read the logs of some matches."""
    for ids in in_parts(match_ids):
        rows = session.execute(_ROWS.where(models.ChangeRow.match_id.in_(ids))).all()
        for match_id, log in groupby(rows, key=lambda row: row.match_id):
            yield NameLog(match_id, [*log])


def matches_that_had(session: Session, key: str, owner: str) -> list[int]:
    """Return the ids of matches where a player of an owner sat before the names were changed."""
    change, match = models.ChangeRow, models.MatchRow
    renamed = select(change.match_id, change.before, match.owner).join(
        match, match.id == change.match_id
    )
    renamed = renamed.where(change.kind == ChangeKind.NAMES)
    rows = session.execute(renamed.execution_options(yield_per=AT_ONCE))
    return [
        row.match_id
        for row in rows
        if whose(row.owner) == owner and key in keys_of(_named(row.before))
    ]


def in_parts(ids: Sequence[T]) -> Iterator[Sequence[T]]:
    """Divide ids into as many as one statement takes."""
    return (ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE))


def _named(table: dict[str, Any] | None) -> Sequence[str]:
    return tuple((table or {}).get("names", ()))


def _names(row: Row[Any], side: str) -> Sequence[str]:
    return _named(getattr(row, side))


def _moved(seat: int, swap: Sequence[int]) -> int:
    """Return where the player of a seat sits after two changed seats."""
    one, other = swap
    return {one: other, other: one}.get(seat, seat)


def _places_in(
    row: Row[Any], known: Collection[Mention], seats: Collection[int]
) -> Iterator[Mention]:
    """Find the places of a player in a change, by those before; `seats` is where they sat then."""
    undone = row.undoes or row.redoes
    for place in known if undone else ():
        if place.version == undone:
            other = {"before": "after", "after": "before"}[place.side]
            yield Mention(row.version, other if row.undoes else place.side, place.seat)
    for seat in () if undone else seats:
        yield Mention(row.version, "before", seat)
        if _names(row, "before")[seat] == _names(row, "after")[seat]:
            yield Mention(row.version, "after", seat)


def _renamed(
    row: Row[Any], side: str, places: Collection[Mention], name: str
) -> dict[str, Any] | None:
    """Return what a change has on one side, with a name in some places. Raise SameTable."""
    table: dict[str, Any] | None = getattr(row, side)
    was = _names(row, side)
    names = [
        name if Mention(row.version, side, seat) in places else old for seat, old in enumerate(was)
    ]
    if table is None or names == list(was):
        return table
    if len(set(map(player_key, names))) < len(set(map(player_key, was))):
        raise SameTable
    return {**table, "names": names}

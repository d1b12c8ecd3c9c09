"""The log of a club night in a file, so that what was done last can be undone where it is imported.

People are places in a list of names there, and matches the keys that they have in the file. Changes
that are not of the record stay where they were made, as the logs of matches do: clocks, codes, the
bin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.interchange.match_file import check_name, moment_from
from scorekeeper.interchange.named_json import table_from
from scorekeeper.scorebook.changes import Json
from scorekeeper.scorebook.club.record import NightChange, NightKind, NightRecord, renumbered
from scorekeeper.scorebook.club.rows import NIGHT_LOG
from scorekeeper.scorebook.database.limits import LONGEST_NAME
from scorekeeper.scorebook.people.numbers import players_of_numbers
from scorekeeper.scorebook.people.seating import keys_of, player_key, seated
from scorekeeper.scorebook.round_json import InvalidJson

_LOG, _CHANGE = {"people", "changes"}, {"kind", "before", "after", "undoes", "redoes", "made_at"}
MOST_POINTS = 99_999
_TURNED = ("undoes", "redoes")


def names_in_file(session: Session, numbers: Sequence[int]) -> dict[int, str]:
    """Name everybody a log has; of two who are one by now the second has a number in the name."""
    players = players_of_numbers(session.connection(), numbers)
    names = [players[number].name for number in numbers]
    twice = [
        key.removeprefix(player_key(name)) for key, name in zip(keys_of(names), names, strict=True)
    ]
    return {
        number: name[: LONGEST_NAME - len(again)] + again
        for number, name, again in zip(numbers, names, twice, strict=True)
    }


def log_to_json(
    session: Session, night_id: int, names: Mapping[int, str], keys: Mapping[int, str]
) -> Json:
    """Write the changes of the record of a night, in order; the first is how it began."""
    table = NIGHT_LOG.table
    found = select(table).where(table.c.night_id == night_id).order_by(table.c.version)
    rows = [row for row in session.connection().execute(found) if row.before or row.after]
    place = {row.version: at for at, row in enumerate(rows)}
    person = {number: at for at, number in enumerate(names, start=1)}

    def written(part: Json | None) -> Json:
        return dict(_with_matches(renumbered(part or {}, person), keys.get))

    changes = [
        {
            "kind": row.kind,
            "before": written(row.before),
            "after": written(row.after),
            **{name: place[at] for name in _TURNED if (at := getattr(row, name)) is not None},
            "made_at": row.made_at.isoformat(),
        }
        for row in rows
    ]
    return {"people": [*names.values()], "changes": changes}


def log_from(
    session: Session,
    table: object,
    names: Mapping[str, str],
    matches: Mapping[str, int],
    kept: NightRecord,
) -> list[Json]:
    """Read the columns of a log that leads to the record that is `kept`. Raise InvalidJson."""
    log = table_from(table, _LOG)
    for name in log["people"]:
        check_name(name)
    people = [names.get(player_key(name), name) for name in log["people"]]
    person = dict(enumerate(seated(session, people, ""), start=1))

    def read(part: Json | None) -> Json:
        return dict(_with_matches(renumbered(part or {}, person), lambda key: matches.get(key, 0)))

    columns = [
        {
            "entry_key": f"imported {at}",
            "kind": NightKind(change["kind"]),
            "before": read(change["before"]),
            "after": read(change["after"]),
            **{name: _place(change[name], at) for name in _TURNED if name in change},
            "made_at": moment_from(change, "made_at"),
        }
        for at, change in enumerate(table_from(each, _CHANGE) for each in log["changes"])
    ]
    if _replayed(columns) != kept:
        raise InvalidJson("its log leads to another record")
    return columns


def _with_matches(part: Json, found: Any) -> Iterator[tuple[str, Any]]:
    """Put ids into the place of keys of matches, or keys into that of ids."""
    for key, value in part.items():
        has = isinstance(value, Mapping)
        yield key, {**value, "matches": [*map(found, value["matches"])]} if has else value


def _place(turned: Any, at: int) -> int:
    if type(turned) is not int or not 0 < turned < at:
        raise InvalidJson("a change takes back one before it, by its place in the log")
    return turned


def _replayed(columns: Sequence[Json]) -> NightRecord:
    """Make the changes of a log again. Raise InvalidJson where one does not follow the others."""
    first, *others = columns
    record = NightRecord.from_json(first["after"])
    _check(record, first)
    for each in others:
        after = record.changed_by(NightChange(each["kind"], each["before"], each["after"]))
        if after is None or each["kind"] is NightKind.STARTED:
            raise InvalidJson(f"the change {each['kind']} of its log does not fit")
        _check(record := after, each)
    return record


def _check(record: NightRecord, change: Json) -> None:
    """Look at what a change has made of a record. Raise InvalidJson where that cannot be."""
    written, typed = record.as_json(), filter(None, record.results.values())
    points = [number for result in typed for number in result.points]
    if (
        not record.is_fair
        or any(written.get(key) != value for key, value in change["after"].items())
        or any(type(number) is not int or abs(number) > MOST_POINTS for number in points)
    ):
        raise InvalidJson(f"the change {change['kind']} of its log cannot be")

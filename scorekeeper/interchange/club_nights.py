"""Club nights in a file of many matches: who came, who played whom, and the results.

The file has names for people, and its own keys for matches. The log has indexes into a list of
names. Everything that is not part of the record (clocks, codes, the bin) is not exported, as with
the logs of matches.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.club.draw import How
from scorekeeper.club.standings import ORDERS, By
from scorekeeper.interchange.match_file import (
    IMPORTED,
    check_name,
    check_texts,
    imported_key,
    key_in_file,
    moment_from,
    rules_of,
)
from scorekeeper.interchange.named_json import setup_from, table_from
from scorekeeper.rules.errors import RuleError
from scorekeeper.scorebook.changes import Json
from scorekeeper.scorebook.club.night import FULL, HALF, Settings
from scorekeeper.scorebook.club.night_record import (
    SEATED,
    NightChange,
    NightKind,
    NightRecord,
    with_ids,
)
from scorekeeper.scorebook.club.night_rows import NIGHT_LOG, add_night, night_from, night_row
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME, LONGEST_NOTE
from scorekeeper.scorebook.people.seating import (
    keys_of,
    people_by_id,
    player_key,
    seated,
    whose,
)
from scorekeeper.scorebook.round_json import InvalidJson

_KEY = re.compile("[0-9a-z]{1,40}")
_SETTINGS = {*Settings._fields}
_NIGHT = {"key", "name", "started_at", "game", "rules", "house_rules", "settings", "record", "log"}
_ROUND = {*SEATED, "matches", "typed", "sanctions"}
_LOG, _CHANGE = {"people", "changes"}, {"kind", "before", "after", "undoes", "redoes", "made_at"}
MOST_POINTS = 99_999
_TURNED = ("undoes", "redoes")
_LISTS = ("people", "gone", "pairs")
_OTHERS = ("ended", "decided")


def nights_to_json(
    session: Session, keys: Mapping[int, str], damaged: list[str], owner: str | None = None
) -> list[Json]:
    """Write the nights that are not in the bin, of an owner or all.

    `keys` has the keys of the matches in the file. `damaged` gets a sentence for each night that
    cannot be read.
    """
    row, written = models.ClubNightRow, list[Json]()
    listed = select(row.id).filter_by(binned_at=None).order_by(row.id)
    if owner is not None:
        listed = listed.filter_by(owner=owner)
    for night_id in session.scalars(listed).all():
        try:
            written.append(_to_json(session, session.get_one(row, night_id), keys))
        # A damaged row may raise anything; all others are still exported.
        except Exception as error:
            damaged.append(f"Club night {night_id} cannot be read: {error}")
    return written


def add_nights(
    session: Session,
    listed: object,
    names: Mapping[str, str],
    matches: Mapping[str, int],
    owner: str,
) -> int:
    """Add the new nights of a file for an owner; return how many. Raise InvalidJson.

    `names` has the names here that differ from the file, `matches` the ids by key.
    """
    if not isinstance(listed, list):
        raise InvalidJson("club_nights is a list")
    row, new = models.ClubNightRow, 0
    here = select(row.entry_key).filter_by(**({"owner": owner} if whose(owner) else {}))
    known = {_key(entry_key) for entry_key in session.scalars(here)}
    for number, request in enumerate(listed, start=1):
        try:
            table = _checked(request)
            if table["key"] not in known:
                _add(session, table, names, matches, owner)
                new += 1
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, RuleError) as error:
            raise InvalidJson(f"club night {number} is not as it was written: {error}") from error
    return new


def _key(entry_key: str) -> str:
    if entry_key.startswith(IMPORTED):
        return key_in_file(entry_key)
    return sha256(entry_key.encode()).hexdigest()[:32]


def _to_json(session: Session, row: models.ClubNightRow, keys: Mapping[int, str]) -> Json:
    night = night_from(session, row)
    others = {person.player_id for person in row.people}.difference(night.record.people)
    names = _names_in_file(session, [*night.record.people, *sorted(others)])
    named = with_ids(night.record.as_json(), dict[int, Any](names))
    rounds = [value for name, value in named.items() if name not in (*_LISTS, *_OTHERS)]
    settings = {**night.settings._asdict(), "season": [*night.settings.season]}
    return {
        "key": _key(row.entry_key),
        "name": night.name,
        "started_at": night.created_at.isoformat(),
        "game": night.game.id,
        **rules_of(night.game),
        "settings": {**settings, "how": str(night.settings.how)},
        "record": {
            **{name: named[name] for name in (*_LISTS, *_OTHERS)},
            "rounds": [
                {**each, "matches": [keys.get(match_id) for match_id in each["matches"]]}
                for each in rounds
            ],
        },
        "log": _log_to_json(session, night.id, names, keys),
    }


def _checked(request: object) -> Mapping[str, Any]:
    """Check the keys and texts of a night. Raise InvalidJson."""
    table = table_from(request, _NIGHT)
    check_texts(table)
    table_from(table["settings"], _SETTINGS)
    record = table_from(table["record"], {*_LISTS, *_OTHERS, "rounds"})
    for each in record["rounds"]:
        table_from(each, _ROUND)
    for name in (table["name"], *record["people"]):
        check_name(name)
    if not _KEY.fullmatch(table["key"]):
        raise InvalidJson("key is a text of at most 40 letters and digits that names the night")
    return table


def _settings(table: Mapping[str, Any]) -> Settings:
    read = Settings(**{**table, "how": How(table["how"]), "season": tuple(table["season"])})
    numbers = (read.rounds, read.tables, read.alone, read.best_of, read.groups, *read.season)
    if not all(type(number) is int and 0 <= number <= 9999 for number in numbers):
        raise InvalidJson("rounds, tables, alone, best_of, groups and season are numbers")
    if read.order not in ORDERS or len(read.until) > 5 or read.bye not in (HALF, FULL):
        raise InvalidJson(f"order is one of {', '.join(ORDERS)}, and until a time")
    return read


def _add(
    session: Session,
    table: Mapping[str, Any],
    names: Mapping[str, str],
    matches: Mapping[str, int],
    owner: str,
) -> None:
    record, key = table["record"], table["key"]
    people = [names.get(player_key(name), name) for name in record["people"]]
    number = dict(zip(record["people"], seated(session, people, owner), strict=True))
    settings = _settings(table["settings"])
    seats = tuple(map(str, range(settings.alone or 4)))
    game = setup_from({**table, "partners": not settings.alone}, seats).game
    kept = NightRecord.from_json(
        {
            **{name: _numbered(record[name], number) for name in _LISTS},
            "ended": bool(record["ended"]),
            "decided": [[number[name], str(how)] for name, how in record.get("decided", ())],
            **dict(_rounds(record["rounds"], number, matches)),
        }
    )
    _check(kept)
    entry_key = imported_key(key, owner)
    row = night_row(table["name"], game, settings, entry_key, owner, kept)
    row.key, row.created_at = token_urlsafe(12), moment_from(table, "started_at")
    log = _log_from(session, table["log"], names, matches, kept, owner) if "log" in table else []
    add_night(session, row, log)


def _numbered(value: Any, number: Mapping[str, int]) -> Any:
    return [_numbered(each, number) for each in value] if type(value) is list else number[value]


def _rounds(
    rounds: Sequence[Any], number: Mapping[str, int], matches: Mapping[str, int]
) -> Iterator[tuple[str, Json]]:
    for at, each in enumerate(rounds, start=1):
        seated = {name: _numbered(each.get(name, []), number) for name in SEATED}
        tables = seated["tables"]
        alike = {len(side) for side in chain(*tables)}
        if alike - {1, 2} or len(alike) > 1 or not all(len(sides) > 1 for sides in tables):
            raise InvalidJson("a table has two sides of two, or some who play alone")
        played = [matches.get(key or "", 0) for key in each["matches"]]
        if played and not len(played) == len(each["typed"]) == len(tables):
            raise InvalidJson("a round has a match and a result for each table")
        typed = [
            None if result is None else _typed(result, len(sides))
            for result, sides in zip(each["typed"], tables, strict=False)
        ]
        sanctions = {name: each[name] for name in ("sanctions",) if name in each}
        yield f"round {at}", {**seated, "matches": played, "typed": typed, **sanctions}


def _typed(result: Mapping[str, Any], sides: int) -> Json:
    table = table_from(result, {"points", "by", "winner"})
    points, winner = [int(each) for each in table["points"]], table["winner"]
    known = (*range(sides), None)
    if len(points) != sides or max(map(abs, points)) > MOST_POINTS or winner not in known:
        raise InvalidJson("a result has the points of all sides, and who won")
    return {
        "points": points,
        "by": str(By(table["by"])),
        "winner": winner,
    }


def _names_in_file(session: Session, numbers: Sequence[int]) -> dict[int, str]:
    """Name all people in a log; if two are now one player, the second gets a number."""
    players = people_by_id(session.connection(), numbers)
    names = [players[number].name for number in numbers]
    twice = [
        key.removeprefix(player_key(name)) for key, name in zip(keys_of(names), names, strict=True)
    ]
    return {
        number: name[: LONGEST_NAME - len(again)] + again
        for number, name, again in zip(numbers, names, twice, strict=True)
    }


def _log_to_json(
    session: Session, night_id: int, names: Mapping[int, str], keys: Mapping[int, str]
) -> Json:
    """Write the changes of the record of a night, in order; the first is how it began."""
    table = NIGHT_LOG.table
    found = select(table).where(table.c.night_id == night_id).order_by(table.c.version)
    rows = [row for row in session.connection().execute(found) if row.before or row.after]
    place = {row.version: at for at, row in enumerate(rows)}
    person = {number: at for at, number in enumerate(names, start=1)}

    def written(part: Json | None) -> Json:
        return dict(_with_matches(with_ids(part or {}, person), keys.get))

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


def _log_from(
    session: Session,
    table: object,
    names: Mapping[str, str],
    matches: Mapping[str, int],
    kept: NightRecord,
    owner: str,
) -> list[Json]:
    """Read the columns of a log that leads to the record that is `kept`. Raise InvalidJson."""
    log = table_from(table, _LOG)
    for name in log["people"]:
        check_name(name)
    people = [names.get(player_key(name), name) for name in log["people"]]
    person = dict(enumerate(seated(session, people, owner), start=1))

    def read(part: Json | None) -> Json:
        return dict(_with_matches(with_ids(part or {}, person), lambda key: matches.get(key, 0)))

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
    """Replace the keys of matches by ids, or ids by keys."""
    for key, value in part.items():
        has = isinstance(value, Mapping)
        yield key, {**value, "matches": [*map(found, value["matches"])]} if has else value


def _place(turned: Any, at: int) -> int:
    if type(turned) is not int or not 0 < turned < at:
        raise InvalidJson("a change takes back one before it, by its place in the log")
    return turned


def _replayed(columns: Sequence[Json]) -> NightRecord:
    """Apply the changes of a log again. Raise InvalidJson if one does not follow the others."""
    first, *others = columns
    record = NightRecord.from_json(first["after"])
    _check(record, first["after"])
    for each in others:
        after = record.changed_by(NightChange(each["kind"], each["before"], each["after"]))
        if after is None or each["kind"] is NightKind.STARTED:
            raise InvalidJson(f"the change {each['kind']} of its log does not fit")
        _check(record := after, each["after"])
    return record


def _check(record: NightRecord, after: Json | None = None) -> None:
    """Check a record, and the result of a change of it. Raise InvalidJson."""
    written, typed = record.as_json(), filter(None, record.results.values())
    sanctions = [sanction for each in record.rounds for sanction in each.sanctions]
    numbers = [number for result in typed for number in result.points]
    numbers += [number for sanction in sanctions for number in sanction[:3]]
    if (
        not record.is_fair
        or any(written.get(key) != value for key, value in (after or {}).items())
        or any(type(number) is not int or abs(number) > MOST_POINTS for number in numbers)
        or any(len(str(sanction.reason)) > LONGEST_NOTE for sanction in sanctions)
    ):
        raise InvalidJson("somebody is drawn twice, or a change of its log cannot be")

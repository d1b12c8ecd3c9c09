"""Club nights in a file of many matches: who came, who played whom, and what came of it.

People are their names there, and matches the keys that they have in the file. The log of a night
stays where it was made, as that of a match does.
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
from scorekeeper.interchange.match_file import check_name, check_texts, moment_from, rules_of
from scorekeeper.interchange.named_json import setup_from, table_from
from scorekeeper.rules.errors import RuleError
from scorekeeper.scorebook.changes import Json
from scorekeeper.scorebook.club.night import FULL, HALF, ClubNight, Settings
from scorekeeper.scorebook.club.record import SEATED, NightRecord, renumbered
from scorekeeper.scorebook.club.rows import add_night, night_from, night_row
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.people.seating import player_key, seated
from scorekeeper.scorebook.round_json import InvalidJson

_IMPORTED = "imported "
_KEY = re.compile("[0-9a-z]{1,40}")
_SETTINGS = {*Settings._fields}
_NIGHT = {"key", "name", "started_at", "game", "rules", "house_rules", "settings", "record"}
_ROUND = {*SEATED, "matches", "typed"}
_LISTS = ("people", "gone", "pairs")
_OTHERS = ("ended", "decided")


def nights_to_json(session: Session, keys: Mapping[int, str]) -> list[Json]:
    """Write the nights that are not in the bin; `keys` has those of the matches in the file."""
    row = models.ClubNightRow
    found = session.scalars(select(row).where(row.binned_at.is_(None)).order_by(row.id)).all()
    return [_to_json(night_from(session, each), _key(each.entry_key), keys) for each in found]


def add_nights(
    session: Session, listed: object, names: Mapping[str, str], matches: Mapping[str, int]
) -> None:
    """Add the nights of a file that are not here. Raise InvalidJson.

    `names` has what those are called here who are called otherwise, `matches` the ids by keys.
    """
    if not isinstance(listed, list):
        raise InvalidJson("club_nights is a list")
    row = models.ClubNightRow
    known = {_key(entry_key) for entry_key in session.scalars(select(row.entry_key))}
    for number, request in enumerate(listed, start=1):
        try:
            table = _checked(request)
            if table["key"] not in known:
                _add(session, table, names, matches)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, RuleError) as error:
            raise InvalidJson(f"club night {number} is not as it was written: {error}") from error


def _key(entry_key: str) -> str:
    if entry_key.startswith(_IMPORTED):
        return entry_key.removeprefix(_IMPORTED)
    return sha256(entry_key.encode()).hexdigest()[:32]


def _to_json(night: ClubNight, key: str, keys: Mapping[int, str]) -> Json:
    named = renumbered(night.record.as_json(), dict[int, Any](night.names))
    rounds = [value for name, value in named.items() if name not in (*_LISTS, *_OTHERS)]
    settings = {**night.settings._asdict(), "season": [*night.settings.season]}
    return {
        "key": key,
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
    }


def _checked(request: object) -> Mapping[str, Any]:
    """Check the texts of a night, and that it has no others than these."""
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
) -> None:
    record, key = table["record"], table["key"]
    people = [names.get(player_key(name), name) for name in record["people"]]
    number = dict(zip(record["people"], seated(session, people, ""), strict=True))
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
    if not kept.is_fair:
        raise InvalidJson("somebody is drawn twice")
    entry_key = f"{_IMPORTED}{key}"
    row = night_row(table["name"], game, settings, entry_key, "", kept)
    row.key, row.created_at = token_urlsafe(12), moment_from(table, "started_at")
    add_night(session, row)


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
        yield f"round {at}", {**seated, "matches": played, "typed": typed}


def _typed(result: Mapping[str, Any], sides: int) -> Json:
    table = table_from(result, {"points", "by", "winner", "slip"})
    points, winner = [int(each) for each in table["points"]], table["winner"]
    if (
        len(points) != sides
        or max(map(abs, points)) > 99_999
        or winner not in (*range(sides), None)
    ):
        raise InvalidJson("a result has the points of all sides, and who won")
    return {
        "points": points,
        "by": str(By(table["by"])),
        "winner": winner,
        "slip": table.get("slip") is True,
    }

"""Parse nested tables into frozen dataclasses; errors carry the path of the key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.options import Within
from scorekeeper.rules.rounds import parse_tile
from scorekeeper.rules.tiles import Tile

T = TypeVar("T")


def read_table(cls: type[T], data: object, path: str = "") -> T:
    """Build the dataclass `cls` from a table whose keys are its field names.

    Raise RuleError with the path of the key: unknown_key, missing_key, wrong_type, out_of_range.
    """
    table = _expect(data, dict, path, "a table")
    known = {field.name: field for field in fields(cast(Any, cls)) if field.init}
    for key in table:
        if key not in known:
            raise RuleError(Code.UNKNOWN_KEY, key=_join(path, str(key)), known=tuple(known))
    types = _hints(cast(Any, cls))
    values = {}
    for name, field in known.items():
        if name in table:
            bounds = field.metadata.get("within", Within())
            values[name] = _read(types[name], table[name], _join(path, name), bounds)
        elif _is_required(field):
            raise RuleError(Code.MISSING_KEY, key=_join(path, name))
    return cls(**values)


def merge(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with changes: nested tables are merged key by key, other values replaced.

    >>> merge({"match": {"goal": 100, "test": "reach"}}, {"match": {"goal": 150}})
    {'match': {'goal': 150, 'test': 'reach'}}
    """
    merged = dict(base)
    for key, value in changes.items():
        below = merged.get(key)
        both_tables = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = merge(cast(Mapping[str, Any], below), value) if both_tables else value
    return merged


_PLAYERS = re.compile(r"0|[1-9][0-9]?")


# Resolving annotations is most of the cost of reading a game, and they never change.
@lru_cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


def _read(kind: Any, value: object, path: str, bounds: Within) -> object:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        # One value, or a table of values by number of players.
        single, by_players = get_args(kind)
        return _read(by_players if isinstance(value, dict) else single, value, path, bounds)
    if origin is tuple:
        items = _expect(value, list, path, "a list")
        element = get_args(kind)[0]
        return tuple(
            _read(element, item, f"{path}[{place}]", bounds) for place, item in enumerate(items)
        )
    if origin is Mapping:
        table = _expect(value, dict, path, "a table")
        key_kind, element = get_args(kind)
        return MappingProxyType(
            {
                _key(key_kind, key, path): _read(element, item, _join(path, str(key)), bounds)
                for key, item in table.items()
            }
        )
    if kind is Tile:
        return _tile(value, path)
    if is_dataclass(kind):
        return read_table(cast(type[Any], kind), value, path)
    if issubclass(kind, StrEnum):
        return _choice(kind, value, path)
    if kind is bool:
        return _yes_or_no(value, path)
    if kind is int:
        return _within(_expect(value, int, path, "a whole number"), path, bounds)
    return _expect(value, kind, path, "a text")


def _expect(value: object, kind: type[T], path: str, name: str) -> T:
    # In Python a bool is an int; in a game's file `points = true` is a mistake.
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RuleError(Code.WRONG_TYPE, key=path, expected=name)
    return value


def _within(number: int, path: str, bounds: Within) -> int:
    if not bounds.least <= number <= bounds.most:
        raise RuleError(Code.OUT_OF_RANGE, key=path, least=bounds.least, most=bounds.most)
    return number


def _choice(kind: type[StrEnum], value: object, path: str) -> StrEnum:
    if value not in tuple(kind):
        raise RuleError(Code.OUT_OF_RANGE, key=path, allowed=tuple(map(str, kind)))
    return kind(cast(str, value))


def _yes_or_no(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise RuleError(Code.WRONG_TYPE, key=path, expected="true or false")
    return value


def _tile(value: object, path: str) -> Tile:
    try:
        return parse_tile(_expect(value, str, path, "a tile"))
    except RuleError as error:
        raise RuleError(Code.WRONG_TYPE, key=path, expected="a tile such as 6-4") from error


def _key(kind: Any, key: object, path: str) -> object:
    return _tile(key, _join(path, str(key))) if kind is Tile else _players(key, path)


def _players(key: object, path: str) -> int:
    # "04" beside "4" would be two keys for the same number.
    if not (isinstance(key, str) and _PLAYERS.fullmatch(key)):
        raise RuleError(Code.WRONG_TYPE, key=_join(path, str(key)), expected="a number of players")
    return _within(int(key), _join(path, key), Within(least=2, most=99))


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key

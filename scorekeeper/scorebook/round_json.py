"""Rounds as JSON, for the database; with names for seats (named_json.py) also for files.

A hand is a list of tiles (`["1-2", "2-4"]`), a number (its pips; 0 is an empty hand), a table
where more is known of a counted hand (`{"pips": 17, "count": 3, "lightest": "1-2"}`), or null where
it was not entered. A round is a table of `hands` (a list by seat) and, where known, `opener`,
`blocker` (seats, from 0), `ends` (two numbers), `events` (a list of a name or `{"name", "seat"}`),
`tally` (points made in play, a list by seat: each a list of its scores, or a number where there is
one or only the sum is known), `order` (the seats in the order in which they scored),
`last_tile_scored` (true or false), `boneyard` (a list of tiles), `plays` (a list of
`[seat, tile]`), `points` instead of hands (a list by side, null for one that is not named) and
`corrections` (a list of `{"side", "points", "note"}`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache
from hashlib import sha256
from typing import Any, TypeGuard, TypeVar, cast

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.round_entry import (
    Correction,
    Event,
    Play,
    Round,
    parse_tile,
    points_by_side,
)
from scorekeeper.rules.tiles_and_hands import AnyHand, Hand, NotEntered, PipsHand, Tile

T = TypeVar("T")
U = TypeVar("U")

_TILE_SHAPE = 'a tile is a text such as "6-4"'
_EVENT_SHAPE = 'an event is the name of a bonus, or {"name", "seat"}'
_HAND_KEYS = {"pips", "count", "lightest"}
ROUND_KEYS = {field.name for field in fields(Round)}

# Matches have the same few tiles again and again.
_parse_tile = lru_cache(1024)(parse_tile)


@lru_cache(1024)
def _hand(tiles: tuple[str, ...]) -> Hand:
    # The log of a match repeats the hands of its rounds.
    return Hand(tuple(map(_parse_tile, tiles)))


class InvalidJson(ValueError):
    """A JSON value does not have the shape it should; the message says what is expected."""


class Unreadable(list[RuleError]):
    """The parts of a round that cannot be read, while the others are."""

    def attempt(self, read: Callable[..., T], *values: Any, otherwise: U) -> T | U:
        """Read a part of a round; note what is wrong with it."""
        try:
            return read(*values)
        except RuleError as fault:
            self.append(fault)
            return otherwise


def hand_from_json(value: object, seat: int) -> AnyHand:
    """Read a hand. Raise InvalidJson, or RuleError (unreadable_tile) naming the seat."""
    if value is None:
        return NotEntered()
    if isinstance(value, list):
        if not {*map(type, value)} <= {str}:
            raise InvalidJson(_TILE_SHAPE)
        try:
            return _hand(tuple(value))
        except RuleError as error:
            raise error.in_hand_of(seat) from error
    if _is_number(value):
        return PipsHand(value)
    if not isinstance(value, Mapping) or not value.keys() <= _HAND_KEYS or "pips" not in value:
        raise InvalidJson('a hand is a list of tiles, a number, or {"pips", "count", "lightest"}')
    pips, count, lightest = value["pips"], value.get("count"), value.get("lightest")
    if not _is_number(pips) or not (count is None or _is_number(count)):
        raise InvalidJson("the pips and the count of a hand are whole numbers")
    return PipsHand(pips, count, None if lightest is None else read_tile(lightest, seat))


def read_tile(text: object, seat: int) -> Tile:
    """Read a tile of a seat's hand. Raise InvalidJson, or RuleError (unreadable_tile)."""
    if not isinstance(text, str):
        raise InvalidJson(_TILE_SHAPE)
    try:
        return _parse_tile(text)
    except RuleError as error:
        raise error.in_hand_of(seat) from error


def round_from_json(record: object) -> Round:
    """Read a round. Raise InvalidJson, or RuleError (unreadable_tile) naming the seat."""
    if not isinstance(record, Mapping) or not record.keys() <= ROUND_KEYS:
        raise InvalidJson(f"a round is a table of {', '.join(sorted(ROUND_KEYS))}")
    # Most rounds have two or three of the keys.
    played = Round(**{key: _READ[key](each) for key, each in record.items() if each is not None})
    if played.order and not played.has_order:
        raise InvalidJson("the order has everybody as often as they scored in the tally")
    return played


def round_to_json(played: Round) -> dict[str, object]:
    """Write a round, such that `round_from_json` reads the same round again."""
    record: dict[str, object] = {
        "hands": [_hand_to_json(hand) for hand in played.hands],
        "opener": played.opener,
        "blocker": played.blocker,
        "ends": None if played.ends is None else list(played.ends),
        "events": [
            event.name if event.seat is None else event._asdict() for event in played.events
        ],
        "tally": [_scores_to_json(scores) for scores in played.tally],
        "order": list(played.order),
        "last_tile_scored": played.last_tile_scored,
        "plays": [[play.seat, str(play.tile)] for play in played.plays],
        "points": list(played.points),
        "corrections": [correction._asdict() for correction in played.corrections],
        "boneyard": None if played.boneyard is None else list(map(str, played.boneyard)),
    }
    return {key: value for key, value in record.items() if value not in (None, [])}


def fingerprint(played: Round) -> str:
    """Return 16 hex digits that differ from those of every other round."""
    return sha256(json.dumps(round_to_json(played), sort_keys=True).encode()).hexdigest()[:16]


def _hand_to_json(hand: AnyHand) -> object:
    if isinstance(hand, NotEntered):
        return None
    if isinstance(hand, Hand):
        return [str(tile) for tile in hand.tiles]
    if hand.count is None and hand.lightest is None:
        return hand.pips
    lightest = None if hand.lightest is None else str(hand.lightest)
    facts = {"pips": hand.pips, "count": hand.count, "lightest": lightest}
    return {key: value for key, value in facts.items() if value is not None}


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise InvalidJson(f"the {what} of a round are a list")
    return value


def _hands_from(value: object) -> tuple[AnyHand, ...]:
    hands = enumerate(_list(value, "hands"))
    return tuple([hand_from_json(hand, seat) for seat, hand in hands])


def _number_from(record: Mapping[str, object], key: str) -> int | None:
    value = record.get(key)
    return None if value is None else _number(value, f"the {key} of a round")


def _ends_from(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise InvalidJson("the ends of a round are two numbers")
    return _number(value[0], "an end"), _number(value[1], "an end")


def _event_from(value: object) -> Event:
    if isinstance(value, str):
        return Event(value)
    table = _table_from(value, {"name", "seat"}, _EVENT_SHAPE)
    name = table.get("name")
    if not isinstance(name, str):
        raise InvalidJson(_EVENT_SHAPE)
    return Event(name, _number_from(table, "seat"))


def _scores_from(value: object) -> tuple[int, ...]:
    """Read what a seat scored in play; no score if nothing."""
    scores = value if isinstance(value, list) else [value]
    numbers = (_number(points, "what is scored in play, at once or in all,") for points in scores)
    return tuple(points for points in numbers if points)


def _scores_to_json(scores: tuple[int, ...]) -> object:
    return list(scores) if len(scores) > 1 else sum(scores)


def _yes_or_no(value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidJson("last_tile_scored is true or false")
    return value


def _boneyard_from(value: object) -> tuple[Tile, ...]:
    try:
        return tuple(_parse_tile(_text(tile)) for tile in _list(value, "sleeping tiles"))
    except RuleError as error:
        raise InvalidJson('the boneyard has tiles such as "6-4"') from error


def plays_from(record: Mapping[str, object]) -> tuple[Play, ...]:
    value = record.get("plays")
    return () if value is None else tuple(map(_play_from, _list(value, "plays")))


def _play_from(value: object) -> Play:
    if not isinstance(value, list) or len(value) != 2:
        raise InvalidJson('a play is a seat and a tile, as in [0, "6-4"]')
    seat = _number(value[0], "the seat of a play")
    return Play(seat, read_tile(value[1], seat))


def _points_from(value: object) -> tuple[int | None, ...]:
    points = _list(value, "points")
    if not all(each is None or _is_number(each) for each in points):
        raise InvalidJson("the points of a side are a whole number")
    return points_by_side(cast("list[int | None]", points))


def _correction_from(value: object) -> Correction:
    shape = 'a correction is {"side", "points", "note"}'
    table = _table_from(value, {"side", "points", "note"}, shape)
    return Correction(
        _number(table.get("side"), "the side of a correction"),
        _number(table.get("points"), "the points of a correction"),
        _text(table.get("note", "")),
    )


def _table_from(value: object, keys: set[str], shape: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or not value.keys() <= keys:
        raise InvalidJson(shape)
    return value


def _number(value: object, what: str) -> int:
    if not _is_number(value):
        raise InvalidJson(f"{what} is a whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise InvalidJson("names and notes are texts")
    return value


def _is_number(value: object) -> TypeGuard[int]:
    # JSON's true is an int to Python.
    return isinstance(value, int) and not isinstance(value, bool)


_READ: Mapping[str, Callable[[object], Any]] = {
    "hands": _hands_from,
    "opener": lambda value: _number(value, "the opener of a round"),
    "blocker": lambda value: _number(value, "the blocker of a round"),
    "ends": _ends_from,
    "events": lambda value: tuple(map(_event_from, _list(value, "events"))),
    "tally": lambda value: tuple(map(_scores_from, _list(value, "tally"))),
    "order": lambda value: tuple(
        _number(each, "a seat that scored") for each in _list(value, "order")
    ),
    "last_tile_scored": _yes_or_no,
    "boneyard": _boneyard_from,
    "plays": lambda value: plays_from({"plays": value}),
    "points": _points_from,
    "corrections": lambda value: tuple(map(_correction_from, _list(value, "corrections"))),
}

"""Rounds as JSON: the one shape that is stored, scored and replayed.

A hand is a list of tiles (`["1-2", "2-4"]`), a number (its pips), or a table where more is known
of a counted hand (`{"pips": 17, "count": 3, "lightest": "1-2"}`). A round is a table of `hands` (a
list by seat) and, where somebody said so, `opener`, `blocker` (seats, from 0) and `events`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from scorekeeper.rules import Hand, PipsHand, Round, RuleError, Tile

_HAND_KEYS = {"pips", "count", "lightest"}
_ROUND_KEYS = {"hands", "opener", "blocker", "events"}


class Unreadable(ValueError):
    """Say why a JSON value does not have the shape of a round."""


def hand_from(value: object, seat: int) -> Hand | PipsHand:
    """Read a hand. Raise Unreadable, or RuleError (unreadable_tile) naming the seat."""
    if isinstance(value, list):
        return Hand(tuple(tile_from(text, seat) for text in value))
    if _is_number(value):
        return PipsHand(value)
    if not isinstance(value, Mapping) or not value.keys() <= _HAND_KEYS or "pips" not in value:
        raise Unreadable('a hand is a list of tiles, a number, or {"pips", "count", "lightest"}')
    pips, count, lightest = value["pips"], value.get("count"), value.get("lightest")
    if not _is_number(pips) or not (count is None or _is_number(count)):
        raise Unreadable("the pips and the count of a hand are whole numbers")
    return PipsHand(pips, count, None if lightest is None else tile_from(lightest, seat))


def tile_from(text: object, seat: int) -> Tile:
    """Read a tile of a seat's hand. Raise Unreadable, or RuleError (unreadable_tile)."""
    if not isinstance(text, str):
        raise Unreadable('a tile is a text such as "6-4"')
    try:
        return Tile.parse(text)
    except RuleError as error:
        raise error.in_hand_of(seat) from error


def round_from(record: object) -> Round:
    """Read a round. Raise Unreadable, or RuleError (unreadable_tile) naming the seat."""
    if not isinstance(record, Mapping) or not record.keys() <= _ROUND_KEYS:
        raise Unreadable(f"a round is a table of {', '.join(sorted(_ROUND_KEYS))}")
    hands, events = record.get("hands"), record.get("events")
    if events is None:
        events = []
    if not isinstance(hands, list):
        raise Unreadable("the hands of a round are a list, one a seat")
    if not isinstance(events, list) or not all(isinstance(event, str) for event in events):
        raise Unreadable("the events of a round are a list of names")
    return Round(
        hands=tuple(hand_from(value, seat) for seat, value in enumerate(hands)),
        opener=_seat_from(record, "opener"),
        blocker=_seat_from(record, "blocker"),
        events=tuple(events),
    )


def record_of(played: Round) -> dict[str, object]:
    """Write a round, such that `round_from` reads the same round again."""
    record: dict[str, object] = {"hands": [_record_of_hand(hand) for hand in played.hands]}
    if played.opener is not None:
        record["opener"] = played.opener
    if played.blocker is not None:
        record["blocker"] = played.blocker
    if played.events:
        record["events"] = list(played.events)
    return record


def _record_of_hand(hand: Hand | PipsHand) -> object:
    if isinstance(hand, Hand):
        return [str(tile) for tile in hand.tiles]
    if hand.count is None and hand.lightest is None:
        return hand.pips
    lightest = None if hand.lightest is None else str(hand.lightest)
    return {"pips": hand.pips, "count": hand.count, "lightest": lightest}


def _seat_from(record: Mapping[str, object], key: str) -> int | None:
    seat = record.get(key)
    if seat is not None and not _is_number(seat):
        raise Unreadable(f"the {key} of a round is a seat")
    return seat


def _is_number(value: object) -> TypeGuard[int]:
    # JSON's true is an int to Python.
    return isinstance(value, int) and not isinstance(value, bool)

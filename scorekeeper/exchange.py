"""Score rounds and replay matches given as JSON, for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.records import Unreadable, round_from
from scorekeeper.rules import (
    Code,
    Round,
    RoundScore,
    RuleError,
    Setup,
    Standing,
    load_game,
    score_round,
)
from scorekeeper.words import Teller, told

_TABLE_KEYS = {"game", "house_rules", "seats", "partners"}
_ROUND_KEYS = {"hands", "opener", "blocker", "events", "round_no"}

Reply = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refused(Exception):
    """Carry the reply to an entry the rules do not allow."""

    reply: Reply


def score(request: object) -> Reply:
    """Score one round. Raise Unreadable, or Refused with the error to print."""
    table = _table(request, _ROUND_KEYS)
    seats = _seats(table)
    try:
        setup = _setup(table, seats)
        scored = score_round(setup, _round(table, seats))
    except RuleError as error:
        raise Refused({"error": _error(error, seats)}) from error
    return _scored(Teller(setup, seats), scored)


def replay(request: object) -> Reply:
    """Play a match again from its rounds. Raise Unreadable, or Refused naming the round."""
    table = _table(request, {"goal", "rounds"})
    seats, entries = _seats(table), table.get("rounds", [])
    if not isinstance(entries, list):
        raise Unreadable("rounds is a list, one entry a round")
    try:
        setup = _setup(table, seats)
    except RuleError as error:
        raise Refused({"error": _error(error, seats)}) from error
    teller, standing = Teller(setup, seats), Standing.start(setup)
    rounds = []
    for number, entry in enumerate(entries, start=1):
        try:
            played = _round(_table(entry, _ROUND_KEYS, alone=True), seats)
            scored = score_round(setup, played)
            standing = standing.after(played, scored)
        except RuleError as error:
            raise Refused({"error": {**_error(error, seats), "round": number}}) from error
        except Unreadable as error:
            raise Unreadable(f"round {number}: {error}") from error
        rounds.append(_replayed(teller, number, scored, standing))
    return {
        "rounds": rounds,
        "totals": _by_side(teller, standing.totals),
        "over": standing.over,
        "winner": _side_names(teller, standing.winner),
    }


def _table(request: object, more: set[str], *, alone: bool = False) -> Mapping[str, Any]:
    known = more if alone else _TABLE_KEYS | more
    if not isinstance(request, Mapping):
        raise Unreadable("expected a JSON object")
    unknown = sorted(request.keys() - known)
    if unknown:
        raise Unreadable(f"unknown key {unknown[0]!r}; known here: {', '.join(sorted(known))}")
    return request


def _seats(table: Mapping[str, Any]) -> tuple[str, ...]:
    seats = table.get("seats")
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise Unreadable("seats is a list of names, in order of play")
    return tuple(seats)


def _setup(table: Mapping[str, Any], seats: tuple[str, ...]) -> Setup:
    game_id, partners = table.get("game"), table.get("partners")
    if not isinstance(game_id, str) or not isinstance(partners, bool | None):
        raise Unreadable("game is a game's id, partners is true or false")
    changes = table.get("house_rules")
    if not isinstance(changes, dict | None):
        raise Unreadable("house_rules is a table of a game's keys")
    for name in seats:
        if seats.count(name) > 1:
            raise RuleError(Code.SAME_NAME_TWICE, name=name)
    game = load_game(game_id).with_house_rules(changes or {})
    if table.get("goal") is not None:
        game = game.with_house_rules({"match": {"goal": table["goal"]}})
    return Setup.of(game, len(seats), partners)


def _round(entry: Mapping[str, Any], seats: tuple[str, ...]) -> Round:
    hands = entry.get("hands")
    if not isinstance(hands, Mapping):
        raise Unreadable("hands is a table: what is left in each seat's hand")
    for name in hands:
        _seat(name, seats)
    for seat, name in enumerate(seats):
        if hands.get(name) is None:
            raise RuleError(Code.MISSING_HAND, seats=(seat,))
    number = entry.get("round_no")
    if number is not None and (type(number) is not int or number < 1):
        raise Unreadable("round_no is a whole number from 1")
    record = {"hands": [hands[name] for name in seats], "events": entry.get("events")}
    for key in ("opener", "blocker"):
        name = entry.get(key)
        record[key] = None if name is None else _seat(name, seats)
    return round_from(record)


def _seat(name: object, seats: tuple[str, ...]) -> int:
    if name not in seats:
        raise RuleError(Code.UNKNOWN_SEAT, seat=name)
    return seats.index(str(name))


def _scored(teller: Teller, scored: RoundScore) -> Reply:
    return {
        "ending": scored.ending,
        "winner": _side_names(teller, scored.winning_side),
        "sides": [
            {"seats": _side_names(teller, side), "pips": pips, "points": points}
            for side, (pips, points) in enumerate(zip(scored.pips, scored.points, strict=True))
        ],
        "reasons": [teller.headline(scored), *teller.reasons(scored)],
        "warnings": [],
    }


def _replayed(teller: Teller, number: int, scored: RoundScore, standing: Standing) -> Reply:
    reply = _scored(teller, scored)
    return {
        "number": number,
        "ending": reply["ending"],
        "winner": reply["winner"],
        "points": _by_side(teller, scored.points),
        "totals": _by_side(teller, standing.totals),
        "reasons": reply["reasons"],
    }


def _by_side(teller: Teller, numbers: tuple[int, ...]) -> dict[str, int]:
    return {teller.label(side): number for side, number in enumerate(numbers)}


def _side_names(teller: Teller, side: int | None) -> list[str] | None:
    if side is None:
        return None
    return [teller.names[seat] for seat in teller.setup.sides[side]]


def _error(error: RuleError, seats: tuple[str, ...]) -> Reply:
    return {
        "code": error.code,
        "message": told(error, seats),
        "tiles": [str(tile) for tile in error.tiles],
        "seats": [seats[seat] for seat in error.seats],
    }

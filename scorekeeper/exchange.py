"""Score rounds and replay matches given as JSON, for the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.records import ROUND_KEYS, Unreadable, round_from
from scorekeeper.refusals import told
from scorekeeper.rules import (
    Code,
    Moment,
    Round,
    RoundScore,
    RuleError,
    Setup,
    Standing,
    load_game,
    score_round,
)
from scorekeeper.rules.keys import Entry
from scorekeeper.rules.referee import doubts
from scorekeeper.telling import Teller

_TABLE_KEYS = {"game", "house_rules", "seats", "partners"}
_ROUND_KEYS = ROUND_KEYS | {"round_no"}

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
        moment = Moment(number=_round_number(table))
        played = _round(table, setup, seats, moment)
        scored = score_round(setup, played, moment)
    except RuleError as error:
        raise Refused({"error": _error(error, seats)}) from error
    return _scored(Teller(setup, seats), played, scored, moment)


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
            entry = _table(entry, _ROUND_KEYS, alone=True)
            played = _round(entry, setup, seats, standing.moment)
            scored = score_round(setup, played, standing.moment)
            reply = _scored(teller, played, scored, standing.moment)
            standing = standing.after(played, scored)
        except RuleError as error:
            raise Refused({"error": {**_error(error, seats), "round": number}}) from error
        except Unreadable as error:
            raise Unreadable(f"round {number}: {error}") from error
        rounds.append(_replayed(teller, reply, scored, standing))
    return {
        "rounds": rounds,
        "totals": _by_side(teller, standing.totals),
        "over": standing.over,
        "winner": _side_names(teller, standing.winner),
        "losers": [_side_names(teller, side) for side in standing.losers],
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


def _round(entry: Mapping[str, Any], setup: Setup, seats: tuple[str, ...], moment: Moment) -> Round:
    """Read a round in which seats and sides are called by their names."""
    _round_number(entry)
    record = {
        "hands": _hands(entry, setup, seats, moment),
        "ends": entry.get("ends"),
        "events": _renamed(entry, "events", "seat", seats),
        "tally": _tally(entry, setup, seats),
        "plays": [
            [_seat(play[0], seats), *play[1:]] if isinstance(play, list) and play else play
            for play in _listed(entry, "plays")
        ],
        "corrections": _corrections(entry, setup, seats),
    }
    for key in ("opener", "blocker"):
        name = entry.get(key)
        record[key] = None if name is None else _seat(name, seats)
    return round_from(record)


def _hands(
    entry: Mapping[str, Any], setup: Setup, seats: tuple[str, ...], moment: Moment
) -> list[object]:
    by_plays = setup.game.table.entry is Entry.PLAYS
    hands = entry.get("hands", {} if by_plays else None)
    if not isinstance(hands, Mapping):
        raise Unreadable("hands is a table: what is left in each seat's hand")
    for name in hands:
        _seat(name, seats)
    if by_plays and not hands:
        return []
    for seat, name in enumerate(seats):
        if hands.get(name) is None and seat not in moment.put_out:
            raise RuleError(Code.MISSING_HAND, seats=(seat,))
    return [[] if hands.get(name) is None else hands[name] for name in seats]


def _tally(entry: Mapping[str, Any], setup: Setup, seats: tuple[str, ...]) -> list[object]:
    tally = entry.get("tally")
    if tally is None:
        return []
    if not isinstance(tally, Mapping):
        raise Unreadable("tally is a table: the points each side made in play")
    by_seat: dict[int, object] = {}
    for name, points in tally.items():
        seat = seats.index(name) if name in seats else setup.sides[_side(name, setup, seats)][0]
        if seat in by_seat:
            raise Unreadable(f"the tally of {seats[seat]} stands twice")
        by_seat[seat] = points
    return [by_seat.get(seat, 0) for seat in range(len(seats))]


def _corrections(entry: Mapping[str, Any], setup: Setup, seats: tuple[str, ...]) -> list[object]:
    """Read corrections as a table of points a side, or as a list with notes."""
    given = entry.get("corrections")
    if isinstance(given, Mapping):
        given = [{"side": name, "points": points} for name, points in given.items()]
    return [
        {**each, "side": _side(each.get("side"), setup, seats)}
        if isinstance(each, Mapping)
        else each
        for each in _listed({"corrections": given}, "corrections")
    ]


def _renamed(
    entry: Mapping[str, Any], key: str, named: str, seats: tuple[str, ...]
) -> list[object]:
    return [
        {**each, named: _seat(each[named], seats)}
        if isinstance(each, Mapping) and each.get(named) is not None
        else each
        for each in _listed(entry, key)
    ]


def _listed(entry: Mapping[str, Any], key: str) -> list[Any]:
    value = entry.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise Unreadable(f"{key} is a list")
    return value


def _round_number(table: Mapping[str, Any]) -> int:
    number = table.get("round_no")
    if number is None:
        return 1
    if type(number) is not int or number < 1:
        raise Unreadable("round_no is a whole number from 1")
    return number


def _seat(name: object, seats: tuple[str, ...]) -> int:
    if name not in seats:
        raise RuleError(Code.UNKNOWN_SEAT, seat=name)
    return seats.index(str(name))


def _side(name: object, setup: Setup, seats: tuple[str, ...]) -> int:
    """Find a side by its name (Ana & Ciro) or by that of one of its seats."""
    labels = [Teller(setup, seats).label(side) for side in range(len(setup.sides))]
    if name in labels:
        return labels.index(str(name))
    return setup.side_of(_seat(name, seats))


def _scored(teller: Teller, played: Round, scored: RoundScore, moment: Moment) -> Reply:
    return {
        "ending": scored.ending,
        "winner": _side_names(teller, scored.winning_side),
        "sides": [
            {"seats": _side_names(teller, side), "pips": pips, "points": points}
            for side, (pips, points) in enumerate(zip(scored.pips, scored.points, strict=True))
        ],
        "reasons": [teller.headline(scored), *teller.reasons(scored)],
        "warnings": [
            {
                "code": doubt.law,
                "message": teller.doubt(doubt),
                "numbers": list(doubt.numbers),
                "tiles": [str(tile) for tile in doubt.tiles],
            }
            for doubt in doubts(teller.setup, played, moment)
        ],
    }


def _replayed(teller: Teller, reply: Reply, scored: RoundScore, standing: Standing) -> Reply:
    return {
        "number": standing.rounds,
        "ending": reply["ending"],
        "winner": reply["winner"],
        "points": _by_side(teller, scored.points),
        "totals": _by_side(teller, standing.totals),
        "reset": standing.reset,
        "reasons": reply["reasons"],
        "warnings": reply["warnings"],
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

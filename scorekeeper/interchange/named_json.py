"""Matches and rounds as people write them in JSON, with the names of players for seats."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from scorekeeper.rules import Code, Moment, Round, RuleError, Setup, Standing, load_game
from scorekeeper.rules.games import game_from, with_house_rules
from scorekeeper.rules.options import Entry
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.round_json import ROUND_KEYS, InvalidJson, round_from_json, round_to_json
from scorekeeper.wording.errors import error_sentence
from scorekeeper.wording.rounds import RoundNarrator

# That of a match. To be raised when older programs would misread a newer file.
FORMAT = 2
# That of a file of many matches: since 2 it has the players, since 3 its matches are in format 2.
FILE_FORMAT = 3
# What the rules of a game were in format 1; there a match that played by them does not name them.
_BOTH_HANDS = {"blocked": {"only_tied_hands": False}}
_IN_FORMAT_1: Mapping[str, dict[str, Any]] = {
    **dict.fromkeys(("cuban-east", "dominican-patio", "gaple", "jamaican-partners"), _BOTH_HANDS),
    "italian": {"match": {"at_once": False}},
    "fives-and-threes": {"match": {"at_once": False}, "tally": {"out_in_one": False}},
}
# More than any match has.
MOST_ROUNDS = 9999

TABLE_KEYS = {"game", "rules", "house_rules", "seats", "partners"}
ROUND_IN_NAMES = ROUND_KEYS | {"out", "round_no"}
NAMED_ROUND_KEYS = ROUND_IN_NAMES | {"recorded_at"}
# What an exported match has besides its rounds.
EXPORT_KEYS = {"format", "key", "opened_at", "opening_seat", "play_on_to", "later"}
MATCH_KEYS = TABLE_KEYS | EXPORT_KEYS | {"goal", "rounds"}


# The two ways to tell hands of 0 pips apart in JSON.
_WHO_WENT_OUT = ' Write "out" with the name of who went out'
_A_BLANK_ALONE = ', or {"pips": 0, "count": 1} for 0-0 alone'


def refusal(error: RuleError, seats: tuple[str, ...]) -> str:
    """Say what is wrong with a match or a round in JSON, and how JSON says it right."""
    sentence, detail = error_sentence(error, seats), error.detail
    if not detail.get("counted"):
        return sentence
    return f"{sentence}{_WHO_WENT_OUT}{'' if detail.get('totals') else _A_BLANK_ALONE}."


def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build a dict of a JSON object. Raise ValueError for a key given twice."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"{key!r} stands twice")
        found[key] = value
    return found


def table_from(request: object, known: set[str]) -> Mapping[str, Any]:
    """Check that `request` is a JSON object with no other keys than `known`. Raise InvalidJson."""
    if not isinstance(request, Mapping):
        raise InvalidJson("expected a JSON object")
    unknown = sorted(request.keys() - known)
    if unknown:
        raise InvalidJson(f"unknown key {unknown[0]!r}; known here: {', '.join(sorted(known))}")
    return request


def check_format(table: Mapping[str, Any], newest: int = FORMAT) -> None:
    """Raise InvalidJson where a table has a `format` that this program does not know."""
    found = table.get("format", newest)
    if type(found) is not int or not 1 <= found <= newest:
        reads = " and ".join(map(str, range(1, newest + 1)))
        raise InvalidJson(f"the format is {found!r}; this program reads format {reads}")


def seats_from(table: Mapping[str, Any]) -> tuple[str, ...]:
    """Read the names of the players, by seat. Raise InvalidJson."""
    seats = table.get("seats")
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise InvalidJson("seats is a list of names, in order of play")
    if not all(name.strip() for name in seats):
        raise InvalidJson("every seat has the name of a player")
    return tuple(seats)


def setup_from(table: Mapping[str, Any], seats: tuple[str, ...]) -> Setup:
    """Read the game, its rules and whether partners play. Raise InvalidJson or RuleError."""
    game_id, partners = table.get("game"), table.get("partners")
    if not isinstance(game_id, str) or not isinstance(partners, bool | None):
        raise InvalidJson("game is a game's id, partners is true or false")
    rules, changes = table.get("rules"), table.get("house_rules")
    if not isinstance(rules, dict | None) or not isinstance(changes, dict | None):
        raise InvalidJson("rules and house_rules are tables of a game's keys")
    for name in seats:
        if seats.count(name) > 1:
            raise RuleError(Code.SAME_NAME_TWICE, name=name)
    game = load_game(game_id) if rules is None else game_from(game_id, rules)
    if rules is None and table.get("format") == 1:
        game = with_house_rules(game, _IN_FORMAT_1.get(game_id, {}))
    game = with_house_rules(game, changes or {})
    if table.get("goal") is not None:
        game = with_house_rules(game, {"match": {"goal": table["goal"]}})
    return Setup.of(game, len(seats), partners)


def start_from(table: Mapping[str, Any], setup: Setup, seats: tuple[str, ...]) -> Standing:
    """Read the standing a match begins with. Raise InvalidJson or RuleError."""
    name, play_on_to = table.get("opening_seat"), table.get("play_on_to", 0)
    if type(play_on_to) is not int or not 0 <= play_on_to <= MOST_ROUNDS:
        raise InvalidJson("play_on_to is the number of a round, or 0")
    return Standing.start(setup, None if name is None else _seat(name, seats), play_on_to)


def rounds_in(table: Mapping[str, Any], key: str = "rounds") -> list[Any]:
    """Return the rounds of a match, not read yet. Raise InvalidJson."""
    entries = table.get(key, [])
    if not isinstance(entries, list):
        raise InvalidJson(f"{key} is a list, one entry a round")
    return entries


def named_round(
    entry: Mapping[str, Any], setup: Setup, seats: tuple[str, ...], moment: Moment
) -> Round:
    """Read a round; `moment` says who is out of the match by then. Raise InvalidJson, RuleError."""
    record = {
        "hands": _hands(entry, setup, seats, moment),
        "ends": entry.get("ends"),
        "events": _events(entry, setup, seats),
        "tally": _tally(entry, setup, seats),
        "order": [_seat(name, seats) for name in _list(entry, "order")],
        "last_tile_scored": entry.get("last_tile_scored"),
        "plays": [
            [_seat(play[0], seats), *play[1:]] if isinstance(play, list) and play else play
            for play in _list(entry, "plays")
        ],
        "corrections": _corrections(entry, setup, seats),
    }
    for key in ("opener", "blocker"):
        name = entry.get(key)
        record[key] = None if name is None else _seat(name, seats)
    return round_from_json(record)


def names_in(played: Round, setup: Setup, seats: tuple[str, ...]) -> dict[str, Any]:
    """Write a round as JSON that `named_round` reads as the same round."""
    record: dict[str, Any] = dict(round_to_json(played))
    named: dict[str, Any] = {
        "hands": lambda hands: dict(zip(seats, hands, strict=True)),
        "opener": seats.__getitem__,
        "blocker": seats.__getitem__,
        "events": lambda events: [
            each if isinstance(each, str) else {**each, "seat": seats[each["seat"]]}
            for each in events
        ],
        # A stored tally may end before the last seat; the rest made 0.
        "tally": lambda tally: dict(zip_longest(seats, tally, fillvalue=0)),
        "order": lambda order: [seats[seat] for seat in order],
        "plays": lambda plays: [[seats[seat], tile] for seat, tile in plays],
        "corrections": lambda corrections: [
            {**each, "side": seats[setup.sides[each["side"]][0]]} for each in corrections
        ],
    }
    return {key: named[key](value) if key in named else value for key, value in record.items()}


def _hands(
    entry: Mapping[str, Any], setup: Setup, seats: tuple[str, ...], moment: Moment
) -> list[object]:
    by_plays = setup.game.table.entry is Entry.PLAYS
    hands = entry.get("hands", {} if by_plays else None)
    if not isinstance(hands, Mapping):
        raise InvalidJson("hands is a table: what is left in each seat's hand")
    for name in hands:
        _seat(name, seats)
    if by_plays and not hands:
        return []
    by_seat = [hands.get(name) for name in seats]
    out = _out(entry.get("out"), seats)
    for seat, hand in enumerate(by_seat):
        # Where a hand changes nothing, an exported round may leave it open.
        may_be_open = setup.game.out_pays_the_same or setup.game.match.at_once
        known = hand is not None or seat in moment.put_out or seat in out
        if not known and not may_be_open:
            raise RuleError(Code.MISSING_HAND, seats=(seat,))
    for seat in moment.put_out:
        by_seat[seat] = [] if by_seat[seat] is None else by_seat[seat]
    return _with_out(by_seat, entry["out"], seats) if "out" in entry else by_seat


def _with_out(hands: list[Any], out: object, seats: tuple[str, ...]) -> list[Any]:
    """Empty the hands of who went out; a 0 in another hand is the tile 0-0."""
    empty = _out(out, seats)
    for seat in empty:
        if hands[seat] not in (None, 0, []):
            raise RuleError(Code.OUT_WITH_TILES, seats=(seat,))
    return [
        [] if seat in empty else {"pips": 0, "count": 1} if _is_zero(hand) else hand
        for seat, hand in enumerate(hands)
    ]


def _out(out: object, seats: tuple[str, ...]) -> tuple[int, ...]:
    """Read who went out: a name, a list of names, or None for nobody."""
    names = [] if out is None else out if isinstance(out, list) else [out]
    return tuple(_seat(name, seats) for name in names)


def _is_zero(hand: object) -> bool:
    return type(hand) is int and hand == 0


def _tally(entry: Mapping[str, Any], setup: Setup, seats: tuple[str, ...]) -> list[object]:
    tally = entry.get("tally")
    if tally is None:
        return []
    if not isinstance(tally, Mapping):
        raise InvalidJson("tally is a table: the points each side made in play")
    by_seat: dict[int, object] = {}
    for name, points in tally.items():
        seat = seats.index(name) if name in seats else setup.sides[_side(name, setup, seats)][0]
        if seat in by_seat:
            raise InvalidJson(f"the tally of {seats[seat]} stands twice")
        by_seat[seat] = points
    return [by_seat.get(seat, 0) for seat in range(len(seats))]


def _corrections(entry: Mapping[str, Any], setup: Setup, seats: tuple[str, ...]) -> list[object]:
    """Read corrections, given as points by side or as a list with notes."""
    given = entry.get("corrections")
    if isinstance(given, Mapping):
        given = [{"side": name, "points": points} for name, points in given.items()]
    return [
        {**each, "side": _side(each.get("side"), setup, seats)}
        if isinstance(each, Mapping)
        else each
        for each in _list({"corrections": given}, "corrections")
    ]


def _events(entry: Mapping[str, Any], setup: Setup, seats: tuple[str, ...]) -> list[object]:
    return [_event(each, setup, seats) for each in _list(entry, "events")]


def _event(event: object, setup: Setup, seats: tuple[str, ...]) -> object:
    if isinstance(event, str):
        return _event_name(event, setup)
    if not isinstance(event, Mapping) or not isinstance(event.get("name"), str):
        return event
    named = {**event, "name": _event_name(event["name"], setup)}
    return named if named.get("seat") is None else {**named, "seat": _seat(named["seat"], seats)}


def _event_name(name: str, setup: Setup) -> str:
    """Return the name the game has for an event; it may be written without its accents."""
    names = {folded(claim.name): claim.name for claim in setup.game.claims}
    return names.get(folded(name.strip()), name)


def _list(entry: Mapping[str, Any], key: str) -> list[Any]:
    value = entry.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise InvalidJson(f"{key} is a list")
    return value


def round_number(table: Mapping[str, Any], expected: int | None = None) -> int:
    """Read the number of a round, else the one expected, else 1. Raise InvalidJson.

    In a match, a number other than the one `expected` is refused.
    """
    number = table.get("round_no")
    if number is None:
        return expected or 1
    if type(number) is not int or number < 1:
        raise InvalidJson("round_no is a whole number from 1")
    if expected not in (None, number):
        raise InvalidJson(f"its round_no is {number}; a match has its rounds in order, from 1")
    return number


def _seat(name: object, seats: tuple[str, ...]) -> int:
    if name not in seats:
        raise RuleError(Code.UNKNOWN_SEAT, seat=name)
    return seats.index(str(name))


def _side(name: object, setup: Setup, seats: tuple[str, ...]) -> int:
    """Find a side by the name of one of its players, or of both (Ana & Ciro)."""
    labels = [RoundNarrator(setup, seats).label(side) for side in range(len(setup.sides))]
    if name not in seats and name in labels:
        return labels.index(str(name))
    return setup.side_of(_seat(name, seats))

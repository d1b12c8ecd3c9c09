"""Matches and rounds as people write them in JSON, with the names of players for seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Any

from scorekeeper.rules import Code, Moment, Round, RuleError, Setup, Standing, load_game
from scorekeeper.rules.game_files import box_changes, game_from, merge, with_house_rules
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.impossible_entries import settle_zeros
from scorekeeper.rules.round_entry import StartScore
from scorekeeper.rules.tiles_and_hands import AnyHand, NotEntered
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.entered_round import EnteredRound, check_round
from scorekeeper.scorebook.record import Lineup, Lineups
from scorekeeper.scorebook.round_json import (
    ROUND_KEYS,
    InvalidJson,
    Unreadable,
    hand_from_json,
    plays_from,
    round_from_json,
    round_to_json,
)
from scorekeeper.wording.errors_and_doubts import error_sentence
from scorekeeper.wording.formats import SideNames

# A table in JSON that somebody wrote.
Written = Mapping[str, Any]
# Replaces a name by a seat, a seat by a name, or inside a value.
Change = Callable[[Any], object]

# The formats of a match, and of a file of many. Raise them when older programs would misread a
# newer file; lower numbers are from before the first release.
FORMAT = 2
FILE_FORMAT = 3
# More than any match has.
MOST_ROUNDS = 9999

TABLE_KEYS = {"game", "rules", "house_rules", "seats", "partners"}
ROUND_IN_NAMES = ROUND_KEYS | {"out", "round_no"}
NAMED_ROUND_KEYS = ROUND_IN_NAMES | {"recorded_at"}
# What an exported match has besides its rounds.
EXPORT_KEYS = {
    *("format", "key", "opened_at", "opening_seat", "play_on_to", "timer", "later", "lineups")
}
LINEUP_KEYS = {"first", "seats", "away", "starts"}
TIMER_KEYS = {"ends_at", "left", "stopped"}
MATCH_KEYS = TABLE_KEYS | EXPORT_KEYS | {"goal", "rounds"}


# The two ways to tell hands of 0 pips apart in JSON.
_WHO_WENT_OUT = ' Write "out" with the name of who went out'
_A_BLANK_ALONE = ', or {"pips": 0, "count": 1} for 0-0 alone'


def refusal(error: RuleError, seats: tuple[str, ...]) -> str:
    """Say what is wrong with a match or a round in JSON, and how to write it."""
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


def check_format(table: Mapping[str, Any], known: int = FORMAT) -> None:
    """Raise InvalidJson if a table has a `format` that this program does not know."""
    found = table.get("format", known)
    if type(found) is not int or found != known:
        raise InvalidJson(f"the format is {found!r}; this program reads format {known}")


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
    changes = changes or {}
    if "key" not in table and isinstance(tiles := changes.get("tiles"), dict):
        # An export says all of it.
        changes = merge(box_changes(game, tiles.get("highest")), changes)
    game = with_house_rules(game, changes)
    if table.get("goal") is not None:
        game = with_house_rules(game, {"match": {"goal": table["goal"]}})
    return Setup.of(game, len(seats), partners)


def start_from(table: Mapping[str, Any], setup: Setup, seats: tuple[str, ...]) -> Standing:
    """Read the standing a match begins with. Raise InvalidJson or RuleError."""
    name, play_on_to = table.get("opening_seat"), table.get("play_on_to", 0)
    if type(play_on_to) is not int or not 0 <= play_on_to <= MOST_ROUNDS:
        raise InvalidJson("play_on_to is the number of a round, or 0")
    opener = None if name is None else _seat(SideNames(setup, seats), name)
    return Standing.start(setup, opener, play_on_to)


def lineups_in(lineups: Lineups) -> Iterator[dict[str, Any]]:
    """Write who sat there when, as `lineups_from` reads it."""
    for each in lineups:
        table: dict[str, Any] = {"first": each.first, "seats": [*each.names]}
        if each.away:
            table["away"] = [each.names[seat] for seat in each.away]
        if each.starts:
            table["starts"] = {each.names[seat]: rule for seat, rule in each.starts}
        yield table


def lineups_from(table: Written, setup: Setup, seats: tuple[str, ...]) -> Lineups:
    """Read who sat there when, the last as in `seats`. Raise InvalidJson, RuleError."""
    listed = table.get("lineups", [{"first": 1, "seats": [*seats]}])
    if not isinstance(listed, list) or not listed:
        raise InvalidJson("lineups is a list: who sat there from which round on")
    found = tuple(_lineup(each, setup) for each in listed)
    firsts = [each.first for each in found]
    if firsts != sorted(firsts) or firsts[0] != 1 or found[-1].names != seats:
        raise InvalidJson("the lineups are in order, the first from round 1 on, the last as seats")
    return found


def _lineup(given: object, setup: Setup) -> Lineup:
    table = table_from(given, LINEUP_KEYS)
    first, names = table.get("first"), seats_from(table)
    away, starts = table.get("away", []), table.get("starts", {})
    if type(first) is not int or not 1 <= first <= MOST_ROUNDS or len({*names}) != setup.players:
        raise InvalidJson("a lineup has the number of its first round, and a name for each seat")
    if not isinstance(away, list) or not isinstance(starts, Mapping):
        raise InvalidJson("away is a list of names, and starts a table of them")
    if setup.partners and (away or starts):
        raise InvalidJson("where partners play nobody leaves and nobody joins")
    if any(rule not in [*StartScore] for rule in starts.values()):
        raise InvalidJson(f"a start score is one of {', '.join(StartScore)}")
    sides = SideNames(setup, names)
    gone = tuple(sorted(_seat(sides, name) for name in away))
    # Raises RuleError if the game is not for that few players.
    replace(setup, away=len(gone))
    joining = tuple((_seat(sides, name), StartScore(rule)) for name, rule in starts.items())
    return Lineup(first, names, away=gone, starts=joining)


def rounds_in(table: Mapping[str, Any], key: str = "rounds") -> list[Any]:
    """Return the rounds of a match, not read yet. Raise InvalidJson."""
    entries = table.get(key, [])
    if not isinstance(entries, list):
        raise InvalidJson(f"{key} is a list, one entry a round")
    return entries


def read_named(entry: Written, sides: SideNames, standing: Standing) -> EnteredRound:
    """Read an entered round, with all its errors. Raise InvalidJson."""
    unreadable = Unreadable()
    table = _in_seats(entry, sides, standing.moment, unreadable)
    played, out = _read_parts(table, unreadable), table["out"]
    return check_round(played, standing, out, unreadable, all_said=table["all_said"])


def named_round(entry: Written, sides: SideNames, moment: Moment) -> Round:
    """Read a round; `moment` says who is out of the match by then. Raise InvalidJson, RuleError.

    In a recorded round, a player whose hand is the number 0 went out.
    """
    unreadable = Unreadable()
    in_seats = _in_seats(entry, sides, moment, unreadable)
    played = _read_parts(in_seats, unreadable)
    for fault in unreadable:
        raise fault
    if "recorded_at" in entry:
        return settle_zeros(sides.setup, played, moment, range(len(sides.names)))
    return settle_zeros(sides.setup, played, moment, in_seats["out"], all_said=in_seats["all_said"])


def _read_parts(table: Mapping[str, Any], unreadable: Unreadable) -> Round:
    """Read all that can be read of a round; `unreadable` gets the rest."""
    attempt, out = unreadable.attempt, table["out"]
    read_apart = {"hands", "out", "all_said", "plays"}
    return replace(
        round_from_json({key: table[key] for key in table.keys() - read_apart}),
        hands=tuple(
            attempt(_entered_hand, value, seat, seat in out, otherwise=NotEntered())
            for seat, value in enumerate(table["hands"])
        ),
        plays=attempt(plays_from, table, otherwise=()),
    )


def _entered_hand(value: object, seat: int, is_out: bool) -> AnyHand:
    hand = hand_from_json(value, seat)
    if is_out and not hand.is_empty:
        raise RuleError(Code.OUT_WITH_TILES, seats=(seat,))
    return hand


def names_in(played: Round, setup: Setup, seats: tuple[str, ...]) -> dict[str, Any]:
    """Write a round as JSON that `named_round` reads as the same round."""
    label = SideNames(setup, seats).label
    changes = _changes(
        seats.__getitem__, lambda side: seats[setup.sides[side][0]], lambda bonus: bonus
    ) | {
        "hands": lambda hands: dict(zip(seats, hands, strict=True)),
        # A stored tally may end before the last seat; the others made 0.
        "tally": lambda tally: dict(zip_longest(seats, tally, fillvalue=0)),
        "points": lambda _points: {label(side): paid for side, paid in played.named_points.items()},
    }
    record = round_to_json(played)
    return {key: changes[key](value) if key in changes else value for key, value in record.items()}


def _in_seats(
    entry: Written, sides: SideNames, moment: Moment, unreadable: Unreadable
) -> dict[str, Any]:
    """Replace the names in a round by seats, for `_read_parts`."""
    hands, out = _hands(entry, sides, moment, unreadable)
    changes = _changes(partial(_seat, sides), partial(_side, sides), partial(_bonus, sides))
    record = {key: entry[key] for key in ROUND_KEYS & entry.keys() if entry[key] is not None}
    if isinstance(points := record.get("corrections"), Mapping):
        record["corrections"] = [{"side": name, "points": points[name]} for name in points]
    changes |= {"tally": partial(_tally, sides), "points": partial(_points, sides)}
    nobody = [None] * len(sides.setup.sides)
    for key, change in changes.items():
        if key in record:
            otherwise = nobody if key == "points" else None
            record[key] = unreadable.attempt(change, record[key], otherwise=otherwise)
    if unreadable:
        # Beside a tally that cannot be read, an order says nothing.
        record["order"] = None
    return {**record, "hands": hands, "out": out, "all_said": "out" in entry}


def _changes(seat: Change, side: Change, bonus: Change) -> dict[str, Change]:
    """Return by key of a round how its seats, sides and claimed bonuses are replaced.

    Values of the wrong shape are left for `round_from_json` to refuse.
    """

    def perhaps(given: object) -> object:
        return None if given is None else seat(given)

    def event(given: Any) -> object:
        if not isinstance(given, Mapping):
            return bonus(given)
        return {**given, "name": bonus(given.get("name")), "seat": perhaps(given.get("seat"))}

    def play(given: Any) -> object:
        return [seat(given[0]), *given[1:]] if isinstance(given, list) and given else given

    def correction(given: Any) -> object:
        is_table = isinstance(given, Mapping)
        return {**given, "side": side(given.get("side"))} if is_table else given

    def each(change: Change) -> Change:
        return lambda given: list(map(change, given)) if isinstance(given, list) else given

    return {
        "events": each(event),
        "order": each(seat),
        "plays": each(play),
        "corrections": each(correction),
        "opener": perhaps,
        "blocker": perhaps,
    }


def _hands(
    entry: Written, sides: SideNames, moment: Moment, unreadable: Unreadable
) -> tuple[list[object], tuple[int, ...]]:
    """Read the hands by seat, and who is said to have gone out."""
    game = sides.setup.game
    without = game.table.entry is Entry.PLAYS or entry.get("points") is not None
    hands = entry.get("hands")
    if hands is None and without:
        hands = {}
    if not isinstance(hands, Mapping):
        raise InvalidJson("hands is a table: what is left in each seat's hand")
    for name in hands:
        unreadable.attempt(_seat, sides, name, otherwise=None)
    if without and not hands:
        return [], ()
    out = unreadable.attempt(_out, sides, entry.get("out"), otherwise=())
    # If a hand changes nothing, an exported round may leave it open.
    may_be_open = game.out_pays_the_same or game.match.at_once
    by_seat = [hands.get(name) for name in sides.names]
    for seat, hand in enumerate(by_seat):
        if (seat in out and hand in (None, 0, [])) or (seat in moment.put_out and hand is None):
            by_seat[seat] = []
        elif hand is None and not may_be_open:
            unreadable.append(RuleError(Code.MISSING_HAND, seats=(seat,)))
    return by_seat, out


def _out(sides: SideNames, out: object) -> tuple[int, ...]:
    """Read who went out: a name, a list of names, or None for nobody."""
    names = [] if out is None else out if isinstance(out, list) else [out]
    return tuple(_seat(sides, name) for name in names)


def _tally(sides: SideNames, tally: object) -> list[object]:
    if not isinstance(tally, Mapping):
        raise InvalidJson("tally is a table: the points each side made in play")
    by_seat: dict[int, object] = {}
    for name, points in tally.items():
        known = name in sides.names
        seat = _seat(sides, name) if known else sides.setup.sides[_side(sides, name)][0]
        if seat in by_seat:
            raise InvalidJson(f"the tally of {sides.names[seat]} stands twice")
        by_seat[seat] = points
    return [by_seat.get(seat, 0) for seat in range(len(sides.names))]


def _points(sides: SideNames, points: object) -> list[object]:
    """Read the points by side; a side that is not named has None."""
    if not isinstance(points, Mapping):
        raise InvalidJson("points is a table: what each side scores, in a round without hands")
    by_side: dict[int, object] = {}
    for name, paid in points.items():
        if (side := _side(sides, name)) in by_side:
            raise InvalidJson(f"the points of {sides.label(side)} stand twice")
        by_side[side] = paid
    return [by_side.get(side) for side in range(len(sides.setup.sides))]


def _bonus(sides: SideNames, name: object) -> object:
    """Return the name the game has for a bonus; it may be written without its accents."""
    if not isinstance(name, str):
        return name
    names = {folded(claim.name): claim.name for claim in sides.setup.game.claims}
    return names.get(folded(name.strip()), name)


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


def _seat(sides: SideNames, name: object) -> int:
    if name not in sides.names:
        raise RuleError(Code.UNKNOWN_SEAT, seat=name)
    return sides.names.index(str(name))


def _side(sides: SideNames, name: object) -> int:
    """Find a side by the name of one of its players, or of both (Ana & Ciro)."""
    labels = [sides.label(side) for side in range(len(sides.setup.sides))]
    if name not in sides.names and name in labels:
        return labels.index(str(name))
    return sides.setup.side_of(_seat(sides, name))

"""Score rounds and replay matches given as JSON, for the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.interchange.named_json import (
    MATCH_KEYS,
    NAMED_ROUND_KEYS,
    TABLE_KEYS,
    check_format,
    named_round,
    round_number,
    rounds_in,
    seats_from,
    setup_from,
    start_from,
    table_from,
)
from scorekeeper.rules import Moment, Round, RoundScore, RuleError, Standing, score_round
from scorekeeper.rules.referee import doubts
from scorekeeper.scorebook.round_json import ROUND_KEYS, Unreadable
from scorekeeper.wording.errors import told
from scorekeeper.wording.rounds import Teller

Reply = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refused(Exception):
    """Carry the reply to an entry the rules do not allow."""

    reply: Reply


def score(request: object) -> Reply:
    """Score one round. Raise Unreadable, or Refused with the error to print."""
    table = table_from(request, TABLE_KEYS | ROUND_KEYS | {"round_no"})
    seats = seats_from(table)
    try:
        setup = setup_from(table, seats)
        moment = Moment(number=round_number(table))
        played = named_round(table, setup, seats, moment)
        scored = score_round(setup, played, moment)
    except RuleError as error:
        raise Refused({"error": _error(error, seats)}) from error
    return _scored(Teller(setup, seats), played, scored, moment)


def replay(request: object) -> Reply:
    """Play a match again from its rounds. Raise Unreadable, or Refused naming the round."""
    table = table_from(request, MATCH_KEYS)
    check_format(table)
    seats, entries = seats_from(table), rounds_in(table)
    try:
        standing = start_from(table, setup_from(table, seats), seats)
    except RuleError as error:
        raise Refused({"error": _error(error, seats)}) from error
    teller, rounds = Teller(standing.setup, seats), []
    for number, entry in enumerate(entries, start=1):
        try:
            reply, standing = _played(teller, entry, standing)
        except RuleError as error:
            raise Refused({"error": {**_error(error, seats), "round": number}}) from error
        except Unreadable as error:
            raise Unreadable(f"round {number}: {error}") from error
        rounds.append(reply)
    return {
        "rounds": rounds,
        "totals": _by_side(teller, standing.totals),
        "over": standing.over,
        "winner": _side_names(teller, standing.winner),
        "losers": [_side_names(teller, side) for side in standing.losers],
    }


def _played(teller: Teller, entry: object, standing: Standing) -> tuple[Reply, Standing]:
    table = table_from(entry, NAMED_ROUND_KEYS)
    played = named_round(table, teller.setup, teller.names, standing.moment)
    scored = score_round(teller.setup, played, standing.moment)
    reply = _scored(teller, played, scored, standing.moment)
    standing = standing.after(played, scored)
    return _replayed(teller, reply, scored, standing), standing


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

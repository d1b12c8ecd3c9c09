"""Reading a round as it is entered, with all that is wrong with it.

It is a table as in round_json.py, but its `ends` are text, and `out` has the seats of which
somebody says that they went out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.rounds import AnyHand, Moment, Round, parse_tile
from scorekeeper.rules.scoring import score_round
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook.round_json import hand_from_json, plays_from, round_from_json

T = TypeVar("T")

# What people type; the rest is chosen.
_TYPED = {"hands", "out", "ends", "plays"}


class EnteredRound(NamedTuple):
    """A round that was entered: `faults` are all that is wrong with it, or missing.

    `played` is the round, its hands perhaps not entered yet; None where some of it is unreadable.
    `score` is None where it cannot be scored.
    """

    played: Round | None
    faults: tuple[RuleError, ...]
    score: RoundScore | None


def read_round(entered: Mapping[str, Any], setup: Setup, moment: Moment) -> EnteredRound:
    """Read a round as it is entered, and score it: its `ends` are text, seats may be `out`."""
    unreadable: list[RuleError] = []
    played = _legible(entered, unreadable)
    score, found = score_or_faults(setup, played, moment)
    # A hand that cannot be read is not entered, which need not be said as well.
    known = {seat for fault in unreadable for seat in fault.seats}
    every = (*unreadable, *_without(known, found))
    return EnteredRound(None if unreadable else played, every, score)


def score_or_faults(
    setup: Setup, played: Round, moment: Moment
) -> tuple[RoundScore | None, list[RuleError]]:
    """Score a round, or find all that makes it impossible."""
    try:
        return score_round(setup, played, moment), []
    except RuleError as error:
        # Scoring stops at the first fault.
        return None, [*faults(setup, played, moment)] or [error]


def _legible(entered: Mapping[str, Any], unreadable: list[RuleError]) -> Round:
    """Read all that can be read of a round; `unreadable` gets the rest."""

    def attempt(read: Callable[..., T], *values: Any, otherwise: T) -> T:
        try:
            return read(*values)
        except RuleError as fault:
            unreadable.append(fault)
            return otherwise

    out, unknown = entered["out"], hand_from_json(None, 0)
    return replace(
        round_from_json({key: entered[key] for key in entered.keys() - _TYPED}),
        hands=tuple(
            attempt(_entered_hand, value, seat, seat in out, otherwise=unknown)
            for seat, value in enumerate(entered["hands"])
        ),
        ends=attempt(_entered_ends, entered["ends"], otherwise=None),
        plays=attempt(plays_from, entered["plays"], otherwise=()),
    )


def _entered_hand(value: object, seat: int, is_out: bool) -> AnyHand:
    hand = hand_from_json(value, seat)
    if is_out and not hand.is_empty:
        raise RuleError(Code.OUT_WITH_TILES, seats=(seat,))
    return hand


def _entered_ends(text: str | None) -> tuple[int, int] | None:
    """Read the open ends: two numbers, or as a tile."""
    if not text:
        return None
    try:
        tile = parse_tile("-".join(text.split()))
    except RuleError:
        raise RuleError(Code.NO_SUCH_END, end=text) from None
    return tile.low, tile.high


def _without(seats: set[int], found: list[RuleError]) -> Iterator[RuleError]:
    """Leave out that the hands of some seats are missing."""
    for fault in found:
        if fault.code is not Code.MISSING_HAND:
            yield fault
        elif left := tuple(seat for seat in fault.seats if seat not in seats):
            yield RuleError(Code.MISSING_HAND, seats=left)

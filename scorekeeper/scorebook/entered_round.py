"""Check a round as it is entered: its score, and all that is wrong with it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.impossible_entries import faults, settle_zeros
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.round_entry import Round
from scorekeeper.rules.scoring import score_round
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.rules.tiles_and_hands import NotEntered
from scorekeeper.scorebook.round_json import Unreadable


class EnteredRound(NamedTuple):
    """An entered round: `faults` are all errors in it, and all that is missing.

    `played` is the round, its hands perhaps not entered yet; None if some of it is unreadable.
    `score` is None if it cannot be scored.
    """

    played: Round | None
    faults: tuple[RuleError, ...]
    score: RoundScore | None


def check_round(
    entered: Round,
    standing: Standing,
    out: Collection[int],
    unreadable: Unreadable,
    *,
    all_said: bool = False,
) -> EnteredRound:
    """Score a round that is entered, and list all that is wrong with it.

    It is the next round of a match at this `standing`.
    `out` has the seats that are said to have gone out; with `all_said`, nobody else did.
    """
    setup, moment = standing.setup, standing.moment
    try:
        played = settle_zeros(setup, entered, moment, out, all_said=all_said)
    except RuleError as fault:
        unreadable.append(fault)
        played = _without_hands(entered, fault.seats)
    score: RoundScore | None = None
    wrong: Iterable[RuleError] = ()
    try:
        score = score_round(setup, played, moment)
    except RuleError as error:
        # Scoring stops at the first fault.
        found = [*faults(setup, played, moment)] or [error]
        # A hand that could not be read is not reported as missing too.
        wrong = _without({seat for fault in unreadable for seat in fault.seats}, found)
    return EnteredRound(None if unreadable else played, (*unreadable, *wrong), score)


def _without_hands(played: Round, seats: Collection[int]) -> Round:
    """Leave the hands of some seats open."""
    hands = enumerate(played.hands)
    left = (NotEntered() if seat in seats else hand for seat, hand in hands)
    return replace(played, hands=tuple(left))


def _without(seats: set[int], found: list[RuleError]) -> Iterator[RuleError]:
    """Drop faults that say that the hands of some seats are missing."""
    for fault in found:
        if fault.code is not Code.MISSING_HAND:
            yield fault
        elif left := tuple(seat for seat in fault.seats if seat not in seats):
            yield RuleError(Code.MISSING_HAND, seats=left)

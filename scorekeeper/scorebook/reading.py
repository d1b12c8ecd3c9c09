"""Reading a round as it is entered, with all that is wrong with it.

It is a table as in round_json.py, and `out` has the seats of which somebody says that they went
out; where `all_said`, nobody else did. Where its ends were typed, they are the text `typed_ends`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from scorekeeper.rules.counted_hands import settled
from scorekeeper.rules.entry_checks import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.round_entry import AnyHand, Moment, NotEntered, Round, parse_tile
from scorekeeper.rules.scoring import score_round
from scorekeeper.scorebook.round_json import hand_from_json, plays_from, round_from_json

T = TypeVar("T")
U = TypeVar("U")

# What can be unreadable; the rest is chosen.
_READ_APART = {"hands", "out", "all_said", "typed_ends", "plays"}


class EnteredRound(NamedTuple):
    """A round that was entered: `faults` are all that is wrong with it, or missing.

    `played` is the round, its hands perhaps not entered yet; None where some of it is unreadable.
    `score` is None where it cannot be scored.
    """

    played: Round | None
    faults: tuple[RuleError, ...]
    score: RoundScore | None


class Unreadable(list[RuleError]):
    """What cannot be read of a round, while the rest of it is."""

    def attempt(self, read: Callable[..., T], *values: Any, otherwise: U) -> T | U:
        """Read a part of a round; note what is wrong with it."""
        try:
            return read(*values)
        except RuleError as fault:
            self.append(fault)
            return otherwise


def read_round(
    entered: Mapping[str, Any], setup: Setup, moment: Moment, found: Iterable[RuleError] = ()
) -> EnteredRound:
    """Read a round as it is entered, and score it; `found` is what was unreadable before."""
    unreadable = Unreadable(found)
    played = legible(entered, unreadable)
    try:
        said = {"said_out": entered["out"], "all_said": entered.get("all_said", False)}
        played = settled(setup, played, moment, **said)
    except RuleError as fault:
        unreadable.append(fault)
        played = _without_hands(played, fault.seats)
    score: RoundScore | None = None
    wrong: list[RuleError] = []
    try:
        score = score_round(setup, played, moment)
    except RuleError as error:
        # Scoring stops at the first fault.
        wrong = [*faults(setup, played, moment)] or [error]
    # A hand that cannot be read is not entered, which need not be said as well.
    known = {seat for fault in unreadable for seat in fault.seats}
    every = (*unreadable, *_without(known, wrong))
    return EnteredRound(None if unreadable else played, every, score)


def legible(entered: Mapping[str, Any], unreadable: Unreadable) -> Round:
    """Read all that can be read of a round; `unreadable` gets the rest."""
    attempt, out = unreadable.attempt, entered["out"]
    played = replace(
        round_from_json({key: entered[key] for key in entered.keys() - _READ_APART}),
        hands=tuple(
            attempt(_entered_hand, value, seat, seat in out, otherwise=NotEntered())
            for seat, value in enumerate(entered["hands"])
        ),
        plays=attempt(plays_from, entered, otherwise=()),
    )
    if typed := entered.get("typed_ends"):
        return replace(played, ends=attempt(_typed_ends, typed, otherwise=None))
    return played


def _without_hands(played: Round, seats: Collection[int]) -> Round:
    """Leave the hands of some seats open."""
    hands = enumerate(played.hands)
    left = (NotEntered() if seat in seats else hand for seat, hand in hands)
    return replace(played, hands=tuple(left))


def _entered_hand(value: object, seat: int, is_out: bool) -> AnyHand:
    hand = hand_from_json(value, seat)
    if is_out and not hand.is_empty:
        raise RuleError(Code.OUT_WITH_TILES, seats=(seat,))
    return hand


def _typed_ends(text: str) -> tuple[int, int]:
    """Read the open ends: two numbers, or as a tile."""
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

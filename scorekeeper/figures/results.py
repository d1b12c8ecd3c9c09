"""Rows that add up: what a match came to for those who played it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from scorekeeper.figures.kinds import Kind

# Chances are kept in parts of a whole number that up to ten sides share without a rest.
WHOLE = 2520


class Sums(NamedTuple):
    """What is counted over matches; many of them add up, whatever their order.

    Of matches: `won`, and `luck`, the part of them that luck alone would win, in parts of WHOLE.
    Of `rounds`: won by going `out`, by `block` and by the lightest `tile`, and `drawn`. Points
    `made` and `given` (what the other sides made), and the `biggest` of a round. Of hands: `pips`
    left in so many `hands` that are known; `caught` with the double six, of so many `seen`. In so
    many `seconds` there were `timed` rounds. `lead_changes` are those of the matches.
    """

    matches: int = 0
    won: int = 0
    luck: int = 0
    rounds: int = 0
    out: int = 0
    block: int = 0
    tile: int = 0
    drawn: int = 0
    made: int = 0
    given: int = 0
    pips: int = 0
    hands: int = 0
    caught: int = 0
    seen: int = 0
    seconds: int = 0
    timed: int = 0
    lead_changes: int = 0
    biggest: int = 0

    @property
    def share(self) -> float | None:
        """The part of the matches that was won."""
        return _part(self.won, self.matches)

    @property
    def chance(self) -> float | None:
        """The part of the matches that luck alone would win."""
        return _part(self.luck, self.matches * WHOLE)

    @property
    def above_luck(self) -> float:
        """How many more matches were won than luck alone would win."""
        return (self.won * WHOLE - self.luck) / WHOLE

    @property
    def rounds_won(self) -> int:
        return self.out + self.block + self.tile

    @property
    def made_a_round(self) -> float | None:
        return _part(self.made, self.rounds)

    @property
    def given_a_round(self) -> float | None:
        return _part(self.given, self.rounds)

    @property
    def pips_a_hand(self) -> float | None:
        """What was left in a hand, 0 where its player went out."""
        return _part(self.pips, self.hands)

    @property
    def caught_share(self) -> float | None:
        """The part of the hands that ended with the double six in them."""
        return _part(self.caught, self.seen)

    @property
    def seconds_a_round(self) -> float | None:
        return _part(self.seconds, self.timed)


NOTHING = Sums()


class Result(NamedTuple):
    """What a match came to for `players`: one, two partners, or () where it is not known who.

    `side` (from 0) is theirs and `place` where it finished, 0 while the match goes on.
    """

    players: tuple[int, ...]
    match_id: int
    ended_at: datetime
    kind: Kind
    side: int
    place: int
    sums: Sums

    @property
    def won(self) -> bool:
        return self.place == 1


def added(several: Iterable[Sums]) -> Sums:
    """Add up what was counted."""
    rows = [*several]
    if not rows:
        return NOTHING
    *columns, biggest = zip(*rows, strict=True)
    return Sums._make((*map(sum, columns), max(biggest)))


def _part(number: int, whole: int) -> float | None:
    return number / whole if whole else None

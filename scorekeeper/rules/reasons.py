"""The score of a round, and its reasons: who won, and what each amount of points is for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from scorekeeper.rules.game_keys import Rank
from scorekeeper.rules.tiles_and_hands import Ending, Tile


class WentOut(NamedTuple):
    """A seat played its last tile."""

    seat: int


class Mark(NamedTuple):
    """A side's value for a key: weights, of which the lowest win, and their tiles.

    `seat` is whose hand it is, if a side is compared by one of its hands.
    """

    side: int
    weights: tuple[int, ...]
    tiles: tuple[Tile, ...] = ()
    seat: int | None = None


class Weighed(NamedTuple):
    """A hand that does not count its pips: `points` are what it counts.

    `tiles` are those that count otherwise, each with its points, and `pips` are those of the other
    tiles. The sum counts `times` times.
    """

    seat: int
    tiles: tuple[tuple[Tile, int], ...]
    pips: int
    times: int
    points: int


class Compared(NamedTuple):
    """One step of the ranking: the sides left, compared by one key; the lowest `stayed`."""

    key: Rank
    marks: tuple[Mark, ...]
    stayed: tuple[int, ...]


class Drawn(NamedTuple):
    """The tie of `sides` was not broken: nobody wins, and the next round counts `next_worth` times.

    It adds `next_more` points. `sides` is () if only points are known and nobody has any.
    """

    sides: tuple[int, ...]
    next_worth: int = 1
    next_more: int = 0


class Carried(NamedTuple):
    """What earlier drawn rounds add to this round, for the side that wins it."""

    side: int
    points: int


class Term(NamedTuple):
    """One part of an award: a field name of `Award`, its multiplier, and the pips multiplied."""

    part: str
    times: int
    pips: int


class Awarded(NamedTuple):
    """What the winner's side scores; `points` is never below 0.

    `rounded` is the sum of the terms after rounding, `worth` how many times the round counts.
    """

    side: int
    terms: tuple[Term, ...]
    points: int
    rounded: int
    worth: int = 1

    @property
    def adds_opponents_only(self) -> bool:
        """Whether only the opponents' hands are added up, each once."""
        return [(term.part, term.times) for term in self.terms] == [("opponents", 1)]


class Charged(NamedTuple):
    """What another side scores for the tiles left in its hands; may be below 0.

    `went_out` is true for a player alone who has none left; `weighed` says what a player's hand
    counts if that is not its pips.
    """

    side: int
    terms: tuple[Term, ...]
    points: int
    worth: int = 1
    went_out: bool = False
    weighed: Weighed | None = None


class RunEnded(NamedTuple):
    """The winner ended the run of `sides`: everybody starts again from 0, and nobody scores.

    At one win each, the next round counts `next_worth` times.
    """

    sides: tuple[int, ...]
    next_worth: int = 1


class Claimed(NamedTuple):
    """A bonus: points for a side, or a round that counts several times."""

    name: str
    side: int
    points: int = 0
    times: int = 1


class Given(NamedTuple):
    """Points of a side that were entered instead of hands; the round counts `worth` times."""

    side: int
    points: int
    worth: int = 1


class Tallied(NamedTuple):
    """Points that a side scored while the round was played."""

    side: int
    points: int


class Hit(NamedTuple):
    """A tile that brought the table total to one of the game's marks, or past it."""

    seat: int
    tile: Tile
    total: int
    points: int
    passed: bool = False


class Corrected(NamedTuple):
    """Points that the players gave to a side or took from it."""

    side: int
    points: int
    note: str


class Uncounted(StrEnum):
    """Why points do not count.

    A side's first points are too few, would pass an exact goal, are more than the goal needs, or
    came after the match was won.
    """

    TOO_FEW = "too few"
    PAST_GOAL = "past the goal"
    OVER_GOAL = "over the goal"
    TOO_LATE = "too late"


class NotCounted(NamedTuple):
    """Points that a side does not score; `limit` is the goal, or the fewest it may score first."""

    side: int
    points: int
    limit: int
    why: Uncounted


class Reached(NamedTuple):
    """Who reached the goal while the round was played; `more` says that something came after it.

    A single side has won the match by it. Of several it is not known who was first.
    """

    sides: tuple[int, ...]
    goal: int
    more: bool


Reason = (
    WentOut
    | Weighed
    | Compared
    | Drawn
    | Carried
    | Awarded
    | Charged
    | RunEnded
    | Claimed
    | Given
    | Tallied
    | Hit
    | Corrected
    | NotCounted
    | Reached
)


def _no_reasons() -> tuple[Reason, ...]:
    return ()


@dataclass(frozen=True)
class RoundScore:
    """The outcome of a round.

    `pips` (what is left in the hands, as the game counts it) and `points` (scored) have an item for
    each side. `winning_side` is None if nobody won, `winning_seat` also if only the side is known,
    and `ending` if only points are known. `drawn` says whether the round is drawn, and `explain`
    gives the reasons.
    """

    ending: Ending | None
    winning_side: int | None
    winning_seat: int | None
    pips: tuple[int, ...]
    points: tuple[int, ...]
    drawn: Drawn | None = None
    explain: Callable[[], tuple[Reason, ...]] = field(
        default=_no_reasons, repr=False, compare=False
    )

    @cached_property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons for the points, step by step; worked out when first used."""
        return self.explain()

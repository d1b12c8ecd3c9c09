"""The reasons of a score: who won a round, and what each amount of points is for."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.ranking import Compared
from scorekeeper.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat played its last tile."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The tie of `sides` stayed: nobody scores, and the next round counts `next_worth` times."""

    sides: tuple[int, ...]
    next_worth: int = 1


@dataclass(frozen=True, slots=True)
class Term:
    """One part of an award: a field name of `Award`, its multiplier, and the pips multiplied."""

    part: str
    times: int
    pips: int


@dataclass(frozen=True, slots=True)
class Awarded:
    """What the winner's side scores; `points` is never below 0.

    `rounded` is the sum of the terms after rounding, `worth` how many times the round counts.
    """

    side: int
    terms: tuple[Term, ...]
    points: int
    rounded: int
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Charged:
    """What another side scores for the tiles left in its hands; may be below 0."""

    side: int
    terms: tuple[Term, ...]
    points: int
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Claimed:
    """A bonus: points for a side, or a round that counts several times."""

    name: str
    side: int | None
    points: int = 0
    times: int = 1


@dataclass(frozen=True, slots=True)
class Tallied:
    """Points that a side scored while the round was played."""

    side: int
    points: int


@dataclass(frozen=True, slots=True)
class Hit:
    """A tile that brought the table total to one of the game's marks."""

    seat: int
    tile: Tile
    total: int
    points: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """Points that the players gave to a side, or took from it."""

    side: int
    points: int
    note: str


Reason = WentOut | Compared | Drawn | Awarded | Charged | Claimed | Tallied | Hit | Corrected

"""The steps that lead from a round to its points: who won, and what was paid for what."""

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
    """No key left one side alone: nobody scores, and the next round counts `next_worth`."""

    sides: tuple[int, ...]
    next_worth: int = 1


@dataclass(frozen=True, slots=True)
class Term:
    """One part of an award: a name of `Award`, how many times it counts, and of how many pips."""

    part: str
    times: int
    pips: int


@dataclass(frozen=True, slots=True)
class Awarded:
    """The winner's arithmetic; `points` is never below 0 whatever the terms add up to.

    `rounded` is what the terms came to after rounding, `worth` how many times the round counts.
    """

    side: int
    terms: tuple[Term, ...]
    points: int
    rounded: int
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Charged:
    """What a side that did not win scores for its own hand."""

    side: int
    terms: tuple[Term, ...]
    points: int
    worth: int = 1


@dataclass(frozen=True, slots=True)
class Claimed:
    """A bonus: points for a side, or the whole round counted several times."""

    name: str
    side: int | None
    points: int = 0
    times: int = 1


@dataclass(frozen=True, slots=True)
class Tallied:
    """Points a side made while the round was played."""

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
    """Points given or taken by hand."""

    side: int
    points: int
    note: str


Reason = WentOut | Compared | Drawn | Awarded | Charged | Claimed | Tallied | Hit | Corrected

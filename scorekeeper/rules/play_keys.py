"""The keys of a game's file about points that are scored while a round is played."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """Points scored while the round is played; `steps` are the amounts that have a button.

    With `out_in_one` those made with the last tile and those for going out are one score.
    """

    steps: tuple[int, ...] = ()
    out_in_one: bool = False


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The table total of games entered as plays: bringing it to one of `marks` scores `points`.

    A mark must be met exactly; with `passing` it may also be passed.
    """

    marks: tuple[int, ...] = ()
    points: int = 0
    passing: bool = False

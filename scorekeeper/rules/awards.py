"""What a round pays: the keys `winner` and `losers` of a game's file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Award:
    """What the winner scores: a multiple of each pip total, and a flat number of points.

    `excess` multiplies, for every opponent, how much the opponent's hand outweighs the own hand.
    """

    opponents: int = 0
    partner: int = 0
    own: int = 0
    excess: int = 0
    flat: int = 0


@dataclass(frozen=True, slots=True)
class Charge:
    """What the others score: a multiple of their own hand, or of its excess over the winner's."""

    own: int = 0
    excess: int = 0


NO_AWARD, NO_CHARGE = Award(), Charge()

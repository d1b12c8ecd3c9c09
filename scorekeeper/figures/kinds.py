"""Kinds of matches: points are compared within one kind, and never across two."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Measure(StrEnum):
    """What a match is counted in: points, points of which the fewest win, or rounds won."""

    POINTS = "points"
    FEWEST = "fewest"
    WINS = "wins"


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """A game, each alone or in partners, and what it is counted in.

    House rules stay within the kind of their game, unless they change what it is counted in.
    """

    game_id: str
    partners: bool
    measure: Measure

    @property
    def code(self) -> str:
        """The kind as a text, to be stored: "block/alone/points"."""
        return f"{self.game_id}/{'partners' if self.partners else 'alone'}/{self.measure}"

    @classmethod
    def of(cls, code: str) -> Kind:
        """Read a kind from its text. Raise ValueError."""
        game_id, together, measure = code.split("/")
        if together not in ("partners", "alone"):
            raise ValueError(code)
        return cls(game_id, together == "partners", Measure(measure))

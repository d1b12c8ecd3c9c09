"""Who sits at a table, and what its sides are called."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules import Setup
from scorekeeper.wording.formats import join_names


@dataclass(frozen=True, slots=True)
class SideNames:
    """Players at one table, in this order."""

    setup: Setup
    names: tuple[str, ...]

    def side(self, side: int) -> str:
        """Name a side inside a sentence: Ana and Ciro."""
        return join_names([self.names[seat] for seat in self.setup.sides[side]])

    def label(self, side: int) -> str:
        """Name a side on a scoreboard: Ana & Ciro."""
        return " & ".join(self.names[seat] for seat in self.setup.sides[side])

    def people(self, *sides: int) -> int:
        """Count the people of some sides: a verb goes by their number."""
        return sum(len(self.setup.sides[side]) for side in sides)

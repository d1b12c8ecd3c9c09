"""The names of players and sides."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.keys import PIPS
from scorekeeper.rules.options import Entry
from scorekeeper.rules.setup import Setup
from scorekeeper.wording.formats import join_names, pips, points


@dataclass(frozen=True, slots=True)
class SideNames:
    """The names of the players of one setup, in order of play."""

    setup: Setup
    names: tuple[str, ...]

    def side_name(self, side: int) -> str:
        """Return the name of a side for a sentence: Ana and Ciro."""
        return join_names([self.names[seat] for seat in self.setup.sides[side]])

    def label(self, side: int) -> str:
        """Return the name of a side for a scoreboard: Ana & Ciro."""
        return " & ".join(self.names[seat] for seat in self.setup.sides[side])

    def counted(self, amount: int) -> str:
        """Write what hands count: pips, or points in a game whose tiles count otherwise."""
        game = self.setup.game
        by_pips = game.weights == PIPS and game.table.entry is Entry.TILES
        return pips(amount) if by_pips else points(amount)

    def people(self, *sides: int) -> int:
        """Count the players of some sides, which decides between “wins” and “win”."""
        return sum(len(self.setup.sides[side]) for side in sides)

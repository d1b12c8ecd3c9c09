"""What the pages about games show."""

from __future__ import annotations

import json
from dataclasses import dataclass

from scorekeeper.rules import Game
from scorekeeper.words import counted


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game to choose from; `data_sides` tells the page's script who may be partners."""

    id: str
    name: str
    summary: str
    deal: str
    sides: str
    data_sides: str


def game_card(game: Game) -> GameCard:
    """Show a game on the form that starts a match."""
    dealt = [f"{counted(players, 'player')}: {tiles}" for players, tiles in game.deal.items()]
    sides = {players: str(game.sides_for(players)) for players in game.deal}
    return GameCard(
        id=game.id,
        name=game.name,
        summary=game.summary,
        deal=f"{dealt[0]} tiles each" + "".join(f" · {more}" for more in dealt[1:]),
        sides=_SIDES[frozenset(sides.values())],
        data_sides=json.dumps(sides),
    )


_SIDES = {
    frozenset({"solo"}): "each alone",
    frozenset({"pairs"}): "partners",
    frozenset({"either", "solo"}): "each alone, or partners with four",
    frozenset({"either"}): "each alone or partners",
    frozenset({"solo", "pairs"}): "each alone with two, partners with four",
}

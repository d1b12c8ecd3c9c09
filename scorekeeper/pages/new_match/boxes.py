"""The boxes that a game can be played with, and what each of them changes."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules.keys import Game
from scorekeeper.rules.tiles import OtherBox


def boxes_of(game: Game) -> tuple[OtherBox, ...]:
    """Return the boxes to choose from, its own among them; () where there is no other."""
    own = OtherBox(game.tiles.highest)
    others = [box for box in game.boxes if box.highest != own.highest]
    return tuple(sorted((own, *others), key=lambda box: box.highest)) if others else ()


def box_changes(game: Game, highest: int) -> dict[str, Any]:
    """Return what another box changes in a game besides: the deal, and the goal."""
    box = next(each for each in game.boxes if each.highest == highest)
    deal = {str(players): tiles for players, tiles in box.deal.items()}
    return {"deal": deal, "match": {"goal": box.goal or game.match.goal}}

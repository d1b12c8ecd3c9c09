"""The boxes that a game may be played with, and the one that so many players need."""

from __future__ import annotations

from scorekeeper.rules.game_files import box_changes, with_house_rules
from scorekeeper.rules.game_setup import Game
from scorekeeper.rules.tiles_and_hands import OtherBox


def boxes_of(game: Game) -> tuple[OtherBox, ...]:
    """Return the boxes to choose from, its own among them; () where there is no other."""
    own = OtherBox(game.tiles.highest)
    others = [box for box in game.boxes if box.highest != own.highest]
    return tuple(sorted((own, *others), key=lambda box: box.highest)) if others else ()


def box_for(game: Game, seats: int) -> int | None:
    """Return the highest number of the box that so many need; None where its own will do."""
    if seats in game.deal:
        return None
    return min((box.highest for box in game.boxes if seats in box.deal), default=None)


def with_box_for(game: Game, seats: int) -> Game:
    """Return a game with a larger box, where so many need one and it has one."""
    highest = box_for(game, seats)
    if highest is None:
        return game
    return with_house_rules(game, {**box_changes(game, highest), "tiles": {"highest": highest}})

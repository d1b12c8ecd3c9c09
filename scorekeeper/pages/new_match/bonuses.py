"""The bonuses that a game has, and those that house rules may give it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from scorekeeper.rules.keys import Game
from scorekeeper.rules.options import Entry, Layout

BONUS = "bonus"


def bonuses_of(game: Game) -> list[dict[str, Any]]:
    """List the bonuses of a game as in its file, then with 0 points those it could have."""
    own: list[dict[str, Any]] = deepcopy(game.definition.get(BONUS, []))
    usual = {bonus["name"] for bonus in _BONUSES}
    if not (pays_pips(game) and game.table.layout is Layout.LINE):
        return own
    if not {bonus["name"] for bonus in own} <= usual:
        return own
    return own + [deepcopy(bonus) for bonus in _BONUSES if bonus["name"] not in _names(own)]


def is_played(bonus: dict[str, Any]) -> bool:
    """Return whether a bonus is worth anything."""
    return bool(bonus.get("points") or bonus.get("times", 1) > 1 or any(bonus.get("by_round", ())))


def pays_pips(game: Game) -> bool:
    """Return whether the opponents' pips are what a win scores."""
    pays = game.out.winner.opponents and game.blocked.winner.opponents
    return game.table.entry is Entry.TILES and bool(pays)


def _names(bonuses: list[dict[str, Any]]) -> set[str]:
    return {bonus["name"] for bonus in bonuses}


_BONUSES: tuple[dict[str, Any], ...] = (
    {"name": "capicúa", "points": 0, "ending": "went out", "same_ends": True},
    {"name": "chuchazo", "points": 0, "ending": "went out", "last_tile": "double blank"},
    {"name": "paso corrido", "points": 0, "to": "claimer"},
)

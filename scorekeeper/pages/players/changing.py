"""Whom a device may change, and in which matches."""

from __future__ import annotations

from flask import abort

from scorekeeper.access import guard
from scorekeeper.scorebook.people.players import NoSuchPlayer, Player, find_player
from scorekeeper.scorebook.player_changes import Scope


def scope_of_device() -> Scope:
    """Return which matches the device may see and change: in the house that is all."""
    seen = guard.visible_matches()
    return Scope() if seen is None else Scope(seen, guard.owned_matches(), guard.owned_matches)


def player_in(player_id: int, scope: Scope) -> Player:
    """Return a player; 404 where the device may know of none."""
    try:
        return find_player(player_id, scope.seen)
    except NoSuchPlayer:
        abort(404)

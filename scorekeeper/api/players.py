"""Players of the API: those who sit in the matches that may be seen."""

from __future__ import annotations

from flask import Response, abort

from scorekeeper.access import guard
from scorekeeper.api.answers import answer
from scorekeeper.api.blueprint import blueprint
from scorekeeper.api.operations import Operation, describes
from scorekeeper.scorebook.people.players import NoSuchPlayer, Player, find_player
from scorekeeper.scorebook.people.players import list_players as known_players


@blueprint.get("/players")
@describes(Operation("List the players of the matches that may be seen.", gives="Players"))
def list_players() -> Response:
    """List the players that are not hidden, by name."""
    known = known_players(guard.visible_matches())
    return answer({"players": [player._asdict() for player in known]})


@blueprint.get("/players/<int:player_id>")
@describes(Operation("Read a player.", gives="Player"))
def show_player(player_id: int) -> Response:
    """Send a player; 404 also where the matches of it may not be seen."""
    return answer(player_or_404(player_id)._asdict())


def player_or_404(player_id: int) -> Player:
    """Return a player of the matches that may be seen."""
    try:
        return find_player(player_id, guard.visible_matches())
    except NoSuchPlayer:
        abort(404)

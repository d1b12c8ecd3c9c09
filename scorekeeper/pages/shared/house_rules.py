"""Whether a match is played by house rules."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games import load_game
from scorekeeper.rules.keys import Game


def game_without_house_rules(played: Game) -> Game | None:
    """Return the game that is played otherwise here; None where only its goal differs.

    None too where its file is gone: a match keeps a copy of its rules.
    """
    try:
        game = load_game(played.id)
    except RuleError:
        return None
    return None if _without_goal(game) == _without_goal(played) else game


def _without_goal(game: Game) -> Mapping[str, object]:
    ends = {key: value for key, value in game.definition["match"].items() if key != "goal"}
    return {**game.definition, "match": ends}

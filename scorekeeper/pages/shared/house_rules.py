"""Whether a match is played by house rules."""

from __future__ import annotations

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games import load_game
from scorekeeper.rules.keys import Game
from scorekeeper.wording.rules import house_rules_in_words


def game_without_house_rules(played: Game) -> Game | None:
    """Return the game that is played otherwise here; None where only its goal differs.

    None too where its file is gone: a match keeps a copy of its rules.
    """
    try:
        game = load_game(played.id)
    except RuleError:
        return None
    if game.definition == played.definition:
        return None
    return game if house_rules_in_words(game, played, but="match.goal") else None

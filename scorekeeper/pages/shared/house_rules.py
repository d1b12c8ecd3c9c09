"""The house rules of a match."""

from __future__ import annotations

from scorekeeper.i18n import once_a_language
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.games import load_game
from scorekeeper.rules.keys import Game
from scorekeeper.wording.rules import house_rules_in_words


def game_without_house_rules(played: Game) -> Game | None:
    """Return the game that is played otherwise here; None where only its goal differs.

    None too where its file is gone: a match keeps a copy of its rules.
    """
    return load_game(played.id) if house_rules_of(played) else None


def house_rules_of(played: Game) -> tuple[str, ...]:
    """Say how what is played differs from its game, the goal left out: it stands beside."""
    try:
        game = load_game(played.id)
    except RuleError:
        return ()
    return () if game.definition == played.definition else _in_words(game, played)


# Every page of a match asks for it, and putting rules into words is slow.
@once_a_language(256)
def _in_words(game: Game, played: Game) -> tuple[str, ...]:
    return house_rules_in_words(game, played, but="match.goal")

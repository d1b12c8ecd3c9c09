"""The games of dominoes as pure values: tiles, games, rounds, scores and standings.

Standard library only. Start at `load_game`, `Setup`, `Round`, `score_round` and `Standing`.
"""

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.games import Game, game_ids, load_game
from scorekeeper.rules.match import Lead, Standing
from scorekeeper.rules.rounds import Ending, Hand, PipsHand, Round, faults
from scorekeeper.rules.scoring import RoundScore, score_round
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile, TileSet, parse_tiles

__all__ = [
    "Code",
    "Ending",
    "Game",
    "Hand",
    "Lead",
    "PipsHand",
    "Round",
    "RoundScore",
    "RuleError",
    "Setup",
    "Standing",
    "Tile",
    "TileSet",
    "faults",
    "game_ids",
    "load_game",
    "parse_tiles",
    "score_round",
]

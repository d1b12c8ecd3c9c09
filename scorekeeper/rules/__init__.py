"""The games of dominoes as pure values: tiles, games, rounds, scores and standings.

Standard library only. Start at `load_game`, `Setup`, `Round`, `score_round` and `Standing`.
"""

from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.games import Game, game_ids, load_game
from scorekeeper.rules.keys import Ending
from scorekeeper.rules.match import Lead, Standing
from scorekeeper.rules.rounds import (
    Correction,
    Event,
    Hand,
    Moment,
    PipsHand,
    Play,
    Round,
)
from scorekeeper.rules.scoring import RoundScore, score_round
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile, TileSet, parse_tiles

__all__ = [
    "Code",
    "Correction",
    "Ending",
    "Event",
    "Game",
    "Hand",
    "Lead",
    "Moment",
    "PipsHand",
    "Play",
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

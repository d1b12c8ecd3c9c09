"""The rules of the games, as frozen values and pure functions: tiles, games, rounds, scores.

A game is a TOML file in `games/`. Every other room may import this one; it imports nothing but the
standard library, and raises `RuleError` with a code, never a sentence.
Look next at `games.py` (`load_game`), `setup.py`, `rounds.py`, `scoring.py` (`score_round`) and
`match.py` (`Standing`), in this order.
"""

from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.games import game_ids, load_game
from scorekeeper.rules.keys import Game
from scorekeeper.rules.match import Lead, Standing
from scorekeeper.rules.options import Ending
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.rounds import (
    AnyHand,
    Correction,
    Event,
    Hand,
    Moment,
    NotEntered,
    PipsHand,
    Play,
    Round,
    parse_tiles,
)
from scorekeeper.rules.scoring import score_round, score_so_far
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile, TileSet

__all__ = [
    "AnyHand",
    "Code",
    "Correction",
    "Ending",
    "Event",
    "Game",
    "Hand",
    "Lead",
    "Moment",
    "NotEntered",
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
    "score_so_far",
]

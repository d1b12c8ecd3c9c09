"""The rules of the games, as frozen values and pure functions: tiles, games, rounds, scores.

A game is a TOML file in `games/`. Every other room may import this one; it imports nothing but the
standard library, and raises `RuleError` with a code, never a sentence.
Look next at `game_keys.py`, `game_files.py` (`load_game`), `game_setup.py`, `round_entry.py`,
`scoring.py` (`score_round`) and `standing_and_lead.py` (`Standing`), in this order.
"""

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.rules.impossible_entries import faults
from scorekeeper.rules.reasons import RoundScore
from scorekeeper.rules.round_entry import Correction, Event, Moment, Play, Round, parse_tiles
from scorekeeper.rules.scoring import score_round, score_so_far
from scorekeeper.rules.standing_and_lead import Lead, Standing
from scorekeeper.rules.tiles_and_hands import (
    AnyHand,
    Ending,
    Hand,
    NotEntered,
    PipsHand,
    Tile,
    TileSet,
)

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

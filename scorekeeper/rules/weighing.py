"""What a hand weighs in a game: its pips, where the game says nothing else."""

from scorekeeper.rules.games import Game
from scorekeeper.rules.rounds import Hand, PipsHand


def weigh(game: Game, hand: Hand | PipsHand) -> int:
    """Weigh a hand, in points; a counted hand weighs what was counted."""
    if isinstance(hand, PipsHand):
        return hand.pips
    weights = game.weights
    weight = sum(weights.of_tile(tile) for tile in hand.tiles)
    holds_a_double = any(tile.is_double for tile in hand.tiles)
    return weight * weights.holding_a_double if holds_a_double else weight

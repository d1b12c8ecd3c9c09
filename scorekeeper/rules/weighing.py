"""The weight of a hand, in points: its pips, unless the game counts tiles otherwise."""

from scorekeeper.rules.keys import Game
from scorekeeper.rules.rounds import AnyHand, Hand


def weigh(game: Game, hand: AnyHand) -> int:
    """Return what a hand counts, in points; a `PipsHand` counts the pips entered."""
    if not isinstance(hand, Hand):
        return hand.pips
    weights = game.weights
    weight = sum(weights.of_tile(tile) for tile in hand.tiles)
    holds_a_double = any(tile.is_double for tile in hand.tiles)
    return weight * weights.holding_a_double if holds_a_double else weight

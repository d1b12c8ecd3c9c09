"""The weight of a hand, in points: its pips, unless the game counts tiles otherwise."""

from scorekeeper.rules.keys import PIPS, Game
from scorekeeper.rules.reasons import Weighed
from scorekeeper.rules.rounds import AnyHand, Hand


def weigh(game: Game, hand: AnyHand) -> int:
    """Return what a hand counts, in points; a `PipsHand` counts the pips entered."""
    weights = game.weights
    if not isinstance(hand, Hand) or weights is PIPS:
        return hand.pips
    weight = sum(weights.of_tile(tile) for tile in hand.tiles)
    holds_a_double = any(tile.is_double for tile in hand.tiles)
    return weight * weights.holding_a_double if holds_a_double else weight


def weighed(game: Game, seat: int, hand: AnyHand) -> Weighed | None:
    """Say how a hand comes to what it counts; None where that is its pips."""
    if game.weights is PIPS:
        return None
    points = weigh(game, hand)
    if points == hand.pips:
        return None
    counts = [(tile, game.weights.of_tile(tile)) for tile in hand.known_tiles]
    otherwise = tuple((tile, count) for tile, count in counts if count != tile.pips)
    pips = hand.pips - sum(tile.pips for tile, _count in otherwise)
    once = pips + sum(count for _tile, count in otherwise)
    times = points // once if once else 1
    return Weighed(seat, otherwise, pips, times, points)

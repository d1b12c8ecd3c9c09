"""The weight of a hand, in points: its pips, unless the game counts tiles otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.keys import PIPS, Game
from scorekeeper.rules.reasons import Weighed
from scorekeeper.rules.rounds import AnyHand, Hand, Moment, Round
from scorekeeper.rules.setup import Setup


@dataclass(slots=True)
class Deal:
    """A round at its table, with what its hands count added up once.

    `out` are the seats that played their last tile. `weights` has an item for each hand, `by_side`
    for each side.
    """

    setup: Setup
    played: Round
    moment: Moment
    out: tuple[int, ...]
    weights: tuple[int, ...]
    by_side: tuple[int, ...]

    @classmethod
    def of(cls, setup: Setup, played: Round, moment: Moment) -> Deal:
        weights = _weights(setup.game, played.hands)
        out = setup.seats_out(played, moment)
        return cls(setup, played, moment, out, weights, _by_side(setup, weights))


def _weights(game: Game, hands: tuple[AnyHand, ...]) -> tuple[int, ...]:
    if game.weights is PIPS:
        return tuple([hand.pips for hand in hands])
    return tuple([weigh(game, hand) for hand in hands])


def _by_side(setup: Setup, weights: tuple[int, ...]) -> tuple[int, ...]:
    if not weights:
        return (0,) * len(setup.sides)
    if not setup.partners:
        return weights
    return tuple(sum([weights[seat] for seat in seats]) for seats in setup.sides)


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

"""Rounds of which only the winner and the points are entered: who won, and what cannot be."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import gcd

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import Award, Entry, Mode, Rounding, Scale
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.round_entry import Moment, Round
from scorekeeper.rules.tiles_and_hands import Hand


def winner_by_points(setup: Setup, played: Round, put_out: Collection[int]) -> int | None:
    """Return the side that won a round of points: the only one that scores, or that is named.

    Where what is left in a hand counts, it is the only one that has nothing. None where several may
    have won, and where points in play say nothing about it.
    """
    game, won = setup.game, [*played.named_points]
    if game.tally.steps or game.table.entry is Entry.PLAYS:
        return None
    if game.out.losers.own > 0 and any(played.points):
        sides = enumerate(zip(setup.sides, played.points, strict=True))
        won = [side for side, (seats, paid) in sides if not (paid or {*seats} <= {*put_out})]
    return won[0] if len(won) == 1 else None


def points_faults(setup: Setup, played: Round, moment: Moment) -> Iterator[RuleError]:
    """Find what is wrong with the points of a round.

    Codes: hands_or_points, wrong_number_of_hands, put_out, negative_total, too_many_points.
    """
    if played.hands or played.plays:
        yield RuleError(Code.HANDS_OR_POINTS)
        return
    if len(played.points) != len(setup.sides):
        yield RuleError(Code.WRONG_NUMBER_OF_HANDS, expected=len(setup.sides))
        return
    points, out = [paid or 0 for paid in played.points], {*moment.put_out}
    steps, charged = setup.game.tally.steps, setup.game.out.losers.own
    for seats, paid in zip(setup.sides, points, strict=True):
        if paid and {*seats} <= out:
            yield RuleError(Code.PUT_OUT, seats=seats)
        elif paid < 0 and min(charged, *steps, 0) == 0:
            yield RuleError(Code.NEGATIVE_TOTAL, seats=seats)
    most = most_paid(setup)
    if most is not None and sum(points) > most:
        scored = [seats for seats, paid in zip(setup.sides, points, strict=True) if paid]
        by_tiles = most != max(setup.game.out.winner.flat, setup.game.blocked.winner.flat)
        yield RuleError(
            Code.TOO_MANY_POINTS, seats=scored[0], points=sum(points), most=most, by_tiles=by_tiles
        )


def most_paid(setup: Setup) -> int | None:
    """Return the most points for all the tiles of the box; None where others are added to them."""
    game = setup.game
    if game.tally.steps or game.table.entry is not Entry.TILES:
        return None
    whole = game.weights.of_hand(Hand(setup.box.tiles))
    charges = (game.out.losers, game.blocked.losers)
    return max(
        *(_most_of(setup, award, whole) for award in (game.out.winner, game.blocked.winner)),
        *(max(charge.own, charge.excess) * whole for charge in charges),
    )


def points_step(setup: Setup) -> int:
    """Return the number of which points are a multiple, after rounding; 0 where there is none."""
    game, steps = setup.game, [*setup.game.tally.steps, setup.game.plays.points]
    for award in (game.out.winner, game.blocked.winner):
        by_tiles = award != Award(flat=award.flat)
        scaled_steps = (game.scale.points, game.scale.least)
        of_tiles = (game.rounding.to,) if game.scale == Scale() else scaled_steps
        steps += [award.flat, *(of_tiles if by_tiles else ())]
    return 1 if game.charges else gcd(*steps)


def _most_of(setup: Setup, award: Award, whole: int) -> int:
    game = setup.game
    pips = max(0, award.opponents, award.partner, award.own, award.excess) * whole
    return scaled(game.scale, rounded(game.rounding, pips)) + award.flat


def rounded(rule: Rounding, points: int) -> int:
    """Round points; a tie of `nearest` goes up.

    >>> rounded(Rounding(5), 12), rounded(Rounding(5), 13), rounded(Rounding(5, Mode.UP), 11)
    (10, 15, 15)
    """
    if rule.mode is Mode.UP:
        return -(-points // rule.to) * rule.to
    if rule.mode is Mode.DOWN:
        return points // rule.to * rule.to
    return (2 * points + rule.to) // (2 * rule.to) * rule.to


def scaled(rule: Scale, pips: int) -> int:
    """Return what pips pay, in points.

    >>> [scaled(Scale(10, 1, least=2, needs=3), pips) for pips in (2, 3, 20, 21)]
    [0, 2, 2, 3]
    """
    if rule == Scale():
        return pips
    return max(rule.least, -(-pips // rule.pips) * rule.points) if pips >= rule.needs else 0

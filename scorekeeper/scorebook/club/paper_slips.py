"""Make rounds that come to a result from paper: its match counts as any other that was played."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_keys import Best
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.goal import counts_wins
from scorekeeper.rules.round_entry import Correction, Round, points_by_side
from scorekeeper.rules.scoring import score_round
from scorekeeper.scorebook.club.night_record import Typed

# More rounds than that are not made up of the numbers of rounds on a slip.
MOST_ROUNDS = 40


def slip(setup: Setup, typed: Typed | None) -> tuple[Round, ...]:
    """Return rounds that come to a result: one with corrections, or as many as each side has won.

    () where nothing was played, or there are none that do.
    """
    if typed is None or not any(typed.points):
        return ()
    low = setup.game.match.best is Best.LOW
    winner = typed.winner if typed.winner is not None else 0
    try:
        if counts_wins(setup.game):
            if sum(typed.points) > MOST_ROUNDS or min(typed.points) < 0:
                return ()
            sides = sorted(range(len(typed.points)), key=lambda side: side == winner)
            return tuple(_won(setup, side) for side in sides for _each in range(typed.points[side]))
        plain = _won(setup, (winner + 1) % len(typed.points) if low else winner)
        scored = score_round(setup, plain).points
        corrections = tuple(
            Correction(side, points - scored[side])
            for side, points in enumerate(typed.points)
            if points != scored[side]
        )
        return (replace(plain, corrections=corrections),)
    except RuleError:
        return ()


def _won(setup: Setup, side: int) -> Round:
    """Return a round that a side has won, and nothing else is known of."""
    worth = int(counts_wins(setup.game))
    sides = range(len(setup.sides))
    return Round(points=points_by_side(worth if each == side else None for each in sides))

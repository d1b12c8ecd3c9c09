"""Make rounds that come to a result from paper: its match counts as any other that was played."""

from __future__ import annotations

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_keys import Best
from scorekeeper.rules.game_setup import Setup, counts_wins
from scorekeeper.rules.round_entry import Correction, Hand, PipsHand, Round
from scorekeeper.rules.scoring import score_round
from scorekeeper.scorebook.club.record import Typed

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
            own, other = typed.points[winner], typed.points[1 - winner]
            if own + other > MOST_ROUNDS or min(own, other) < 0:
                return ()
            return (*other * [_won(setup, 1 - winner)], *own * [_won(setup, winner)])
        plain = _won(setup, 1 - winner if low else winner)
        scored = score_round(setup, plain).points
        corrections = tuple(
            Correction(side, points - scored[side])
            for side, points in enumerate(typed.points)
            if points != scored[side]
        )
        return (Round(plain.hands, corrections=corrections),)
    except RuleError:
        return ()


def _won(setup: Setup, side: int) -> Round:
    """Return a round that a side has won, of which little is known."""
    out = setup.sides[side][0]
    return Round(
        tuple(Hand() if seat == out else PipsHand(10 + seat) for seat in range(setup.players))
    )

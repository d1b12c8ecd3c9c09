"""Make rounds that come to a result from paper: its match counts as any other that was played."""

from __future__ import annotations

from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_keys import Best, Entry
from scorekeeper.rules.game_setup import Setup, counts_wins
from scorekeeper.rules.round_entry import Correction, Round
from scorekeeper.rules.scoring import score_round
from scorekeeper.rules.tiles_and_hands import Hand, PipsHand
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
        return (Round(plain.hands, corrections=corrections),)
    except RuleError:
        return ()


def _won(setup: Setup, side: int) -> Round:
    """Return a round that a side has won, of which little is known."""
    if setup.game.table.entry is Entry.PLAYS:
        return Round()
    out = setup.sides[side][0]
    return Round(
        tuple(Hand() if seat == out else PipsHand(10 + seat) for seat in range(setup.players))
    )

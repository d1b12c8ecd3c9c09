"""Rounds of the simulator score the same by their tiles and by the pips of each hand."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules import (
    AnyHand,
    Code,
    PipsHand,
    Round,
    RoundScore,
    RuleError,
    Setup,
    score_round,
)
from scorekeeper.rules.weighing import weigh
from tests.unit.rules.simulator import play, tables

TABLES = tables()
# Of all tables together.
ROUNDS, ROUNDS_THOROUGH = 3_000, 60_000


def counted(setup: Setup, hand: AnyHand) -> PipsHand:
    """Count a hand as people do; only a hand that counts 0 and is not empty has more to say."""
    points = weigh(setup.game, hand)
    return PipsHand(points, count=None if points or hand.is_empty else 1)


def score_counted(setup: Setup, played: Round) -> RoundScore:
    """Score a round by its counts, and answer what the rules ask where that is a tie."""
    hands: list[AnyHand] = [counted(setup, hand) for hand in played.hands]
    try:
        return score_round(setup, replace(played, hands=tuple(hands)))
    except RuleError as asked:
        if asked.code not in (Code.LIGHTEST_TILE_NEEDED, Code.TILES_NEEDED):
            raise
        for seat in asked.seats:
            hands[seat] = played.hands[seat]
    return score_round(setup, replace(played, hands=tuple(hands)))


@pytest.mark.parametrize("setup", TABLES, ids=lambda setup: f"{setup.game.id} of {setup.players}")
def test_tiles_and_counts_agree(setup: Setup, thorough: bool, seed: int) -> None:
    random = Random(f"{seed} {setup.game.id}")
    for number in range(-(-(ROUNDS_THOROUGH if thorough else ROUNDS) // len(TABLES))):
        left = play(setup, random, shedding=number % 2 == 0).round
        played = replace(left, opener=number % setup.players, blocker=0)
        by_tiles, by_counts = score_round(setup, played), score_counted(setup, played)
        assert by_counts.ending is by_tiles.ending, played
        assert by_counts.winning_side == by_tiles.winning_side, played
        assert by_counts.points == by_tiles.points, played
        assert by_counts.pips == by_tiles.pips, played

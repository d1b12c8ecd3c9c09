"""Hands that nobody entered, and hands that count 0."""

import pytest

from scorekeeper.rules import (
    Code,
    Hand,
    NotEntered,
    Round,
    RuleError,
    faults,
    game_ids,
    load_game,
    parse_tiles,
    score_round,
    score_so_far,
)
from scorekeeper.rules.keys import Game
from scorekeeper.rules.rounds import AnyHand
from tests.unit.rules.example import ANA, CIRO, pairs, table

OUT, UNKNOWN = Hand(), NotEntered()


def holding(*hands: str) -> list[Hand]:
    return [Hand(parse_tiles(hand)) for hand in hands]


def test_a_round_that_was_won_by_going_out_has_a_score_so_far() -> None:
    setup = table(players=3)
    so_far = score_so_far(setup, Round((OUT, *holding("4-6 1-5"), UNKNOWN)))
    assert so_far is not None
    assert (so_far.winning_seat, so_far.points) == (ANA, (16, 0, 0))
    assert score_so_far(setup, Round((UNKNOWN, *holding("4-6 1-5"), UNKNOWN))) is None


def test_a_pair_that_goes_out_together_leaves_others_open() -> None:
    fives = pairs("fives-and-threes")
    one_out: tuple[AnyHand, ...] = (OUT, *holding("1-2"), UNKNOWN, OUT)
    (fault,) = faults(fives, Round(one_out))
    assert (fault.code, fault.seats) == (Code.MISSING_HAND, (CIRO,))
    assert score_so_far(fives, Round(one_out)) is None
    assert score_round(fives, Round((OUT, UNKNOWN, OUT, UNKNOWN))).points == (1, 0)
    assert score_so_far(fives, Round((OUT, *holding("1-2"), OUT, UNKNOWN))) is not None


def test_what_is_impossible_has_no_score_so_far() -> None:
    with pytest.raises(RuleError) as refused:
        score_so_far(table(players=3), Round((OUT, *holding("1-2 1-2"), UNKNOWN)))
    assert refused.value.code is Code.TILE_TWICE


@pytest.mark.parametrize("game", [*map(load_game, game_ids())], ids=lambda game: game.id)
def test_a_win_pays_the_same_only_where_no_hand_is_counted(game: Game) -> None:
    if not game.out_pays_the_same:
        return
    players = min(game.deal)
    setup = table(game.id, players)
    others = holding("1-2", "6-6 5-5", "0-1 0-2 0-3")[: players - 1]
    scores = [
        score_round(setup, Round((OUT, *left))) for left in (others, [UNKNOWN] * (players - 1))
    ]
    assert scores[0].points == scores[1].points

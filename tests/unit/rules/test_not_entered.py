"""Hands that nobody entered, and hands that count 0."""

import pytest

from scorekeeper.rules import (
    Code,
    Hand,
    NotEntered,
    PipsHand,
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
from tests.unit.rules.example import ANA, BEA, CIRO, DANI, pairs, table

OUT, UNKNOWN = Hand(), NotEntered()


def holding(*hands: str) -> list[Hand]:
    return [Hand(parse_tiles(hand)) for hand in hands]


def test_a_hand_that_is_not_entered_is_never_empty() -> None:
    (fault,) = faults(table(players=3), Round((UNKNOWN, *holding("1-2", "3-4"))))
    assert (fault.code, fault.seats) == (Code.MISSING_HAND, (ANA,))
    with pytest.raises(RuleError):
        score_round(table(players=3), Round((UNKNOWN, *holding("1-2", "3-4"))))


def test_all_hands_that_are_not_entered_are_named_at_once() -> None:
    (fault,) = faults(table(players=4), Round((UNKNOWN, *holding("1-2"), UNKNOWN, UNKNOWN)))
    assert fault.seats == (ANA, CIRO, DANI)


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


def test_only_one_pair_goes_out_and_each_alone_only_one_player() -> None:
    (fault,) = faults(pairs("fives-and-threes"), Round((OUT,) * 4))
    assert (fault.code, fault.seats) == (Code.SEVERAL_EMPTY_HANDS, (ANA, BEA, CIRO, DANI))
    alone = table("fives-and-threes", 4)
    (fault,) = faults(alone, Round((OUT, *holding("1-2"), OUT, *holding("3-4"))))
    assert (fault.code, fault.seats) == (Code.SEVERAL_EMPTY_HANDS, (ANA, CIRO))
    for game in ("block", "all-fives"):
        (fault,) = faults(pairs(game), Round((OUT, *holding("1-2"), OUT, *holding("3-4"))))
        assert fault.code is Code.SEVERAL_EMPTY_HANDS


def test_what_is_impossible_has_no_score_so_far() -> None:
    with pytest.raises(RuleError) as refused:
        score_so_far(table(players=3), Round((OUT, *holding("1-2 1-2"), UNKNOWN)))
    assert refused.value.code is Code.TILE_TWICE


def test_an_ending_that_is_not_known_refutes_no_claim() -> None:
    setup = pairs("dominican-patio")
    played = Round((UNKNOWN, *holding("1-2", "3-4", "5-5")))
    (claim, *_) = setup.game.claims
    assert not [f for f in faults(setup, played) if f.code is Code.EVENT_AT_WRONG_ENDING], claim


def test_where_a_win_pays_the_same_who_went_out_is_enough() -> None:
    setup = pairs("jamaican-partners")
    score = score_round(setup, Round((UNKNOWN, OUT, UNKNOWN, UNKNOWN)))
    assert (score.winning_seat, score.points) == (BEA, (0, 1))
    with pytest.raises(RuleError):
        score_round(setup, Round((UNKNOWN, *holding("1-2"), UNKNOWN, UNKNOWN)))


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


def test_a_hand_of_the_double_blank_alone_counts_0_and_is_not_empty() -> None:
    setup = table(players=3)
    blank = PipsHand(0, count=1)
    assert score_round(setup, Round((blank, PipsHand(5), PipsHand(9)))).ending == "blocked"
    score = score_round(setup, Round((blank, PipsHand(0), PipsHand(9))))
    assert (score.winning_seat, score.points) == (BEA, (0, 9, 0))


def test_two_hands_cannot_both_be_the_double_blank() -> None:
    blank = PipsHand(0, count=1)
    found = list(faults(table(players=3), Round((blank, blank, PipsHand(9)))))
    assert (Code.SEVERAL_EMPTY_HANDS, (ANA, BEA)) in [(f.code, f.seats) for f in found]

"""Rounds by other rules than the game's own."""

from scorekeeper.rules.options import Rank
from scorekeeper.rules.reasons import Awarded, Compared, Drawn, Mark, Term
from tests.unit.rules.example import (
    ANA,
    BEA,
    THE_FIRST_PAIR,
    THE_SECOND_PAIR,
    pairs,
    scored,
    table,
    tile,
)


def test_an_award_is_never_below_0() -> None:
    setup = pairs(out={"winner": {"partner": -1}})
    score = scored(setup, "6-6 5-6", "0-1", "", "0-2")
    assert (score.winning_side, score.points) == (THE_FIRST_PAIR, (0, 0))
    assert score.reasons[-1] == Awarded(
        THE_FIRST_PAIR, (Term("opponents", 1, 3), Term("partner", -1, 23)), 0, -20
    )


def test_a_round_may_be_worth_a_flat_amount() -> None:
    flat = {"winner": {"opponents": 0, "partner": 0, "own": 0, "flat": 1}}
    setup = pairs(out=flat, blocked=flat)
    assert scored(setup, "6-6", "4-5", "", "2-4").points == (1, 0)
    blocked = scored(setup, "6-6", "4-5", "5-5", "2-4")
    assert blocked.points == (0, 1)
    assert blocked.reasons[-1] == Awarded(THE_SECOND_PAIR, (Term("flat", 1, 1),), 1, 1)


def test_excess_counts_what_every_opponent_holds_more_than_the_winner() -> None:
    excess = {"winner": {"opponents": 0, "partner": 0, "own": 0, "excess": 1}}
    setup = table(players=3, blocked=excess)
    # 9 − 3 and 12 − 3.
    score = scored(setup, "4-5", "1-2", "6-6")
    assert score.points == (0, 15, 0)
    assert score.reasons[-1] == Awarded(BEA, (Term("excess", 1, 15),), 15, 15)


def test_the_lightest_single_hand_may_win_for_its_pair() -> None:
    setup = pairs(blocked={"rank": ["seat total"]})
    score = scored(setup, "0-1", "1-2", "6-6", "1-3")
    assert score.pips == (13, 7)
    assert score.winning_side == THE_FIRST_PAIR
    assert score.reasons[0] == Compared(
        Rank.SEAT_TOTAL,
        (
            Mark(THE_FIRST_PAIR, (1,), (tile("0-1"),), ANA),
            Mark(THE_SECOND_PAIR, (3,), (tile("1-2"),), BEA),
        ),
        (THE_FIRST_PAIR,),
    )


def test_the_next_tiles_may_settle_a_tie() -> None:
    setup = table(blocked={"rank": ["side total", "next tiles"]})
    # Both 17, both from 3 pips; Bea's next weighs 4, Ana's 6.
    score = scored(setup, "1-2 2-4 3-5", "4-6 0-4 0-3")
    assert score.winning_seat == BEA
    assert score.reasons[1] == Compared(
        Rank.NEXT_TILES,
        (
            Mark(ANA, (3, 6, 8), (tile("1-2"), tile("2-4"), tile("3-5"))),
            Mark(BEA, (3, 4, 10), (tile("0-3"), tile("0-4"), tile("4-6"))),
        ),
        (BEA,),
    )


def test_hands_whose_tiles_weigh_the_same_one_by_one_are_drawn() -> None:
    setup = table(blocked={"rank": ["side total", "lightest tile", "next tiles"]})
    score = scored(setup, "0-3 1-5", "1-2 2-4")
    assert [type(reason) for reason in score.reasons] == [Compared, Compared, Compared, Drawn]
    assert score.points == (0, 0)

"""Rounds by other rules than the game's own."""

import pytest

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


@pytest.mark.parametrize(("own", "points"), [(-1, 3), (0, 20), (1, 37), (-2, 0)])
def test_the_own_pips_are_subtracted_ignored_or_added(own: int, points: int) -> None:
    setup = table(blocked={"winner": {"own": own}})
    assert scored(setup, "1-2 2-4 3-5", "5-5 4-6").points == (points, 0)


def test_a_won_tie_pays_the_opponents_pips_where_the_own_are_ignored() -> None:
    setup = table(blocked={"winner": {"own": 0}})
    assert scored(setup, "1-2 2-4 3-5", "5-5 3-4").points == (17, 0)


def test_an_award_is_never_below_0() -> None:
    setup = pairs(out={"winner": {"partner": -1}})
    score = scored(setup, "6-6 5-6", "0-1", "", "0-2")
    assert (score.winning_side, score.points) == (THE_FIRST_PAIR, (0, 0))
    assert score.reasons[-1] == Awarded(
        THE_FIRST_PAIR, (Term("opponents", 1, 3), Term("partner", -1, 23)), 0, -20
    )


def test_the_partners_pips_may_count_when_a_seat_goes_out() -> None:
    setup = pairs(out={"winner": {"partner": 1}})
    assert scored(setup, "6-6", "4-5", "", "2-4").points == (27, 0)


def test_a_round_may_be_worth_a_flat_amount() -> None:
    flat = {"winner": {"opponents": 0, "partner": 0, "own": 0, "flat": 1}}
    setup = pairs(out=flat, blocked=flat)
    assert scored(setup, "6-6", "4-5", "", "2-4").points == (1, 0)
    blocked = scored(setup, "6-6", "4-5", "5-5", "2-4")
    assert blocked.points == (0, 1)
    assert blocked.reasons[-1] == Awarded(THE_SECOND_PAIR, (Term("flat", 1, 1),), 1, 1)


def test_a_flat_amount_adds_to_the_pips() -> None:
    setup = table(out={"winner": {"flat": 25}})
    assert scored(setup, "", "4-5").points == (34, 0)


def test_excess_counts_what_every_opponent_holds_more_than_the_winner() -> None:
    excess = {"winner": {"opponents": 0, "partner": 0, "own": 0, "excess": 1}}
    setup = table(players=3, blocked=excess)
    # 9 − 3 and 12 − 3.
    score = scored(setup, "4-5", "1-2", "6-6")
    assert score.points == (0, 15, 0)
    assert score.reasons[-1] == Awarded(BEA, (Term("excess", 1, 15),), 15, 15)


def test_excess_weighs_the_lighter_hand_of_a_pair() -> None:
    excess = {"winner": {"opponents": 0, "partner": 0, "own": 0, "excess": 1}}
    # Ana's 3 against 9 and 6: 6 + 3; Ciro's 10 are the partner's.
    assert scored(pairs(blocked=excess), "1-2", "4-5", "5-5", "2-4").points == (9, 0)


def test_a_term_may_count_several_times() -> None:
    setup = table(out={"winner": {"opponents": 2}})
    assert scored(setup, "", "4-5").points == (18, 0)


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


def test_equal_lightest_hands_are_settled_by_the_next_key() -> None:
    setup = pairs(blocked={"rank": ["seat total", "side total"]})
    score = scored(setup, "0-3", "1-2", "6-6", "1-3")
    assert score.winning_side == THE_SECOND_PAIR
    assert scored(pairs(blocked={"rank": ["seat total"]}), "03", "12", "66", "13").points == (0, 0)


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


def test_the_next_tiles_of_a_pair_are_those_of_both_partners() -> None:
    setup = pairs(blocked={"rank": ["side total", "next tiles"]})
    # Both 17: 3, 6, 8 against 3, 4, 10.
    assert scored(setup, "1-2 3-5", "4-6", "2-4", "0-4 0-3").winning_side == THE_SECOND_PAIR


def test_hands_whose_tiles_weigh_the_same_one_by_one_are_drawn() -> None:
    setup = table(blocked={"rank": ["side total", "lightest tile", "next tiles"]})
    score = scored(setup, "0-3 1-5", "1-2 2-4")
    assert [type(reason) for reason in score.reasons] == [Compared, Compared, Compared, Drawn]
    assert score.points == (0, 0)

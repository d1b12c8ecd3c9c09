"""Who wins a round of Block, what it pays, and the steps that led there."""

from scorekeeper.rules import Ending
from scorekeeper.rules.options import Rank
from scorekeeper.rules.reasons import Awarded, Compared, Drawn, Mark, Term, WentOut
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    THE_FIRST_PAIR,
    THE_SECOND_PAIR,
    pairs,
    scored,
    table,
    tile,
)


def test_who_went_out_wins_whatever_the_others_hold() -> None:
    score = scored(table(players=3), "0-0", "6-6", "")
    assert score.ending is Ending.WENT_OUT
    assert (score.winning_seat, score.points) == (CIRO, (0, 0, 12))
    assert score.reasons == (WentOut(CIRO), Awarded(CIRO, (Term("opponents", 1, 12),), 12, 12))


def test_going_out_may_be_worth_nothing() -> None:
    score = scored(table(), "0-0", "")
    assert (score.winning_side, score.points) == (BEA, (0, 0))
    assert score.reasons[-1] == Awarded(BEA, (Term("opponents", 1, 0),), 0, 0)


def test_the_lightest_hand_wins_a_blocked_round() -> None:
    score = scored(table(players=3), "1-2 2-4", "5-5 3-4", "0-1 6-6")
    assert (score.ending, score.winning_seat, score.winning_side) == (Ending.BLOCKED, ANA, ANA)
    assert score.pips == (9, 17, 13)
    assert score.reasons == (
        Compared(Rank.SIDE_TOTAL, (Mark(ANA, (9,)), Mark(BEA, (17,)), Mark(CIRO, (13,))), (ANA,)),
        Awarded(ANA, (Term("opponents", 1, 30), Term("own", -1, 9)), 21, 21),
    )


def test_an_award_says_whether_it_adds_up_the_opponents_only() -> None:
    assert Awarded(CIRO, (Term("opponents", 1, 12),), 12, 12).adds_opponents_only
    less_the_own = (Term("opponents", 1, 30), Term("own", -1, 9))
    assert not Awarded(ANA, less_the_own, 21, 21).adds_opponents_only
    assert not Awarded(ANA, (Term("opponents", 2, 12),), 24, 24).adds_opponents_only


def test_a_tie_goes_to_the_lightest_tile() -> None:
    score = scored(table(), "5-5 3-4", "1-2 2-4 3-5")
    assert score.winning_seat == BEA
    assert score.reasons == (
        Compared(Rank.SIDE_TOTAL, (Mark(ANA, (17,)), Mark(BEA, (17,))), (ANA, BEA)),
        Compared(
            Rank.LIGHTEST_TILE,
            (Mark(ANA, (7,), (tile("3-4"),)), Mark(BEA, (3,), (tile("1-2"),))),
            (BEA,),
        ),
        Awarded(BEA, (Term("opponents", 1, 17), Term("own", -1, 17)), 0, 0),
    )


def test_a_tie_that_the_lightest_tile_does_not_settle_is_drawn() -> None:
    # Both 15, and 0-3 weighs what 1-2 weighs.
    score = scored(table(), "0-3 6-6", "1-2 2-4 3-3")
    assert (score.winning_side, score.winning_seat, score.points) == (None, None, (0, 0))
    assert score.pips == (15, 15)
    assert score.reasons == (
        Compared(Rank.SIDE_TOTAL, (Mark(ANA, (15,)), Mark(BEA, (15,))), (ANA, BEA)),
        Compared(
            Rank.LIGHTEST_TILE,
            (Mark(ANA, (3,), (tile("0-3"),)), Mark(BEA, (3,), (tile("1-2"),))),
            (ANA, BEA),
        ),
        Drawn((ANA, BEA)),
    )


def test_three_tie_and_two_with_the_same_lightest_tile_draw() -> None:
    score = scored(table(players=3), "1-2 2-4 3-5", "5-5 3-4", "0-3 4-6 0-4")
    assert (score.winning_side, score.points) == (None, (0, 0, 0))
    assert score.reasons[-1] == Drawn((ANA, CIRO))


def test_two_of_three_tie_and_the_third_is_out_whatever_its_tiles() -> None:
    # 17, 17 and 20: Ciro's 0-0 is the lightest tile of all, and counts for nothing.
    score = scored(table(players=3), "5-5 3-4", "1-2 2-4 3-5", "0-0 5-6 4-5")
    assert (score.winning_seat, score.points) == (BEA, (0, 20, 0))
    lightest = score.reasons[1]
    assert isinstance(lightest, Compared)
    assert [mark.side for mark in lightest.marks] == [ANA, BEA]


def test_a_pair_holds_the_tiles_of_both_partners() -> None:
    # 14 and 14: the second pair's lightest tile is Dani's.
    score = scored(pairs(), "1-3", "5-6", "4-6", "1-2")
    assert score.pips == (14, 14)
    assert score.winning_side == THE_SECOND_PAIR
    assert score.reasons[1] == Compared(
        Rank.LIGHTEST_TILE,
        (Mark(THE_FIRST_PAIR, (4,), (tile("1-3"),)), Mark(THE_SECOND_PAIR, (3,), (tile("1-2"),))),
        (THE_SECOND_PAIR,),
    )


def test_pairs_draw_where_their_lightest_tiles_weigh_the_same() -> None:
    score = scored(pairs(), "0-3", "1-2", "6-6", "2-4 3-3")
    assert (score.winning_side, score.points) == (None, (0, 0))
    assert score.reasons[-1] == Drawn((THE_FIRST_PAIR, THE_SECOND_PAIR))


def test_a_tie_between_partners_is_no_tie() -> None:
    score = scored(pairs(), "4-6", "4-5", "5-5", "6-6")
    assert (score.winning_side, score.points) == (THE_FIRST_PAIR, (1, 0))
    assert [type(reason) for reason in score.reasons] == [Compared, Awarded]


def test_the_partner_with_the_lighter_hand_wins_the_round_for_the_pair() -> None:
    score = scored(pairs(), "4-6", "5-5", "1-2", "6-6")
    assert (score.winning_side, score.winning_seat) == (THE_FIRST_PAIR, CIRO)
    terms = (Term("opponents", 1, 22), Term("partner", -1, 10), Term("own", -1, 3))
    assert score.reasons[-1] == Awarded(THE_FIRST_PAIR, terms, 9, 9)


def test_a_seat_wins_the_round_for_its_partner_too() -> None:
    score = scored(pairs(), "6-6 5-6", "0-1", "4-4", "")
    assert (score.winning_seat, score.winning_side) == (DANI, THE_SECOND_PAIR)
    assert score.pips == (31, 1)
    assert score.points == (0, 31)


def test_a_blocked_hand_of_nothing_but_the_double_blank_pays_all_the_others_hold() -> None:
    score = scored(table(), "0-0", "6-6")
    assert score.points == (12, 0)
    assert score.reasons[-1] == Awarded(ANA, (Term("opponents", 1, 12),), 12, 12)

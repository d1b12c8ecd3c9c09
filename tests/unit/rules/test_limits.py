"""The games that are lost by reaching a limit: Hungarian and French.

Neither source has an example in numbers; these were reckoned by hand.
"""

import pytest

from scorekeeper.rules import Ending, Lead, Moment, Round, Setup, Standing, score_round
from scorekeeper.rules.options import Leader
from scorekeeper.rules.reasons import RoundScore
from tests.unit.rules.example import ANA, BEA, CIRO, DANI, leaving, scored, table

HUNGARIAN = table("hungarian", 3)
FRENCH = table("french", 4)
ANY_ROUND = leaving("1-2", "3-4", "5-6")


def paying(*points: int) -> RoundScore:
    return RoundScore(Ending.BLOCKED, None, None, points, points)


def after(setup: Setup, *points: tuple[int, ...], played: Round = ANY_ROUND) -> Standing:
    standing = Standing.start(setup)
    for each in points:
        standing = standing.after(played, paying(*each))
    return standing


def test_in_hungarian_each_adds_what_is_left() -> None:
    # 3 + 6, 10 and 5 + 12.
    score = scored(HUNGARIAN, "1-2 2-4", "5-5", "1-4 6-6")
    assert (score.ending, score.winning_side, score.points) == (Ending.BLOCKED, None, (9, 10, 17))
    score = scored(HUNGARIAN, "1-2 2-4", "", "1-4 6-6")
    assert (score.ending, score.points) == (Ending.WENT_OUT, (9, 0, 17))


def test_in_hungarian_several_may_go_out() -> None:
    score = scored(HUNGARIAN, "", "5-5", "")
    assert (score.ending, score.winning_side, score.points) == (Ending.WENT_OUT, None, (0, 10, 0))
    assert scored(HUNGARIAN, "", "", "").points == (0, 0, 0)


def test_reaching_a_hundred_loses_and_the_lowest_came_best() -> None:
    standing = after(HUNGARIAN, (60, 70, 40), (39, 29, 50))
    assert (standing.over, standing.to_go) == (False, (1, 1, 10))
    standing = after(HUNGARIAN, (60, 70, 40), (40, 29, 50))
    assert (standing.totals, standing.winner, standing.losers) == ((100, 99, 90), CIRO, (ANA,))


def test_a_house_may_want_a_hundred_exceeded() -> None:
    setup = table("hungarian", 3, match={"test": "exceed"})
    assert not after(setup, (100, 50, 40)).over
    assert after(setup, (101, 50, 40)).losers == (ANA,)


def test_of_two_past_a_hundred_in_one_round_both_lose_and_the_lowest_wins() -> None:
    standing = after(HUNGARIAN, (90, 95, 70), (20, 30, 10))
    assert (standing.winner, standing.losers) == (CIRO, (ANA, BEA))


def test_of_all_past_a_hundred_the_lowest_wins_and_has_not_lost() -> None:
    standing = after(HUNGARIAN, (90, 95, 99), (20, 30, 10))
    assert (standing.totals, standing.winner) == ((110, 125, 109), CIRO)
    assert standing.losers == (ANA, BEA)


def test_equal_lowest_play_on() -> None:
    standing = after(HUNGARIAN, (90, 60, 50), (10, 5, 15))
    assert (standing.totals, standing.over, standing.losers) == ((100, 65, 65), False, ())
    assert standing.leaders == (BEA, CIRO)
    standing = standing.after(ANY_ROUND, paying(0, 3, 4))
    assert (standing.winner, standing.losers) == (BEA, (ANA,))


def test_a_correction_may_bring_a_match_back_from_its_limit() -> None:
    standing = after(HUNGARIAN, (90, 50, 50), (10, 0, 0), (-20, 5, 0))
    assert not standing.over
    assert standing.totals == (80, 55, 50)


# 2 × (3 + 2), for 1-1 is a double; 7; 9.
FRENCH_ROUND = ("1-2 1-1", "3-4", "", "4-5")


def test_in_french_a_hand_with_a_double_counts_twice() -> None:
    score = scored(FRENCH, *FRENCH_ROUND)
    assert (score.winning_side, score.pips, score.points) == (CIRO, (10, 7, 0, 9), (10, 7, 0, 9))
    blocked = scored(FRENCH, "1-2 1-1", "3-4", "0-0", "4-5")
    assert (blocked.winning_side, blocked.points) == (None, (10, 7, 0, 9))


def test_at_a_hundred_a_french_player_is_out_and_the_last_one_in_wins() -> None:
    standing = after(FRENCH, (100, 40, 50, 60))
    assert (standing.put_out, standing.over, standing.leaders) == ((ANA,), False, (BEA,))
    assert standing.moment.put_out == (ANA,)
    standing = standing.after(ANY_ROUND, paying(0, 60, 40, 40))
    assert (standing.put_out, standing.over) == ((ANA, BEA, DANI), True)
    assert (standing.winner, standing.losers) == (CIRO, (ANA, BEA, DANI))


def test_of_the_last_ones_past_the_limit_together_the_lowest_stays_in() -> None:
    standing = after(FRENCH, (100, 100, 90, 95), (0, 0, 30, 20))
    assert (standing.totals[2:], standing.winner) == ((120, 115), DANI)
    assert standing.losers == (ANA, BEA, CIRO)


def test_the_last_ones_past_the_limit_at_the_same_total_play_on() -> None:
    standing = after(FRENCH, (100, 100, 90, 95), (0, 0, 20, 15))
    assert (standing.put_out, standing.over) == ((ANA, BEA), False)
    standing = standing.after(ANY_ROUND, paying(0, 0, 5, 1))
    assert (standing.put_out, standing.winner) == ((ANA, BEA, CIRO), DANI)


WITHOUT_ANA = Moment(number=5, put_out=(ANA,))


def test_who_is_out_of_the_match_neither_plays_nor_pays() -> None:
    score = score_round(FRENCH, leaving("", "3-4", "", "4-5"), WITHOUT_ANA)
    assert (score.ending, score.winning_side, score.points) == (
        Ending.WENT_OUT,
        CIRO,
        (0, 7, 0, 9),
    )
    score = score_round(FRENCH, leaving("", "3-4", "5-6", "4-5"), WITHOUT_ANA)
    assert (score.ending, score.points) == (Ending.BLOCKED, (0, 7, 11, 9))
    assert len(score.reasons) == 3


@pytest.mark.parametrize(("opener", "leads"), [(ANA, BEA), (BEA, DANI), (DANI, ANA)])
def test_the_lead_passes_over_who_is_out(opener: int, leads: int) -> None:
    setup = table("french", 4, lead={"next": "passes left"})
    played = leaving("1-2", "3-4", "", "5-6", opener=opener)
    standing = Standing.start(setup).after(played, paying(0, 0, 100, 0))
    assert standing.lead == Lead(Leader.PASSES_LEFT, seat=leads)


def test_a_winner_who_is_out_does_not_lead() -> None:
    played = leaving("1-2", "3-4", "", "5-6")
    score = RoundScore(Ending.WENT_OUT, CIRO, CIRO, (), (0, 0, 100, 0))
    standing = Standing.start(FRENCH).after(played, score)
    assert standing.lead == Lead(Leader.WINNER_WITH_A_DOUBLE, seat=DANI)

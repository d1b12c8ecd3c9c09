"""Italian: every tile laid counts, and whoever brings the table to a mark scores.

The source pays its marks differently (the game's file says how); these were counted by hand.
"""

import pytest

from scorekeeper.rules import Code, Correction, Ending, Round, RuleError, Setup, Standing, faults
from scorekeeper.rules.reasons import Hit, NotCounted, Reached, Uncounted
from scorekeeper.rules.scoring import score_round
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    concerned,
    laid,
    leaving,
    standing_after,
    table,
    tile,
)

ITALIAN = table("italian", 3)
PASSING = table("italian", 3, plays={"passing": True})

# 12, 23, 33, 42: 30 is passed, not met.
PAST_THIRTY = ((ANA, "6-6"), (BEA, "5-6"), (CIRO, "4-6"), (ANA, "3-6"))
# 12, 23, 30: Ciro's 2-5 brings it to 30 exactly.
TO_THIRTY = ((ANA, "6-6"), (BEA, "5-6"), (CIRO, "2-5"))
# 12, 22, 30 (Ciro); 40, 49, 50 (Ciro); 61, 70 (Bea); 79, 87, 94, 100 (Ciro).
THROUGH = (
    *((ANA, "6-6"), (BEA, "4-6"), (CIRO, "2-6")),
    *((ANA, "5-5"), (BEA, "4-5"), (CIRO, "0-1")),
    *((ANA, "5-6"), (BEA, "3-6"), (CIRO, "6-3")),
)
END = ((ANA, "4-4"), (BEA, "3-4"), (CIRO, "0-6"))


def points(setup: Setup, played: Round) -> tuple[int, ...]:
    return score_round(setup, played).points


def code(setup: Setup, played: Round) -> Code:
    with pytest.raises(RuleError) as refused:
        score_round(setup, played)
    return refused.value.code


def test_whoever_meets_a_mark_scores_ten() -> None:
    score = score_round(ITALIAN, laid(*TO_THIRTY))
    assert (score.ending, score.winning_side, score.pips) == (Ending.PLAYED, None, (0, 0, 0))
    assert score.points == (0, 0, 10)
    assert score.reasons == (Hit(CIRO, tile("2-5"), 30, 10),)


def test_a_mark_passed_is_missed() -> None:
    assert points(ITALIAN, laid(*PAST_THIRTY)) == (0, 0, 0)


def test_in_some_houses_a_mark_may_be_passed() -> None:
    assert score_round(PASSING, laid(*PAST_THIRTY)).reasons == (
        Hit(CIRO, tile("4-6"), 30, 10, passed=True),
    )
    assert points(PASSING, laid(*TO_THIRTY)) == (0, 0, 10)


def test_one_tile_may_pass_several_marks() -> None:
    close = table("italian", 3, plays={"marks": [10, 11, 30], "passing": True})
    assert points(close, laid((BEA, "6-6"))) == (0, 20, 0)


def test_every_mark_counts() -> None:
    # 30 and 50 by Ciro, 70 by Bea.
    met = score_round(ITALIAN, laid(*THROUGH[:8])).reasons
    assert [(hit.seat, hit.total) for hit in met if isinstance(hit, Hit)] == [
        (CIRO, 30),
        (CIRO, 50),
        (BEA, 70),
    ]
    assert points(ITALIAN, laid(*THROUGH[:8])) == (0, 10, 20)


def test_the_round_is_over_at_a_hundred() -> None:
    # 70, 78, 85, 91, 100.
    to_a_hundred = (*THROUGH[:8], *END, (ANA, "0-2"), (BEA, "2-5"))
    assert sum(tile(text).pips for _, text in to_a_hundred) == 100
    assert points(ITALIAN, laid(*to_a_hundred)) == (0, 20, 20)
    (fault,) = faults(ITALIAN, laid(*to_a_hundred, (CIRO, "0-0")))
    assert concerned(fault) == (Code.PLAY_AFTER_END, ("0-0",), (CIRO,))
    assert fault.detail == {"last": 100}


def test_a_round_may_run_out_of_tiles_before() -> None:
    assert points(ITALIAN, laid()) == (0, 0, 0)


def test_what_is_laid_comes_from_the_box_and_from_somebody_at_the_table() -> None:
    assert code(ITALIAN, laid((ANA, "6-7"))) is Code.TILE_NOT_IN_SET
    assert code(ITALIAN, laid((3, "6-6"))) is Code.UNKNOWN_SEAT
    (fault,) = faults(ITALIAN, laid((-1, "6-6"), (ANA, "6-6"), (ANA, "6-6")))
    assert fault.code is Code.UNKNOWN_SEAT


def test_hands_and_tiles_as_they_were_laid_belong_to_different_games() -> None:
    assert code(ITALIAN, leaving("1-2", "3-4", "")) is Code.PLAYS_ONLY
    assert code(table(), laid((ANA, "6-6"))) is Code.NOT_PLAYS


def test_tens_may_be_given_by_hand() -> None:
    assert points(ITALIAN, Round(tally=((10,), (), (20,)))) == (10, 0, 20)
    assert points(ITALIAN, Round(corrections=(Correction(BEA, 10),))) == (0, 10, 0)


def test_fifty_wins() -> None:
    standing = Standing.start(ITALIAN)
    for tens in ((20, 0, 0), (20, 10, 0), (10, 10, 0)):
        played = Round(tally=tuple((points,) for points in tens))
        standing = standing.after(played, score_round(ITALIAN, played))
    assert (standing.totals, standing.winner) == ((50, 20, 0), ANA)


# "The first player to reach or pass 50 points is the winner."
def test_whoever_reaches_fifty_first_has_won_at_that_tile() -> None:
    forty = Round(corrections=(Correction(BEA, 40), Correction(CIRO, 30)))
    # Ciro brings the table to 30 and 50; Bea, who also needs 10, brings it to 70 after that.
    played = laid(*THROUGH[:8])
    standing = standing_after(ITALIAN, forty, played)
    assert (standing.totals, standing.winner) == ((0, 40, 50), CIRO)
    reasons = score_round(ITALIAN, played, standing_after(ITALIAN, forty).moment).reasons
    assert reasons[-2:] == (Reached((CIRO,), 50, True), NotCounted(BEA, 10, 50, Uncounted.TOO_LATE))


def test_tiles_after_the_winning_one_are_allowed_and_change_nothing() -> None:
    thirty = Round(corrections=(Correction(CIRO, 30),))
    moment = standing_after(ITALIAN, thirty).moment
    for more in range(6, 9):
        score = score_round(ITALIAN, laid(*THROUGH[:more]), moment)
        assert score.points == (0, 0, 20)
        assert Reached((CIRO,), 50, more > 6) in score.reasons


def test_tens_by_hand_beside_tiles_that_score_have_no_order() -> None:
    forty = Round(corrections=(Correction(BEA, 40), Correction(CIRO, 30)))
    played = laid(*THROUGH[:6], tally=((), (10, 10), ()))
    assert standing_after(ITALIAN, forty, played).winner == BEA


def test_a_match_of_before_is_won_by_the_highest_total() -> None:
    before = table("italian", 3, match={"at_once": False})
    forty = Round(corrections=(Correction(BEA, 40), Correction(CIRO, 30)))
    standing = standing_after(before, forty, laid(*THROUGH[:8]))
    assert (standing.totals, standing.level) == ((0, 50, 50), (BEA, CIRO))

"""The games of which totals are entered, the trains and the chickens, and All Fives.

Their sources give no round in numbers but the worth of single tiles; the rest was reckoned by hand.
"""

import pytest

from scorekeeper.rules import Code, PipsHand, Setup, Standing, score_round
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    Entry,
    concerned,
    leaving,
    refusal,
    scored,
    table,
    tile,
)

ALL_FIVES = table("all-fives")
TRAIN = table("mexican-train", 3)
CHICKEN = table("chicken-foot", 3)
RUMMIKUB = table("rummikub", 4)
TRIOMINOS = table("triominos", 3)


@pytest.mark.parametrize(
    ("left", "points"),
    # To the nearest five: 12 is 10, 13 is 15.
    [("6-6", 10), ("6-6 0-1", 15), ("1-1", 0), ("1-2", 5), ("5-5", 10), ("", 0)],
)
def test_all_fives_rounds_to_the_nearest_five(left: str, points: int) -> None:
    assert scored(ALL_FIVES, left or "0-0", "").points == (0, points)


def test_all_fives_rounds_a_blocked_round_too() -> None:
    # 17 to the nearest five.
    assert scored(ALL_FIVES, "1-2 2-4", "5-5 3-4").points == (15, 0)


def test_what_was_made_in_play_counts_for_everybody() -> None:
    assert scored(ALL_FIVES, "6-6", "", tally=((15,), (5,))).points == (15, 15)
    # Partners make their points together, each in turn.
    four = table("all-fives", 4, partners=True)
    assert scored(four, "6-6", "1-2", "", "5-5", tally=((5,), (10,), (15,), (20,))).points == (
        35,
        30,
    )


@pytest.mark.parametrize(("mode", "points"), [("nearest", 10), ("up", 15), ("down", 10)])
def test_a_house_may_round_up_or_down(mode: str, points: int) -> None:
    setup = table("all-fives", rounding={"mode": mode})
    assert scored(setup, "6-6", "").points == (0, points)


def test_flat_amounts_are_not_rounded() -> None:
    setup = table("all-fives", out={"winner": {"flat": 3}})
    assert scored(setup, "6-6", "").points == (0, 13)


def test_in_mexican_train_each_adds_what_is_left() -> None:
    score = scored(TRAIN, "12-12 0-0", "", "5-6")
    assert (score.winning_side, score.points) == (BEA, (24, 0, 11))
    blocked = scored(TRAIN, "12-12", "7-8", "5-6")
    assert (blocked.winning_side, blocked.points) == (None, (24, 15, 11))


@pytest.mark.parametrize(("weight", "points"), [(25, 25), (50, 50)])
def test_the_double_blank_of_mexican_train_weighs_more_in_some_houses(
    weight: int, points: int
) -> None:
    setup = table("mexican-train", 3, weights={"tile": {"0-0": weight}})
    assert scored(setup, "0-0", "", "5-6").points == (points, 0, 11)


def test_the_double_blank_of_chicken_foot_weighs_fifty() -> None:
    assert scored(CHICKEN, "0-0 0-9", "", "9-9").points == (59, 0, 18)


def test_each_blank_half_weighs_twenty_five_in_some_houses() -> None:
    rules = {"tile": {}, "blank_end": 25}
    setup = table("chicken-foot", 3, weights=rules)
    # Tables merge: the double blank keeps its own fifty, which is what two halves weigh.
    assert scored(setup, "0-0", "", "0-9 1-2").points == (50, 0, 37)


def test_a_double_weighs_one_of_its_halves_in_some_houses() -> None:
    setup = table("chicken-foot", 3, weights={"double": "half"})
    assert scored(setup, "9-9", "", "0-0 4-5").points == (9, 0, 59)


def test_trains_may_be_counted() -> None:
    score = scored(TRAIN, 24, 0, 11)
    assert (score.winning_side, score.points) == (BEA, (24, 0, 11))
    # In Chicken Foot the fifty of the double blank is in what was counted.
    assert scored(CHICKEN, 218, 0, 11).points == (218, 0, 11)


@pytest.mark.parametrize("setup", [CHICKEN, RUMMIKUB])
def test_a_total_is_not_negative(setup: Setup) -> None:
    hands = [5, -1, -3, 4][: setup.players]
    error = refusal(setup, *hands)
    assert concerned(error) == (Code.NEGATIVE_TOTAL, (), (BEA, CIRO))


def test_ninety_two_tiles_are_more_than_the_box_of_mexican_train_holds() -> None:
    assert len(TRAIN.box) == 91
    assert refusal(TRAIN, PipsHand(999, count=92), 0, 5).code is Code.TOO_MANY_TILES
    whole = " ".join(map(str, TRAIN.box))
    error = refusal(TRAIN, whole, "", "5-6")
    assert error.code is Code.TILE_IN_TWO_HANDS
    assert refusal(TRAIN, whole, "", "13-13").code is Code.TILE_NOT_IN_SET


def play(setup: Setup, *rounds: tuple[Entry, ...]) -> Standing:
    standing = Standing.start(setup)
    for hands in rounds:
        played = leaving(*hands)
        standing = standing.after(played, score_round(setup, played, standing.moment))
    return standing


def test_after_the_agreed_rounds_the_lowest_wins() -> None:
    setup = table("mexican-train", 3, match={"goal": 2})
    standing = play(setup, (24, 0, 11))
    assert (standing.to_go, standing.leaders, standing.over) == ((1, 1, 1), (BEA,), False)
    standing = play(setup, (24, 0, 11), (0, 12, 2))
    assert (standing.winner, standing.losers) == (BEA, ())


def test_a_tie_at_the_end_plays_on() -> None:
    setup = table("mexican-train", 3, match={"goal": 2})
    tied = (24, 0, 11), (5, 11, 0)
    standing = play(setup, *tied)
    assert (standing.totals, standing.over, standing.to_go) == ((29, 11, 11), False, (0, 0, 0))
    standing = play(setup, *tied, (3, 0, 4))
    assert (standing.rounds, standing.winner) == (3, BEA)


def test_in_rummikub_the_winner_gains_what_the_others_lose() -> None:
    # 5 + 16 + 3 = 24. A joker left over counts 30: 33 instead of 3.
    assert scored(RUMMIKUB, 0, 5, 16, 3).points == (24, -5, -16, -3)
    assert scored(RUMMIKUB, 0, 5, 16, 33).points == (54, -5, -16, -33)
    assert RUMMIKUB.game.weights.joker == 30


def test_when_the_pool_is_empty_the_differences_are_paid() -> None:
    # Dani's 3 is lowest: 5 − 3, 16 − 3 and 10 − 3.
    score = scored(RUMMIKUB, 10, 5, 16, 3)
    assert (score.winning_side, score.points) == (3, (-7, -2, -13, 22))
    assert scored(RUMMIKUB, 3, 5, 16, 3).points == (0, 0, 0, 0)


def test_rummikub_is_won_by_the_highest_after_the_agreed_rounds() -> None:
    four = [(0, 5, 16, 3), (8, 0, 2, 1), (0, 7, 7, 7), (9, 9, 9, 0)]
    standing = play(RUMMIKUB, *four)
    assert (standing.totals, sum(standing.totals), standing.winner) == ((28, -10, -34, 16), 0, ANA)


def test_the_pieces_of_a_game_of_totals_are_not_dominoes() -> None:
    error = refusal(RUMMIKUB, 0, "5-6", 16, 3)
    assert concerned(error) == (Code.TOTALS_ONLY, ("5-6",), (BEA,))
    error = refusal(RUMMIKUB, 0, PipsHand(5, lightest=tile("0-1")), 16, 3)
    assert error.code is Code.TOTALS_ONLY
    assert refusal(RUMMIKUB, 0, 0, 16, 3).code is Code.SEVERAL_EMPTY_HANDS


def test_going_out_of_triominos_pays_twenty_five_and_the_rest() -> None:
    assert scored(TRIOMINOS, 0, 12, 9).points == (46, 0, 0)
    # 40 made with a bridge, 10 lost on drawn tiles.
    assert scored(TRIOMINOS, 0, 12, 9, tally=((40,), (-10,), ())).points == (86, -10, 0)


def test_a_blocked_round_of_triominos_pays_what_the_others_hold_less_the_own_tiles() -> None:
    # Goliath: "These points are however subtracted from his score, whereas the total of the other
    # players is added to his score": 12 + 9 − 4.
    assert scored(TRIOMINOS, 4, 12, 9).points == (17, 0, 0)
    assert scored(TRIOMINOS, 4, 4, 9).points == (0, 0, 0)

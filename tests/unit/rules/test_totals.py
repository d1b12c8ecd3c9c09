"""The games of which totals are entered, the trains and the chickens, and All Fives.

Their sources give no round in numbers but the worth of single tiles; the rest was reckoned by hand.
"""

from scorekeeper.rules import Code, PipsHand, Setup, Standing, score_round
from tests.unit.rules.example import ANA, BEA, Entry, leaving, refusal, scored, table

TRAIN = table("mexican-train", 3)
RUMMIKUB = table("rummikub", 4)


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


def test_rummikub_is_won_by_the_highest_after_the_agreed_rounds() -> None:
    four = [(0, 5, 16, 3), (8, 0, 2, 1), (0, 7, 7, 7), (9, 9, 9, 0)]
    standing = play(RUMMIKUB, *four)
    assert (standing.totals, sum(standing.totals), standing.winner) == ((28, -10, -34, 16), 0, ANA)

"""The keys that rank a blocked round, beyond those of Block."""

from scorekeeper.rules import Setup
from scorekeeper.rules.options import Rank
from scorekeeper.rules.reasons import Compared, Drawn, Mark
from tests.unit.rules.example import ANA, BEA, CIRO, scored, table, tile

# 9 each: Ana holds a double, Bea and Ciro none.
NINE_EACH = ("3-3 1-2", "4-5", "3-6")


def ranked(*rank: str, players: int = 3) -> Setup:
    return table(players=players, blocked={"rank": ["side total", *rank]})


def test_the_fewest_doubles_may_settle_a_tie() -> None:
    score = scored(ranked("fewest doubles"), *NINE_EACH)
    assert score.reasons[1] == Compared(
        Rank.FEWEST_DOUBLES,
        (Mark(ANA, (1,), (tile("3-3"),)), Mark(BEA, (0,)), Mark(CIRO, (0,))),
        (BEA, CIRO),
    )
    assert score.winning_side is None
    assert scored(ranked("fewest doubles", players=2), *NINE_EACH[:2]).winning_side == BEA


def test_whoever_led_wins_only_a_tie_of_their_own() -> None:
    # Ana and Bea hold 9, Ciro 11: that Ciro led settles nothing.
    score = scored(ranked("opener's side"), "3-3 1-2", "4-5", "5-6", opener=CIRO)
    assert score.reasons[-1] == Drawn((ANA, BEA))


def test_of_three_who_tie_the_blocker_loses_and_the_others_draw() -> None:
    score = scored(ranked("not the blocker's side"), *NINE_EACH, blocker=ANA)
    assert score.reasons[-1] == Drawn((BEA, CIRO))


def test_every_hand_is_weighed_as_the_game_weighs_it() -> None:
    setup = table(weights={"tile": {"0-0": 50}})
    score = scored(setup, "0-0", "5-6")
    assert (score.winning_side, score.pips) == (BEA, (50, 11))
    # Their lightest tiles are compared by their pips.
    tied = table(weights={"tile": {"0-0": 11}})
    assert scored(tied, "0-0", "5-6").winning_side == ANA

"""The keys that rank a blocked round, beyond those of Block."""

import pytest

from scorekeeper.rules import Code, Setup
from scorekeeper.rules.options import Rank
from scorekeeper.rules.reasons import Compared, Drawn, Mark
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    THE_FIRST_PAIR,
    THE_SECOND_PAIR,
    pairs,
    refusal,
    scored,
    table,
    tile,
)

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


def test_counting_doubles_needs_the_tiles() -> None:
    error = refusal(ranked("fewest doubles", players=2), "3-3 1-2", 9)
    assert (error.code, error.seats) == (Code.TILES_NEEDED, (BEA,))


@pytest.mark.parametrize("key", ["blocker", "blocker's side"])
def test_whoever_blocked_may_win_a_tie(key: str) -> None:
    setup = ranked(key)
    assert scored(setup, *NINE_EACH, blocker=CIRO).winning_seat == CIRO
    assert refusal(setup, *NINE_EACH).code is Code.BLOCKER_NEEDED
    assert scored(setup, "1-2", "4-5", "3-6").winning_seat == ANA


def test_whoever_led_may_win_a_tie() -> None:
    setup = ranked("opener's side")
    assert scored(setup, *NINE_EACH, opener=BEA).winning_seat == BEA
    assert refusal(setup, *NINE_EACH).code is Code.OPENER_NEEDED


def test_whoever_led_wins_only_a_tie_of_their_own() -> None:
    # Ana and Bea hold 9, Ciro 11: that Ciro led settles nothing.
    score = scored(ranked("opener's side"), "3-3 1-2", "4-5", "5-6", opener=CIRO)
    assert score.reasons[-1] == Drawn((ANA, BEA))


def test_of_three_who_tie_the_blocker_loses_and_the_others_draw() -> None:
    score = scored(ranked("not the blocker's side"), *NINE_EACH, blocker=ANA)
    assert score.reasons[-1] == Drawn((BEA, CIRO))


def test_partners_win_and_lose_together_by_who_blocked() -> None:
    tied = ("1-3", "1-2", "4-6", "5-6")
    for key, winner in [
        ("blocker's side", THE_SECOND_PAIR),
        ("not the blocker's side", THE_FIRST_PAIR),
    ]:
        setup = pairs(blocked={"rank": ["side total", key]})
        assert scored(setup, *tied, blocker=DANI).winning_side == winner


def test_the_first_key_may_be_who_led() -> None:
    setup = table(blocked={"rank": ["opener's side"]})
    assert scored(setup, "6-6", "0-1", opener=ANA).winning_seat == ANA


def test_every_hand_is_weighed_as_the_game_weighs_it() -> None:
    setup = table(weights={"tile": {"0-0": 50}})
    score = scored(setup, "0-0", "5-6")
    assert (score.winning_side, score.pips) == (BEA, (50, 11))
    # Their lightest tiles are compared by their pips.
    tied = table(weights={"tile": {"0-0": 11}})
    assert scored(tied, "0-0", "5-6").winning_side == ANA


def test_where_everyone_adds_their_own_a_tie_has_no_winner() -> None:
    setup = table(
        blocked={"tie": "everyone", "rank": ["side total"], "losers": {"own": 1}},
    )
    assert scored(setup, "4-5", "3-6").points == (9, 9)
    assert scored(setup, "1-2", "3-6").points == (6, 9)


def test_where_only_the_blocker_and_the_next_count_their_partners_do_not() -> None:
    setup = pairs(blocked={"among": "blocker and next", "rank": ["side total"]})
    assert scored(setup, "1-1", "0-3", "6-6", "0-0", blocker=ANA).winning_side == THE_FIRST_PAIR

"""Rounds of the games played by pairs with every tile dealt, and of Draw and the double nine.

The sources of these games give rules without numbers (each game's file names them), so the rounds
were made and reckoned by hand. Ana and Ciro play against Bea and Dani.
"""

from copy import deepcopy
from typing import Any

import pytest

from scorekeeper.rules import Code, Moment, Standing, load_game, score_round
from scorekeeper.rules.reasons import Claimed, Compared, RoundScore
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    THE_FIRST_PAIR,
    THE_SECOND_PAIR,
    Case,
    claiming,
    leaving,
    pairs,
    refusal,
    scored,
    table,
)

# 3 + 10 against 9 + 6: 13 to 15. The lightest single hand is Ana's 3.
BLOCKED = ("1-2", "4-5", "5-5", "2-4")
# Ciro went out; Ana holds 12, Bea and Dani 9 and 6.
OUT = ("6-6", "4-5", "", "2-4")
# 4 + 10 against 3 + 11: 14 to 14. The lightest single hand is Bea's 3.
TIED = ("1-3", "1-2", "4-6", "5-6")
# 3 + 12 against 3 + 6: the lightest hands, Ana's and Bea's, weigh the same.
TIED_HANDS = ("0-3", "1-2", "6-6", "2-4")

CASES = [
    # The losers' 15 alone; a tie is drawn.
    Case("partnership: blocked", pairs("partnership"), BLOCKED, THE_FIRST_PAIR, (15, 0)),
    Case("partnership: out", pairs("partnership"), OUT, THE_FIRST_PAIR, (15, 0)),
    Case("partnership: tie", pairs("partnership"), TIED, None, (0, 0)),
    Case("formal: blocked", pairs("dominican-formal"), BLOCKED, THE_FIRST_PAIR, (15, 0)),
    Case("formal: out", pairs("dominican-formal"), OUT, THE_FIRST_PAIR, (15, 0)),
    Case("formal: tie", pairs("dominican-formal"), TIED, None, (0, 0)),
    Case("double nine: blocked", pairs("cuban-double-nine"), BLOCKED, THE_FIRST_PAIR, (15, 0)),
    Case("double nine: 8-9", pairs("cuban-double-nine"), ("8-9", "", "0-9", "0-0"), 1, (0, 26)),
    Case("double nine: tie", pairs("cuban-double-nine"), TIED, None, (0, 0)),
    # Blocked: all four hands, 28. Out: the opponents' 15 and the partner's 12.
    Case("san juan: blocked", pairs("puerto-rico-san-juan"), BLOCKED, THE_FIRST_PAIR, (28, 0)),
    Case("san juan: out", pairs("puerto-rico-san-juan"), OUT, THE_FIRST_PAIR, (27, 0)),
    Case("san juan: tie", pairs("puerto-rico-san-juan"), TIED, None, (0, 0)),
    # Bea's 3 is the lightest hand though the pairs tie: every tile, 28.
    Case("patio: blocked", pairs("dominican-patio"), TIED, THE_SECOND_PAIR, (0, 28)),
    Case("patio: out", pairs("dominican-patio"), OUT, THE_FIRST_PAIR, (27, 0)),
    Case("brazil to 100: blocked", pairs("brazil-to-100"), BLOCKED, THE_FIRST_PAIR, (15, 0)),
    Case("brazil to 100: out", pairs("brazil-to-100"), OUT, THE_FIRST_PAIR, (15, 0)),
    Case("brazil to six: blocked", pairs("brazil-to-six"), BLOCKED, THE_FIRST_PAIR, (1, 0)),
    Case("brazil to six: out", pairs("brazil-to-six"), OUT, THE_FIRST_PAIR, (1, 0)),
    # The other hand's 17 less the own 9; between pairs 15 less 13.
    Case("draw: two, blocked", table("draw"), ("1-2 2-4", "5-5 3-4"), ANA, (8, 0)),
    Case("draw: two, out", table("draw"), ("1-2 2-4", ""), BEA, (0, 9)),
    Case("draw: pairs, blocked", pairs("draw"), BLOCKED, THE_FIRST_PAIR, (2, 0)),
    Case("draw: tie", table("draw"), ("1-2 2-4 3-5", "5-5 3-4"), None, (0, 0)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_round_is_worth_what_its_game_says(case: Case) -> None:
    score = scored(case.setup, *case.hands)
    assert (score.winning_side, score.points) == (case.winner, case.points)


@pytest.mark.parametrize(("opener", "winner"), [(ANA, 0), (BEA, 1), (CIRO, 0), (DANI, 1)])
def test_in_the_patio_equal_lightest_hands_go_to_who_led(opener: int, winner: int) -> None:
    score = scored(pairs("dominican-patio"), *TIED_HANDS, opener=opener)
    # 3 + 3 + 12 + 6: every tile.
    assert (score.winning_side, score.points[winner]) == (winner, 24)


def test_the_patio_asks_who_led_only_where_that_decides() -> None:
    assert refusal(pairs("dominican-patio"), *TIED_HANDS).code is Code.OPENER_NEEDED
    assert scored(pairs("dominican-patio"), *BLOCKED).winning_side == THE_FIRST_PAIR
    assert scored(pairs("dominican-patio"), *OUT).winning_side == THE_FIRST_PAIR


@pytest.mark.parametrize("game", ["brazil-to-100", "brazil-to-six"])
@pytest.mark.parametrize(("blocker", "winner"), [(ANA, 1), (BEA, 0), (CIRO, 1), (DANI, 0)])
def test_in_brazil_a_tie_goes_against_who_blocked(game: str, blocker: int, winner: int) -> None:
    score = scored(pairs(game), *TIED, blocker=blocker)
    assert score.winning_side == winner
    assert score.points[winner] == (14 if game == "brazil-to-100" else 1)


def test_two_play_brazil_to_a_hundred_too() -> None:
    # "jogar-se em 2 jogadores com 7 pedras cada um e 14 pedras para comprar"
    brazil = table("brazil-to-100")
    assert (brazil.dealt, len(brazil.box) - 2 * brazil.dealt, brazil.partners) == (7, 14, False)
    assert scored(brazil, "1-2 2-4", "5-5 3-4").points == (17, 0)
    assert scored(brazil, "1-2", "0-3", blocker=ANA).winning_side == BEA


@pytest.mark.parametrize("game", ["brazil-to-100", "brazil-to-six"])
def test_brazil_asks_who_blocked_only_where_that_decides(game: str) -> None:
    assert refusal(pairs(game), *TIED).code is Code.BLOCKER_NEEDED
    assert scored(pairs(game), *BLOCKED).winning_side == THE_FIRST_PAIR


@pytest.mark.parametrize(
    ("claims", "points"),
    [
        ([], 1),
        (["carroça"], 2),
        (["lá-e-lô"], 3),
        # Crossed: on a double, at both ends.
        (["carroça", "lá-e-lô"], 6),
    ],
)
def test_going_out_in_style_counts_more_in_brazil(claims: list[str], points: int) -> None:
    score = scored(pairs("brazil-to-six"), *OUT, events=claiming(*claims))
    assert score.points == (points, 0)


def test_the_crossed_finish_of_brazil_may_count_four() -> None:
    bonus = deepcopy(load_game("brazil-to-six").definition["bonus"])
    bonus[-1]["times"] = 4
    both = claiming("carroça", "lá-e-lô")
    assert scored(pairs("brazil-to-six", bonus=bonus), *OUT, events=both).points == (4, 0)
    # A match from before there was such a bonus multiplies the two.
    assert scored(pairs("brazil-to-six", bonus=bonus[:-1]), *OUT, events=both).points == (6, 0)


def in_puerto_rico(number: int, *claims: str, hands: tuple[str, ...] = OUT) -> RoundScore:
    played = leaving(*hands, events=claiming(*claims))
    return score_round(pairs("puerto-rico-500"), played, Moment(number))


@pytest.mark.parametrize(("number", "prize"), [(1, 100), (2, 75), (3, 50), (4, 25), (5, 0)])
def test_the_first_rounds_of_five_hundred_have_prizes(number: int, prize: int) -> None:
    assert in_puerto_rico(number).points == (27 + prize, 0)
    assert in_puerto_rico(number, hands=BLOCKED).points == (28 + prize, 0)
    assert in_puerto_rico(number, hands=TIED).points == (0, 0)


def test_a_prize_set_to_0_is_not_spoken_of() -> None:
    rules: dict[str, Any] = {"bonus": [{"name": "premio", "by_round": [0, 75]}]}
    setup = pairs("puerto-rico-500", **rules)
    assert not claimed(score_round(setup, leaving(*OUT), Moment(1)))
    assert claimed(score_round(setup, leaving(*OUT), Moment(2))) == [75]


def claimed(score: RoundScore) -> list[int]:
    return [step.points for step in score.reasons if isinstance(step, Claimed)]


def test_capicu_and_chuchazo_are_worth_a_hundred_each() -> None:
    assert in_puerto_rico(5, "capicú").points == (127, 0)
    assert in_puerto_rico(5, "chuchazo").points == (127, 0)
    assert in_puerto_rico(1, "chuchazo").points == (227, 0)


def test_in_puerto_rico_a_double_is_no_capicu() -> None:
    # "Doesn't apply when the winning bone is a double", and a chuchazo is won with 0-0.
    error = refusal(pairs("puerto-rico-500"), *OUT, events=claiming("capicú", "chuchazo"))
    assert error.code is Code.EVENTS_EXCLUDE_EACH_OTHER
    assert error.detail == {"event": "capicú", "other": "chuchazo"}


def test_the_prizes_of_five_hundred_are_for_games_won_not_for_drawn_rounds() -> None:
    standing = Standing.start(pairs("puerto-rico-500"))
    totals = []
    for hands in (TIED, OUT, TIED, BLOCKED):
        played = leaving(*hands)
        standing = standing.after(played, score_round(standing.setup, played, standing.moment))
        totals.append(standing.totals[0])
    # 27 and the first prize, then 28 and the second.
    assert totals == [0, 127, 127, 127 + 28 + 75]


def test_the_patio_has_its_prizes_too() -> None:
    patio = pairs("dominican-patio")
    assert scored(patio, *OUT, events=claiming("capicúa")).points == (52, 0)
    assert scored(patio, *OUT, events=claiming("capicúa", "chuchazo")).points == (77, 0)


@pytest.mark.parametrize(
    ("blocker", "winner"),
    # Ana 3 and Bea 9; Bea 9 and Ciro 10; Ciro 10 and Dani 6; Dani 6 and Ana 3.
    [(ANA, 0), (BEA, 1), (CIRO, 1), (DANI, 0)],
)
def test_only_the_blocker_and_the_next_player_may_be_compared(blocker: int, winner: int) -> None:
    among: dict[str, Any] = {"among": "blocker and next"}
    patio = pairs("dominican-patio", blocked=among)
    assert scored(patio, *BLOCKED, blocker=blocker).winning_side == winner
    assert refusal(patio, *BLOCKED).code is Code.BLOCKER_NEEDED
    score = scored(patio, *BLOCKED, blocker=blocker)
    assert score.winning_seat in (blocker, (blocker + 1) % 4)
    alone = table("jamaican-cut-throat", 4, blocked=among)
    seats = (blocker, (blocker + 1) % 4)
    assert scored(alone, *BLOCKED, blocker=blocker).winning_seat in seats


def test_the_next_player_is_one_who_is_still_in_the_match() -> None:
    rules: dict[str, Any] = {"rank": ["seat total"], "tie": "void", "among": "blocker and next"}
    french = table("french", 4, blocked=rules)
    hands = ("1-2", "", "5-6", "0-1")
    score = scored(french, *hands, blocker=ANA, moment=Moment(put_out=(BEA,)))
    assert score.winning_seat == ANA
    compared = score.reasons[0]
    assert isinstance(compared, Compared)
    assert [mark.side for mark in compared.marks] == [ANA, CIRO]

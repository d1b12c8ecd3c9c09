"""Rounds of the games played by pairs with every tile dealt, and of Draw and the double nine.

The sources of these games give rules without numbers (each game's file names them), so the rounds
were made and reckoned by hand. Ana and Ciro play against Bea and Dani.
"""

from copy import deepcopy
from typing import Any

import pytest

from scorekeeper.rules import Moment, Standing, load_game, score_round
from scorekeeper.rules.reasons import Claimed, Compared, RoundScore
from tests.unit.rules.example import ANA, BEA, CIRO, claiming, leaving, pairs, scored, table

# 3 + 10 against 9 + 6: 13 to 15. The lightest single hand is Ana's 3.
BLOCKED = ("1-2", "4-5", "5-5", "2-4")
# Ciro went out; Ana holds 12, Bea and Dani 9 and 6.
OUT = ("6-6", "4-5", "", "2-4")
# 4 + 10 against 3 + 11: 14 to 14. The lightest single hand is Bea's 3.
TIED = ("1-3", "1-2", "4-6", "5-6")


def test_two_play_brazil_to_a_hundred_too() -> None:
    # "jogar-se em 2 jogadores com 7 pedras cada um e 14 pedras para comprar"
    brazil = table("brazil-to-100")
    assert (brazil.dealt, len(brazil.box) - 2 * brazil.dealt, brazil.partners) == (7, 14, False)
    assert scored(brazil, "1-2 2-4", "5-5 3-4").points == (17, 0)
    assert scored(brazil, "1-2", "0-3", blocker=ANA).winning_side == BEA


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


def test_the_prizes_of_five_hundred_are_for_games_won_not_for_drawn_rounds() -> None:
    standing = Standing.start(pairs("puerto-rico-500"))
    totals = []
    for hands in (TIED, OUT, TIED, BLOCKED):
        played = leaving(*hands)
        standing = standing.after(played, score_round(standing.setup, played, standing.moment))
        totals.append(standing.totals[0])
    # 27 and the first prize, then 28 and the second.
    assert totals == [0, 127, 127, 127 + 28 + 75]


def test_the_next_player_is_one_who_is_still_in_the_match() -> None:
    rules: dict[str, Any] = {"rank": ["seat total"], "tie": "void", "among": "blocker and next"}
    french = table("french", 4, blocked=rules)
    hands = ("1-2", "", "5-6", "0-1")
    score = scored(french, *hands, blocker=ANA, moment=Moment(put_out=(BEA,)))
    assert score.winning_seat == ANA
    compared = score.reasons[0]
    assert isinstance(compared, Compared)
    assert [mark.side for mark in compared.marks] == [ANA, CIRO]

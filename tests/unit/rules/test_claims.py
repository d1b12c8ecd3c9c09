"""Bonuses, points in play and corrections."""

import pytest

from scorekeeper.rules import Code, Correction, Event, Moment, faults, score_round
from scorekeeper.rules.reasons import Awarded, Claimed, Corrected, Tallied, Term
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    THE_FIRST_PAIR,
    THE_SECOND_PAIR,
    claiming,
    leaving,
    pairs,
    refusal,
    scored,
    table,
)

PATIO = pairs("dominican-patio")
# Ciro went out; Ana holds 12, Bea and Dani 9 and 6: 27 for the first pair.
OUT = ("6-6", "4-5", "", "2-4")
# The lightest hands, Ana's and Dani's, weigh 3 each.
TIED = ("1-2", "4-5", "5-5", "0-3")


def test_a_bonus_goes_to_whoever_won_the_round() -> None:
    score = scored(PATIO, *OUT, events=claiming("capicúa"))
    assert score.points == (52, 0)
    assert score.reasons[-1] == Claimed("capicúa", THE_FIRST_PAIR, 25)


def test_some_bonuses_go_to_whoever_claims_them() -> None:
    corrido = Event("paso corrido", DANI)
    assert scored(PATIO, *OUT, events=(corrido,)).points == (27, 25)
    assert scored(PATIO, *OUT, events=(corrido, *claiming("capicúa"))).points == (52, 25)


def test_whoever_claims_may_do_so_more_than_once_and_without_a_winner() -> None:
    twice = (Event("paso corrido", DANI), Event("paso corrido", ANA), Event("paso corrido", DANI))
    assert scored(PATIO, *OUT, events=twice).points == (52, 50)
    drawn = pairs("dominican-patio", blocked={"rank": ["seat total"]})
    assert scored(drawn, *TIED, events=twice).points == (25, 50)


def test_a_bonus_for_its_claimer_needs_a_seat() -> None:
    error = refusal(PATIO, *OUT, events=claiming("paso corrido"))
    assert (error.code, error.detail) == (Code.SEAT_NEEDED, {"event": "paso corrido"})
    assert refusal(PATIO, *OUT, events=(Event("paso corrido", 4),)).code is Code.UNKNOWN_SEAT


def test_a_bonus_counts_once_a_round() -> None:
    error = refusal(PATIO, *OUT, events=claiming("capicúa", "capicúa"))
    assert (error.code, error.detail) == (Code.EVENT_TWICE, {"event": "capicúa"})


def test_a_bonus_for_going_out_is_refused_in_a_blocked_round() -> None:
    error = refusal(PATIO, *TIED, opener=ANA, events=claiming("capicúa"))
    assert (error.code, error.detail) == (
        Code.EVENT_AT_WRONG_ENDING,
        {"event": "capicúa", "ending": "went out"},
    )


@pytest.mark.parametrize("name", ["capicua", "premio", ""])
def test_a_game_knows_its_own_events_by_their_names(name: str) -> None:
    # The prize of Puerto Rico comes with the number of the round: nobody claims it.
    error = refusal(pairs("puerto-rico-500"), *OUT, events=claiming(name))
    assert error.code is Code.UNKNOWN_EVENT


def test_nobody_has_a_bonus_of_a_drawn_round() -> None:
    setup = pairs("partnership", bonus=[{"name": "pollona", "points": 10}])
    tied = ("1-3", "1-2", "4-6", "5-6")
    error = refusal(setup, *tied, events=claiming("pollona"))
    assert (error.code, error.detail) == (Code.EVENT_WITHOUT_WINNER, {"event": "pollona"})
    assert scored(setup, *OUT, events=claiming("pollona")).points == (25, 0)


def test_a_bonus_of_the_winner_is_refused_to_who_lost() -> None:
    error = refusal(PATIO, *OUT, events=(Event("capicúa", DANI),))
    assert (error.code, error.seats) == (Code.EVENT_OF_A_LOSER, (DANI,))
    assert error.detail == {"event": "capicúa"}
    for seat in (ANA, CIRO):
        assert scored(PATIO, *OUT, events=(Event("capicúa", seat),)).points == (52, 0)


def test_two_bonuses_that_no_last_tile_makes_are_refused_together() -> None:
    bonus = [
        {"name": "double", "points": 5, "last_tile": "double"},
        {"name": "plain", "points": 5, "last_tile": "not a double"},
    ]
    setup = table(bonus=bonus)
    error = refusal(setup, "", "4-5", events=claiming("plain", "double"))
    assert (error.code, error.detail) == (
        Code.EVENTS_EXCLUDE_EACH_OTHER,
        {"event": "plain", "other": "double"},
    )
    assert scored(setup, "", "4-5", events=claiming("double")).points == (14, 0)


def test_what_counts_twice_multiplies_the_award_and_what_a_drawn_round_made_of_it() -> None:
    setup = pairs("brazil-to-six")
    played = leaving(*OUT, events=claiming("carroça", "lá-e-lô"))
    score = score_round(setup, played, Moment(worth=2))
    assert score.reasons[1:] == (
        Claimed("cruzada", THE_FIRST_PAIR, times=6),
        Awarded(THE_FIRST_PAIR, (Term("flat", 1, 1),), 12, 1, 12),
    )
    assert score.points == (12, 0)


def test_a_bonus_of_points_does_not_count_twice() -> None:
    bonus = [{"name": "capicúa", "points": 25}, {"name": "double", "times": 2}]
    setup = table(bonus=bonus)
    assert scored(setup, "", "4-5", events=claiming("capicúa", "double")).points == (43, 0)


def test_points_made_in_play_are_told_apart_by_seat_and_added_by_side() -> None:
    setup = table("all-fives", 4, partners=True)
    score = scored(setup, "6-6", "1-2", "", "5-5", tally=((5,), (10,), (), (20,)))
    assert score.reasons[-3:] == (
        Tallied(THE_FIRST_PAIR, 5),
        Tallied(THE_SECOND_PAIR, 10),
        Tallied(THE_SECOND_PAIR, 20),
    )


def test_a_game_without_points_in_play_refuses_them() -> None:
    error = refusal(table(), "", "4-5", tally=((5,), ()))
    assert (error.code, error.detail["event"]) == (Code.UNKNOWN_EVENT, "points in play")
    assert scored(table(), "", "4-5", tally=((), ())).points == (9, 0)


def test_points_in_play_are_lost_only_where_the_game_takes_some_off() -> None:
    error = refusal(table("all-fives"), "", "4-5", tally=((5,), (-5,)))
    assert (error.code, error.seats) == (Code.NEGATIVE_TOTAL, (BEA,))
    assert scored(table("triominos"), 0, 9, tally=((), (-15,))).points == (34, -15)


def test_a_tally_is_made_by_who_sits_there() -> None:
    error = refusal(table("all-fives"), "", "4-5", tally=((5,), (-5,), (-5,)))
    assert error.code is Code.WRONG_NUMBER_OF_HANDS


def test_a_correction_gives_points_or_takes_them_and_says_why() -> None:
    given = (Correction(BEA, 5, "miscounted last round"), Correction(ANA, -30))
    score = scored(table(), "", "4-5", corrections=given)
    assert score.points == (-21, 5)
    assert score.reasons[-2:] == (
        Corrected(BEA, 5, "miscounted last round"),
        Corrected(ANA, -30, ""),
    )


@pytest.mark.parametrize("side", [2, -1])
def test_a_correction_for_an_unknown_side_is_refused(side: int) -> None:
    assert refusal(pairs(), *OUT, corrections=(Correction(side, 5),)).code is Code.UNKNOWN_SEAT


@pytest.mark.parametrize("ends", [(0, 7), (-1, 3)])
def test_a_line_ends_in_numbers_of_the_box(ends: tuple[int, int]) -> None:
    (fault,) = faults(table(), leaving("", "4-5", ends=ends))
    assert fault.code is Code.NO_SUCH_END
    assert not list(faults(table("cuban-double-nine", 4), leaving(*OUT, ends=(0, 9))))

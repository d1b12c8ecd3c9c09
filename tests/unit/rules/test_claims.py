"""Bonuses, points in play and corrections."""

import pytest

from scorekeeper.rules import Code, Correction, Event, Moment, faults, score_round
from scorekeeper.rules.reasons import Awarded, Claimed, Corrected, Tallied, Term
from tests.unit.rules.example import (
    ANA,
    BEA,
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


def test_a_bonus_goes_to_whoever_won_the_round() -> None:
    score = scored(PATIO, *OUT, events=claiming("capicúa"))
    assert score.points == (52, 0)
    assert score.reasons[-1] == Claimed("capicúa", THE_FIRST_PAIR, 25)


def test_a_bonus_for_its_claimer_needs_a_seat() -> None:
    error = refusal(PATIO, *OUT, events=claiming("paso corrido"))
    assert (error.code, error.detail) == (Code.SEAT_NEEDED, {"event": "paso corrido"})
    assert refusal(PATIO, *OUT, events=(Event("paso corrido", 4),)).code is Code.UNKNOWN_SEAT


@pytest.mark.parametrize("name", ["capicua", "premio", ""])
def test_a_game_knows_its_own_events_by_their_names(name: str) -> None:
    # The prize of Puerto Rico comes with the number of the round: nobody claims it.
    error = refusal(pairs("puerto-rico-500"), *OUT, events=claiming(name))
    assert error.code is Code.UNKNOWN_EVENT


def test_what_counts_twice_multiplies_the_award_and_what_a_drawn_round_made_of_it() -> None:
    setup = pairs("brazil-to-six")
    played = leaving(*OUT, events=claiming("carroça", "lá-e-lô"))
    score = score_round(setup, played, Moment(worth=2))
    assert score.reasons[1:] == (
        Claimed("cruzada", THE_FIRST_PAIR, times=6),
        Awarded(THE_FIRST_PAIR, (Term("flat", 1, 1),), 12, 1, 12),
    )
    assert score.points == (12, 0)


def test_points_made_in_play_are_told_apart_by_seat_and_added_by_side() -> None:
    setup = table("all-fives", 4, partners=True)
    score = scored(setup, "6-6", "1-2", "", "5-5", tally=((5,), (10,), (), (20,)))
    assert score.reasons[-3:] == (
        Tallied(THE_FIRST_PAIR, 5),
        Tallied(THE_SECOND_PAIR, 10),
        Tallied(THE_SECOND_PAIR, 20),
    )


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

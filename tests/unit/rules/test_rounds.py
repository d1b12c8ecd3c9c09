"""Rounds that are possible, and the faults of those that are not."""

import pytest

from scorekeeper.rules import Code, Ending, PipsHand, RuleError, faults
from scorekeeper.rules.rounds import empty_seats, ending_of
from tests.unit.rules.example import (
    BEA,
    concerned,
    hand,
    leaving,
    refusal,
    table,
    tile,
)


def test_one_empty_hand_went_out() -> None:
    played = leaving("1-2", "", "3-4")
    assert (ending_of(played), empty_seats(played)) == (Ending.WENT_OUT, (BEA,))


def test_no_empty_hand_is_a_blocked_round() -> None:
    played = leaving("1-2", "5-6", "3-4")
    assert (ending_of(played), empty_seats(played)) == (Ending.BLOCKED, ())


def test_no_pips_and_no_tiles_went_out() -> None:
    assert empty_seats(leaving(12, 0)) == (BEA,)
    assert empty_seats(leaving(12, PipsHand(0, count=0))) == (BEA,)


def test_a_hand_weighs_its_pips() -> None:
    assert hand("1-2 2-4 3-5").pips == 17
    assert hand("").pips == 0


def test_the_lightest_tile_is_the_one_with_the_fewest_pips_not_the_lowest_end() -> None:
    assert hand("0-6 1-1 5-5").lightest == tile("1-1")
    assert hand("").lightest is None


def test_of_two_tiles_that_weigh_the_same_the_one_with_the_lowest_end_is_named() -> None:
    assert hand("1-2 0-3").lightest == tile("0-3")


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
def test_only_who_sits_there_can_lead_or_close_the_line(seat: int) -> None:
    for played in (leaving("1-2", "3-4", opener=seat), leaving("1-2", "3-4", blocker=seat)):
        (fault,) = faults(table(), played)
        assert fault.code is Code.UNKNOWN_SEAT
        assert fault.detail == {"seat": seat}


def test_an_error_names_its_facts_to_whoever_reads_a_log() -> None:
    assert str(refusal(table(), "3-4", "7-1")) == (
        "tile_not_in_set: 1-7, seat 1, highest=6, removed=False"
    )
    assert str(RuleError(Code.MATCH_OVER)) == "match_over"


def test_an_error_can_be_copied_to_one_seat() -> None:
    with pytest.raises(RuleError) as refused:
        hand("7x")
    error = refused.value.in_hand_of(BEA)
    assert concerned(error) == (Code.UNREADABLE_TILE, (), (BEA,))
    assert error.detail == {"text": "7x"}

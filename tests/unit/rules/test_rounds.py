"""Rounds that are possible, and the faults of those that are not."""

from collections.abc import Sequence

import pytest

from scorekeeper.rules import Code, Ending, PipsHand, RuleError, faults
from scorekeeper.rules.rounds import empty_seats, ending_of
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    Entry,
    concerned,
    hand,
    leaving,
    refusal,
    table,
    tile,
)

Faults = list[tuple[Code, tuple[str, ...], tuple[int, ...]]]


def found(hands: Sequence[Entry], game: str = "block") -> Faults:
    setup = table(game, len(hands))
    return [concerned(fault) for fault in faults(setup, leaving(*hands))]


def test_one_empty_hand_went_out() -> None:
    played = leaving("1-2", "", "3-4")
    assert (ending_of(played), empty_seats(played)) == (Ending.WENT_OUT, (BEA,))


def test_no_empty_hand_is_a_blocked_round() -> None:
    played = leaving("1-2", "5-6", "3-4")
    assert (ending_of(played), empty_seats(played)) == (Ending.BLOCKED, ())


def test_no_pips_and_no_tiles_went_out() -> None:
    assert empty_seats(leaving(12, 0)) == (BEA,)
    assert empty_seats(leaving(12, PipsHand(0, count=0))) == (BEA,)


def test_no_pips_in_one_tile_is_the_double_blank() -> None:
    assert ending_of(leaving(12, PipsHand(0, count=1))) is Ending.BLOCKED
    assert ending_of(leaving(12, PipsHand(0, lightest=tile("0-0")))) is Ending.BLOCKED
    assert not found([12, PipsHand(0, count=1)])
    assert not found([12, PipsHand(0, lightest=tile("0-0"))])


def test_a_hand_weighs_its_pips() -> None:
    assert hand("1-2 2-4 3-5").pips == 17
    assert hand("").pips == 0


def test_the_lightest_tile_is_the_one_with_the_fewest_pips_not_the_lowest_end() -> None:
    assert hand("0-6 1-1 5-5").lightest == tile("1-1")
    assert hand("").lightest is None


def test_of_two_tiles_that_weigh_the_same_the_one_with_the_lowest_end_is_named() -> None:
    assert hand("1-2 0-3").lightest == tile("0-3")


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        ("block", ["1-2", "5-6"]),
        ("block", ["", "00 11 22 33 44 55 66"]),
        ("block", ["1-2", "2-3", ""]),
        ("block", [5, 0]),
        ("block", ["1-2", 12]),
        ("hoyle", ["00", "11", "22", "33"]),
        ("eight-minus-players", ["00", "11", "22", "33"]),
        ("mexican-partners", ["00", "11", "22", ""]),
    ],
)
def test_what_a_deal_can_leave_has_no_fault(game: str, hands: list[Entry]) -> None:
    assert not found(hands, game)


def test_a_tile_in_two_hands_is_named_with_both_hands() -> None:
    assert found(["1-2 3-4", "2-1", "5-6"]) == [
        (Code.TILE_IN_TWO_HANDS, ("1-2",), (ANA, BEA)),
    ]


def test_a_tile_in_three_hands_is_one_fault() -> None:
    assert found(["1-2", "1-2", "1-2"]) == [(Code.TILE_IN_TWO_HANDS, ("1-2",), (ANA, BEA, CIRO))]


def test_a_tile_twice_in_one_hand_is_named_with_its_hand() -> None:
    assert found(["3-4", "1-2 2-1"]) == [(Code.TILE_TWICE, ("1-2",), (BEA,))]


def test_only_one_hand_can_be_empty() -> None:
    assert found(["", "1-2", ""]) == [(Code.SEVERAL_EMPTY_HANDS, (), (ANA, CIRO))]
    assert found([0, "", 12, 9]) == [(Code.SEVERAL_EMPTY_HANDS, (), (ANA, BEA))]


@pytest.mark.parametrize("hands", [(), ("1-2",), ("1-2", "", "3-4")])
def test_every_seat_has_a_hand(hands: tuple[str, ...]) -> None:
    error = refusal(table(), *hands)
    assert error.code is Code.WRONG_NUMBER_OF_HANDS
    assert error.detail == {"expected": 2}
    assert [fault.code for fault in faults(table(), leaving(*hands))] == [error.code]


@pytest.mark.parametrize("seat", [-1, 2, 10**9])
def test_only_who_sits_there_can_lead_or_close_the_line(seat: int) -> None:
    for played in (leaving("1-2", "3-4", opener=seat), leaving("1-2", "3-4", blocker=seat)):
        (fault,) = faults(table(), played)
        assert fault.code is Code.UNKNOWN_SEAT
        assert fault.detail == {"seat": seat}


def test_all_faults_are_found_at_once() -> None:
    assert found(["7-1 1-2", "1-2 00 11 22 33 44", "", ""]) == [
        (Code.TILE_NOT_IN_SET, ("1-7",), (ANA,)),
        (Code.TILE_IN_TWO_HANDS, ("1-2",), (ANA, BEA)),
        (Code.TOO_MANY_TILES, ("1-2", "0-0", "1-1", "2-2", "3-3", "4-4"), (BEA,)),
        (Code.SEVERAL_EMPTY_HANDS, (), (CIRO, DANI)),
    ]


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

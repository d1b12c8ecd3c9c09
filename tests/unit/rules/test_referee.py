"""The laws of the referee, each broken by an example."""

from dataclasses import replace

import pytest

from scorekeeper.rules import Moment, PipsHand, Round, Setup
from scorekeeper.rules.referee import Doubt, Law, doubts, predicted_ends
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import leaving, pairs, table, tile

ALL_DEALT = pairs("partnership")
NAMES = ("Ana", "Bea", "Ciro", "Dani")

# Ana went out; the others hold 3-4, 5-6 and 1-1: 3, 4, 5 and 6 are left an odd number of times.
FOUR_ODD = leaving("", "3-4", "5-6", "1-1")
# 3-5 alone is left: the line of the 27 others ends in 3 and 5.
ONE_LEFT = leaving("", "3-5", "1-1", "2-2")
# Every number an even number of times, and no 0 anywhere: blocked at 0.
BLOCKED = leaving("1-2", "2-3", "3-4", "4-1")


def found(setup: Setup, played: Round) -> list[Law]:
    return [doubt.law for doubt in doubts(setup, played)]


def sentences(setup: Setup, played: Round) -> list[str]:
    narrator = RoundNarrator(setup, NAMES[: setup.players])
    return [narrator.doubt(doubt) for doubt in doubts(setup, played)]


def saw(played: Round, one: int, other: int) -> Round:
    return replace(played, ends=(one, other))


@pytest.mark.parametrize("played", [ONE_LEFT, BLOCKED, saw(ONE_LEFT, 5, 3), saw(BLOCKED, 0, 0)])
def test_what_a_line_can_leave_raises_no_doubt(played: Round) -> None:
    assert not doubts(ALL_DEALT, played)


def test_a_line_has_two_ends() -> None:
    assert doubts(ALL_DEALT, FOUR_ODD) == (Doubt(Law.TWO_ENDS, (3, 4, 5, 6)),)
    assert sentences(ALL_DEALT, FOUR_ODD) == [
        "This cannot be right: at least one tile is wrong. Look at the 3s, 4s, 5s and 6s."
    ]
    assert predicted_ends(ALL_DEALT, FOUR_ODD) is None


def test_the_same_doubt_about_other_numbers_has_another_fingerprint() -> None:
    doubt = Doubt(Law.TWO_ENDS, (3, 4, 5, 6))
    assert doubt.fingerprint == Doubt(Law.TWO_ENDS, (3, 4, 5, 6)).fingerprint
    assert doubt.fingerprint != Doubt(Law.TWO_ENDS, (1, 4, 5, 6)).fingerprint
    assert doubt.fingerprint.startswith("two_ends:")


def test_two_numbers_left_an_odd_number_of_times_are_the_ends() -> None:
    assert predicted_ends(ALL_DEALT, ONE_LEFT) == (3, 5)
    assert predicted_ends(ALL_DEALT, saw(ONE_LEFT, 1, 1)) == (3, 5)


def test_a_line_is_one_piece() -> None:
    # Every 6 but 6-6 is left, and 0-1 2-3 4-5 make every number even: only 6-6 joins nothing.
    played = leaving("", "0-6 1-6 0-1", "2-6 3-6 2-3", "4-6 5-6 4-5")
    assert doubts(ALL_DEALT, played) == (Doubt(Law.CONNECTED, tiles=(tile("6-6"),)),)
    assert sentences(ALL_DEALT, played) == [
        "6-6 cannot have been played: nothing else on the table touches it."
    ]
    assert predicted_ends(ALL_DEALT, played) is None


def test_a_blocked_line_ends_in_a_number_nobody_holds() -> None:
    played = leaving("1-2", "2-3", "3-4", "4-5")
    assert doubts(ALL_DEALT, played) == (Doubt(Law.BLOCKED_ENDS, (1, 5)),)
    assert sentences(ALL_DEALT, played) == [
        "With these hands the line ends in 1 and 5, where somebody could still play: it is not"
        " blocked."
    ]


def test_a_blocked_line_is_predicted_to_end_in_the_number_nobody_holds() -> None:
    ring = leaving("1-2 5-6", "2-3", "3-4 1-6", "4-5")
    assert predicted_ends(ALL_DEALT, ring) == (0, 0)
    # 0, 5 and 6 are all absent.
    assert predicted_ends(ALL_DEALT, BLOCKED) is None


def test_the_ends_of_a_round_won_on_both_ends_are_not_predicted() -> None:
    assert predicted_ends(ALL_DEALT, leaving("", "1-1", "2-2", "3-3")) is None


@pytest.mark.parametrize("setup", [table(), ALL_DEALT])
def test_a_round_cannot_be_blocked_where_every_number_is_held(setup: Setup) -> None:
    hands = ["0-1 2-3 4-5", "6-6", "0-1 2-3", "4-5"][: setup.players]
    assert Doubt(Law.ABSENT_NUMBER) in doubts(setup, leaving(*hands))
    assert sentences(setup, leaving(*hands))[-1] == (
        "The round cannot be blocked: every number is in somebody’s hand, so somebody could play."
    )


def test_tiles_beside_a_counted_hand_can_prove_that_nothing_was_blocked() -> None:
    assert found(table(), leaving("0-1 2-3 4-5 6-6", 12)) == [Law.ABSENT_NUMBER]
    assert not found(table(), leaving("0-1 2-3 4-5", 12))


def test_a_blocked_round_with_every_tile_dealt_leaves_an_even_number_of_pips() -> None:
    played = leaving(10, 20, 30, 7)
    assert doubts(ALL_DEALT, played) == (Doubt(Law.EVEN_PIPS, count=67),)
    assert sentences(ALL_DEALT, played) == [
        "Every tile was dealt, so a blocked round leaves an even number of pips, not 67."
    ]
    assert not found(ALL_DEALT, leaving(10, 20, 30, 8))
    assert not found(ALL_DEALT, leaving(10, 20, 30, 0))
    assert not found(table(players=4), played)


def test_pips_that_a_house_weighs_are_not_counted_as_pips() -> None:
    setup = pairs("partnership", weights={"tile": {"0-0": 25}})
    assert not found(setup, leaving(10, 20, 30, 7))


def test_ten_tiles_at_least_block_a_line() -> None:
    def counted(*counts: int) -> Round:
        return Round(tuple(PipsHand(20, count) for count in counts))

    assert not found(ALL_DEALT, counted(5, 5, 4, 4))
    assert doubts(ALL_DEALT, counted(5, 5, 5, 4)) == (Doubt(Law.ENOUGH_LAID, count=10),)
    assert sentences(ALL_DEALT, counted(5, 5, 5, 4)) == [
        "A line needs at least 10 tiles to be blocked; there are fewer on the table."
    ]


def test_nine_tiles_are_enough_where_the_double_blank_is_out_of_the_box() -> None:
    setup = table("jamaican-cut-throat", 3)
    played = Round(tuple(PipsHand(20, 6) for _ in range(3)))
    assert not found(setup, played)
    more = Round((*played.hands[:2], PipsHand(20, 7)))
    assert doubts(setup, more) == (Doubt(Law.ENOUGH_LAID, count=9),)


def test_the_shortest_blocked_line_is_one() -> None:
    # 0-1 1-2 2-0 0-3 3-4 4-0 0-5 5-6 6-0 without 0-0, then with it: what is left has no 0.
    laid = ["0-1", "1-2", "0-2", "0-3", "3-4", "0-4", "0-5", "5-6", "0-6"]
    for setup, sleeping in ((table("jamaican-cut-throat", 3), []), (ALL_DEALT, ["0-0"])):
        gone = {tile(text) for text in (*laid, *sleeping)}
        left = [str(each) for each in setup.box if each not in gone]
        hands = [" ".join(left[seat :: setup.players]) for seat in range(setup.players)]
        assert not found(setup, leaving(*hands))
        assert predicted_ends(setup, leaving(*hands)) == (0, 0)


def test_ends_that_were_seen_are_those_the_hands_leave() -> None:
    assert doubts(ALL_DEALT, saw(ONE_LEFT, 3, 6)) == (Doubt(Law.CONFIRMED_ENDS, (3, 5)),)
    assert found(ALL_DEALT, saw(ONE_LEFT, 3, 3)) == [Law.CONFIRMED_ENDS]
    assert sentences(ALL_DEALT, saw(ONE_LEFT, 3, 6)) == [
        "With these hands the line ends in 3 and 5."
    ]
    same = leaving("", "1-1", "2-2", "3-3")
    assert not found(ALL_DEALT, saw(same, 4, 4))
    assert sentences(ALL_DEALT, saw(same, 4, 5)) == [
        "With these hands the line ends in the same number twice."
    ]


def test_nobody_holds_the_ends_of_a_blocked_line_however_many_tiles_are_not_dealt() -> None:
    played = saw(leaving("1-2 2-4", "5-5 3-4"), 4, 6)
    assert doubts(table(), played) == (Doubt(Law.END_IN_HAND, (4,), (tile("2-4"), tile("3-4"))),)
    sentence = "The line ends in 4, but 2-4 and 3-4 could be played there."
    assert sentences(table(), played) == [sentence]
    assert not found(table(), saw(leaving("1-2 2-4", "5-5 3-4"), 0, 6))
    assert not found(table(), saw(leaving("1-2 2-4", ""), 4, 6))


def test_where_others_play_on_a_round_is_over_only_when_nobody_can() -> None:
    hungarian = table("hungarian", 3)
    assert found(hungarian, leaving("", "0-1 2-3 4-5", "6-6")) == [Law.ABSENT_NUMBER]
    assert found(hungarian, saw(leaving("", "", "6-6"), 6, 1)) == [Law.END_IN_HAND]
    assert not found(hungarian, saw(leaving("", "", ""), 6, 1))


@pytest.mark.parametrize(
    "setup",
    [
        pairs("partnership", table={"layout": "free"}),
        table("french", 4),
        table("rummikub", 4, table={"layout": "line"}),
    ],
)
def test_only_lines_of_tiles_are_judged(setup: Setup) -> None:
    assert not doubts(setup, leaving(11, 12, 13, 7))
    assert predicted_ends(setup, FOUR_ODD) is None


def test_the_tiles_as_they_were_laid_are_not_judged() -> None:
    assert not doubts(table("italian", 3, table={"layout": "line"}), Round())


def test_once_somebody_is_out_of_the_match_not_every_tile_is_dealt() -> None:
    without_dani = Moment(put_out=(3,))
    setup = table("jamaican-cut-throat", 4)
    played = leaving("", "3-4", "5-6", "")
    assert doubts(setup, leaving("", "3-4", "5-6", "1-1"))
    assert not doubts(setup, played, without_dani)
    assert predicted_ends(setup, leaving("", "3-5", "1-1", ""), without_dani) is None
    blocked = leaving("0-1", "2-3", "4-5", "")
    assert not doubts(setup, blocked, without_dani)
    assert doubts(setup, leaving("0-1", "2-3", "4-5 6-6", ""), without_dani)


def test_an_odd_box_is_judged_by_what_was_laid() -> None:
    # Five times eleven tiles of the double nine: every number lies in it eleven times, so every
    # number but the two ends is left an odd number of times. 0-1 2-3 4-5 6-7 leave 8 and 9.
    setup = table("block", 5, tiles={"highest": 9}, deal={"5": 11})
    played = leaving("", "0-1", "2-3", "4-5", "6-7")
    assert not doubts(setup, played)
    assert predicted_ends(setup, played) == (8, 9)
    blocked = leaving("0-1", "2-3", "4-5", "6-7", "7-7")
    assert not doubts(setup, blocked)
    assert found(setup, leaving("0-1", "2-3", "4-5", "6-7", "8-8")) == [Law.BLOCKED_ENDS]
    assert not doubts(setup, leaving(11, 12, 13, 14, 15))

"""Hands of which only the pips were counted."""

import pytest

from scorekeeper.rules import Code, PipsHand, Setup, faults
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    concerned,
    leaving,
    pairs,
    refusal,
    scored,
    table,
    tile,
)


def impossible(setup: Setup, *hands: str | int | PipsHand) -> bool:
    return [fault.code for fault in faults(setup, leaving(*hands))] == [Code.IMPOSSIBLE_PIPS]


def counted(pips: int, count: int | None = None, lightest: str | None = None) -> PipsHand:
    return PipsHand(pips, count, None if lightest is None else tile(lightest))


def test_the_lighter_hand_wins_without_its_tiles() -> None:
    assert scored(table(), 12, 20).points == (8, 0)
    assert scored(table(), 12, "6-6 4-4").points == (8, 0)


def test_only_a_tie_asks_for_the_lightest_tiles() -> None:
    error = refusal(table(), 17, 17)
    assert concerned(error) == (Code.LIGHTEST_TILE_NEEDED, (), (ANA, BEA))


def test_a_tie_asks_only_in_the_hands_that_tie() -> None:
    assert refusal(table(players=3), 17, 20, 17).seats == (ANA, CIRO)


def test_a_tie_does_not_ask_where_the_tiles_are_known() -> None:
    assert refusal(table(players=3), 17, "5-5 3-4", 17).seats == (ANA, CIRO)
    assert refusal(table(), 17, "5-5 3-4").seats == (ANA,)


def test_a_tie_does_not_ask_again_where_the_lightest_tile_is_known() -> None:
    assert refusal(table(), counted(17, lightest="1-2"), 17).seats == (BEA,)


def test_a_tie_of_pairs_asks_all_who_hold_its_tiles() -> None:
    assert refusal(pairs(), 10, 12, 11, 9).seats == (ANA, CIRO, BEA, DANI)


def test_the_lightest_tiles_settle_the_tie() -> None:
    score = scored(table(), counted(17, lightest="1-2"), counted(17, lightest="3-4"))
    assert (score.winning_side, score.points) == (ANA, (0, 0))


def test_a_tie_is_settled_without_the_hands_that_do_not_tie() -> None:
    tied = counted(17, lightest="1-2"), counted(17, lightest="3-4")
    assert scored(table(players=3), *tied, 20).winning_side == ANA


def test_a_tie_that_the_lightest_tiles_do_not_settle_is_drawn() -> None:
    score = scored(table(), counted(17, lightest="1-2"), counted(17, lightest="0-3"))
    assert (score.winning_side, score.points) == (None, (0, 0))


def test_going_out_never_asks() -> None:
    assert scored(table(players=4), 17, 17, 0, 17).points == (0, 0, 51, 0)


@pytest.mark.parametrize("game", ["hoyle", "eight-minus-players"])
def test_a_game_whose_ties_are_drawn_never_asks(game: str) -> None:
    assert scored(table(game), 17, 17).winning_side is None


def test_comparing_the_next_tiles_needs_them_all() -> None:
    by_next = table(players=3, blocked={"rank": ["side total", "next tiles"]})
    error = refusal(by_next, counted(17, lightest="1-2"), "5-5 3-4", 20)
    assert concerned(error) == (Code.TILES_NEEDED, (), (ANA,))


@pytest.mark.parametrize("pips", [1, 12, 53, 60])
def test_pips_that_a_hand_can_hold_have_no_fault(pips: int) -> None:
    assert not list(faults(table(), leaving(pips, 5)))


# The heaviest tiles: 6-6, 5-6, 5-5, 4-6, 4-5, 3-6, 4-4, with 12, 11, 10, 10, 9, 9 and 8 pips.
@pytest.mark.parametrize(
    ("players", "heaviest"), [(2, 12 + 11 + 10 + 10 + 9 + 9 + 8), (3, 52), (4, 52)]
)
def test_no_hand_is_heavier_than_the_heaviest_tiles(players: int, heaviest: int) -> None:
    setup = table(players=players)
    others = [5] * (players - 1)
    assert not impossible(setup, heaviest, *others)
    assert impossible(setup, heaviest + 1, *others)


def test_thirteen_pips_are_not_one_tile() -> None:
    assert not impossible(table(), counted(12, count=1), 5)
    error = refusal(table(), counted(13, count=1), 5)
    assert concerned(error) == (Code.IMPOSSIBLE_PIPS, (), (ANA,))
    assert error.detail == {"pips": 13, "count": 1, "most": 7}


# The lightest tiles: 0-0, 0-1, 0-2, 1-1, with 0, 1, 2 and 2 pips.
@pytest.mark.parametrize(("count", "least"), [(2, 1), (3, 3), (4, 5)])
def test_no_hand_is_lighter_than_the_lightest_tiles(count: int, least: int) -> None:
    assert not impossible(table(), counted(least, count), 5)
    assert impossible(table(), counted(least - 1, count), 5)


@pytest.mark.parametrize("pips", [-1, -(10**9), 10**9, 10**30])
def test_pips_from_outside_the_box_are_impossible(pips: int) -> None:
    assert impossible(table(), pips, 5)


@pytest.mark.parametrize(("pips", "count"), [(5, 0), (5, -1), (0, -1), (0, 2)])
def test_pips_and_their_number_of_tiles_agree(pips: int, count: int) -> None:
    assert impossible(table(), counted(pips, count), 5)


def test_more_tiles_than_were_dealt_are_refused_by_their_count() -> None:
    error = refusal(table(players=4), counted(30, count=6), 5, 5, 5)
    assert concerned(error) == (Code.TOO_MANY_TILES, (), (ANA,))
    assert error.detail == {"count": 6, "most": 5}


@pytest.mark.parametrize(
    "entry",
    [
        counted(2, lightest="1-2"),  # less than its lightest tile
        counted(4, lightest="1-2"),  # what is left weighs 1, less than the lightest
        counted(12, count=1, lightest="5-6"),
        counted(7, count=3, lightest="1-2"),  # three tiles of 3 pips or more weigh 9 or more
        counted(52, count=5, lightest="1-2"),
    ],
)
def test_a_lightest_tile_that_the_pips_contradict_is_impossible(entry: PipsHand) -> None:
    error = refusal(table(), entry, 5)
    assert error.code is Code.IMPOSSIBLE_PIPS
    assert error.tiles == (entry.lightest,)
    assert error.seats == (ANA,)


@pytest.mark.parametrize(
    "entry",
    [
        counted(3, lightest="1-2"),
        counted(6, lightest="1-2"),  # with 0-3, that weighs the same
        counted(11, count=1, lightest="5-6"),
        counted(17, count=3, lightest="1-2"),
    ],
)
def test_a_lightest_tile_that_agrees_with_the_pips_has_no_fault(entry: PipsHand) -> None:
    assert not list(faults(table(), leaving(entry, 5)))


def test_tiles_that_others_show_are_not_in_a_counted_hand() -> None:
    assert not impossible(table(), counted(12, count=1), "5-5")
    assert impossible(table(), counted(12, count=1), "6-6")


def test_a_lightest_tile_is_in_one_hand_and_from_the_box() -> None:
    error = refusal(table(), counted(17, lightest="1-2"), "1-2 5-5 0-4")
    assert concerned(error) == (Code.TILE_IN_TWO_HANDS, ("1-2",), (ANA, BEA))
    error = refusal(table(), counted(17, lightest="1-7"), 5)
    assert concerned(error) == (Code.TILE_NOT_IN_SET, ("1-7",), (ANA,))


def test_all_hands_together_are_no_heavier_than_the_box() -> None:
    setup = pairs("mexican-partners")
    assert not impossible(setup, 42, 42, 42, 42)
    error = refusal(setup, 42, 42, 42, 43)
    assert concerned(error) == (Code.IMPOSSIBLE_PIPS, (), (ANA, BEA, CIRO, DANI))
    assert error.detail == {"pips": 169, "box": 168}


# The fourteen heaviest tiles of the double six have 118 pips.
def test_two_hands_hold_no_more_than_the_heaviest_tiles_of_the_box() -> None:
    assert not impossible(table(), 59, 59)
    error = refusal(table(), 69, 68)
    assert concerned(error) == (Code.IMPOSSIBLE_PIPS, (), (ANA, BEA))
    assert error.detail == {"pips": 137, "together_least": 1, "together_most": 118}
    assert impossible(table(), 60, 59)


def test_counts_say_how_much_hands_can_hold_together() -> None:
    assert not impossible(table(), counted(12, count=1), counted(11, count=1))
    assert impossible(table(), counted(12, count=1), counted(12, count=1))
    assert impossible(table(players=3), counted(2, count=2), 5, counted(3, count=3))
    assert impossible(table(players=3), counted(12, count=1), counted(12, count=1), "4-5")


@pytest.mark.parametrize(
    ("players", "hands", "who"),
    [
        # Only 0-1 has 1 pip, only 5-6 has 11; 0-2 and 1-1 have 2.
        (2, (1, 1), (ANA, BEA)),
        (2, (counted(11, count=1), counted(11, count=1)), (ANA, BEA)),
        (3, (2, 2, 2), (ANA, BEA, CIRO)),
        (3, (20, 1, 1), (BEA, CIRO)),
    ],
)
def test_counts_that_need_the_same_tile_are_impossible_together(
    players: int, hands: tuple[int | PipsHand, ...], who: tuple[int, ...]
) -> None:
    error = refusal(table(players=players), *hands)
    assert concerned(error) == (Code.IMPOSSIBLE_PIPS, (), who)


@pytest.mark.parametrize(
    ("players", "hands"),
    [
        (2, (2, 2)),
        (2, (counted(11, count=1), 11)),
        (3, (1, 2, 2)),
        (4, (counted(17, lightest="1-2"), 17, 17, 17)),
        (2, (counted(0, count=1), 1)),
    ],
)
def test_counts_that_different_tiles_make_are_possible(
    players: int, hands: tuple[int | PipsHand, ...]
) -> None:
    assert not list(faults(table(players=players), leaving(*hands)))


def test_tiles_that_are_shown_are_not_held_by_the_others() -> None:
    # The ten heaviest tiles have 92 pips.
    assert not impossible(table(players=3), 46, 46, "0-1")
    assert impossible(table(players=3), 46, 46, "6-6 5-6")
    assert impossible(table(players=3), 46, 46, counted(11, count=1, lightest="5-6"))


def test_where_0_0_counts_50_no_hand_counts_0() -> None:
    setup = table(players=3, weights={"tile": {"0-0": 50}})
    error = refusal(setup, counted(0, count=1), 0, 9)
    assert concerned(error) == (Code.IMPOSSIBLE_PIPS, (), (ANA,))

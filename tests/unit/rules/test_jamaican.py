"""The games counted in wins: six love, cut-throat, draw, and Martinique.

No source gives a whole match in numbers; these were played out by hand.
"""

from typing import Any

import pytest

from scorekeeper.rules import Code, Round
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    THE_FIRST_PAIR,
    leaving,
    pairs,
    refusal,
    scored,
    standing_after,
    table,
)

SIX_LOVE = pairs("jamaican-partners")
DRAWN = leaving("0-3", "1-2", "6-6", "5-6")


def won_by(seat: int, players: int = 4) -> Round:
    hands = ["1-2", "3-4", "5-6", "0-1"][:players]
    hands[seat] = ""
    return leaving(*hands)


def test_six_in_a_row_are_six_love() -> None:
    standing = standing_after(SIX_LOVE, *[won_by(ANA), won_by(CIRO)] * 3)
    assert (standing.totals, standing.winner) == ((6, 0), THE_FIRST_PAIR)


def test_the_others_win_brings_both_back_to_love() -> None:
    five = [won_by(ANA)] * 5
    assert standing_after(SIX_LOVE, *five).to_go == (1, 6)
    standing = standing_after(SIX_LOVE, *five, won_by(DANI))
    assert (standing.totals, standing.reset, standing.over) == ((0, 0), True, False)
    assert standing.lead.rule == "highest double"
    standing = standing_after(SIX_LOVE, *five, won_by(DANI), won_by(BEA))
    assert (standing.totals, standing.reset) == ((0, 1), False)


def test_winning_first_is_not_winning_back() -> None:
    standing = standing_after(SIX_LOVE, won_by(BEA))
    assert (standing.totals, standing.reset) == ((0, 1), False)


def test_a_drawn_round_makes_the_next_count_double() -> None:
    standing = standing_after(SIX_LOVE, won_by(ANA), DRAWN)
    assert (standing.totals, standing.worth, standing.reset) == ((1, 0), 2, False)
    standing = standing_after(SIX_LOVE, won_by(ANA), DRAWN, won_by(ANA))
    assert (standing.totals, standing.worth) == ((3, 0), 1)


def test_two_drawn_rounds_still_count_double() -> None:
    assert standing_after(SIX_LOVE, DRAWN, DRAWN).worth == 2
    assert standing_after(SIX_LOVE, DRAWN, DRAWN, won_by(BEA)).totals == (0, 2)


def test_a_drawn_round_takes_nothing_away() -> None:
    assert standing_after(SIX_LOVE, won_by(ANA), DRAWN, won_by(BEA)).totals == (0, 0)


def test_at_one_all_the_next_round_counts_two() -> None:
    one_all = pairs("jamaican-one-all")
    standing = standing_after(one_all, won_by(ANA), won_by(BEA))
    assert (standing.totals, standing.worth, standing.lead.rule) == ((0, 0), 2, "highest double")
    assert standing_after(one_all, won_by(ANA), won_by(BEA), won_by(CIRO)).totals == (2, 0)
    assert standing_after(one_all, won_by(ANA), won_by(BEA), DRAWN, won_by(DANI)).totals == (0, 2)
    # A longer run is lost as in six love.
    longer = standing_after(one_all, won_by(ANA), won_by(ANA), won_by(BEA))
    assert (longer.totals, longer.worth) == ((0, 0), 1)
    assert standing_after(SIX_LOVE, won_by(ANA), won_by(BEA)).worth == 1


def test_one_all_stays_over_a_drawn_round_that_counts_once() -> None:
    setup = pairs("jamaican-one-all", blocked={"next_worth": 1})
    assert standing_after(setup, won_by(ANA), won_by(BEA), DRAWN).worth == 2


def test_one_all_may_be_played_in_cut_throat() -> None:
    setup = table("jamaican-cut-throat", 2, match={"one_all_worth": 2})
    assert standing_after(setup, won_by(ANA, 2), won_by(BEA, 2)).worth == 2
    twice = standing_after(setup, won_by(ANA, 2), won_by(ANA, 2), won_by(BEA, 2))
    assert (twice.totals, twice.worth) == ((0, 0), 1)


def test_cut_throat_is_back_to_love_once_everybody_has_won() -> None:
    setup = table("jamaican-cut-throat", 4)
    three = [won_by(ANA), won_by(BEA), won_by(ANA), won_by(CIRO)]
    assert standing_after(setup, *three).totals == (2, 1, 1, 0)
    standing = standing_after(setup, *three, won_by(DANI))
    assert (standing.totals, standing.reset, standing.rounds) == ((0, 0, 0, 0), True, 5)


def test_cut_throat_is_won_by_six_while_somebody_has_none() -> None:
    setup = table("jamaican-cut-throat", 4)
    standing = standing_after(setup, won_by(BEA), won_by(CIRO), *[won_by(ANA)] * 6)
    assert (standing.totals, standing.winner) == ((6, 1, 1, 0), ANA)


def test_three_play_without_the_double_blank() -> None:
    setup = table("jamaican-cut-throat", 3)
    assert len(setup.box) == 27
    assert setup.every_tile_dealt
    error = refusal(setup, "0-0", "1-2", "")
    assert (error.code, error.seats) == (Code.TILE_NOT_IN_SET, (ANA,))
    assert error.detail == {"highest": 6, "removed": True}
    assert scored(table("jamaican-cut-throat", 4), "0-0", "1-2", "", "3-4").winning_seat == CIRO


def test_jamaican_draw_counts_wins_to_six_and_never_goes_back() -> None:
    setup = table("jamaican-draw")
    assert scored(setup, "1-2", "6-6").points == (1, 0)
    standing = standing_after(setup, won_by(ANA, 2), *[won_by(BEA, 2)] * 6)
    assert (standing.totals, standing.winner) == ((1, 6), BEA)


def test_a_cochon_is_three_wins_to_none_in_martinique() -> None:
    setup = table("martinique", 3)
    assert scored(setup, "1-2", "0-1", "6-6").winning_seat == BEA
    standing = standing_after(setup, won_by(CIRO, 3), *[won_by(ANA, 3)] * 3)
    assert (standing.totals, standing.winner) == ((3, 0, 1), ANA)
    standing = standing_after(setup, won_by(ANA, 3), won_by(BEA, 3), won_by(CIRO, 3))
    assert (standing.totals, standing.reset) == ((0, 0, 0), True)


@pytest.mark.parametrize(
    ("match", "totals"), [({"reset": "never"}, (1, 1)), ({"reset": "all scored"}, (0, 0))]
)
def test_a_house_may_never_go_back(match: dict[str, Any], totals: tuple[int, int]) -> None:
    assert (
        standing_after(pairs("jamaican-partners", match=match), won_by(ANA), won_by(BEA)).totals
        == totals
    )

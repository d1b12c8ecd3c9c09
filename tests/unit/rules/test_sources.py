"""Matches from the sources of the games; their rounds are in tests/cases/rounds.toml."""

import pytest

from tests.unit.rules.example import ANA, leaving, pairs, standing_after, table


def test_fives_and_threes_is_won_with_61_exactly() -> None:
    # "If a player is on 60 points and scores two points, then those points don't count. He has to
    # gain one point to finish on exactly 61."
    fives = table("fives-and-threes")
    to_60 = leaving("1-2", "", tally=((60,), ()))
    assert standing_after(fives, to_60, leaving("1-2", "", tally=((2,), ()))).totals == (60, 2)
    over = standing_after(fives, to_60, leaving("1-2", "", tally=((2,), ())), leaving("", "1-2"))
    assert (over.totals, over.winner) == ((61, 2), ANA)


@pytest.mark.parametrize(
    ("before", "scores", "last_tile", "after"),
    [
        # A score that would pass 61 is disregarded, those before and after it are not.
        (58, (2, 3), None, 60),
        (58, (4,), None, 58),
        (58, (4, 3), None, 61),
        # "59 on the board and play your last tile to create a total of 6": 2 and 1 are too many.
        (59, (2,), True, 59),
        # The same 2 with a tile before: 61, and the match was won by then.
        (59, (2,), False, 61),
        (60, (2,), True, 60),
        (60, (2,), False, 61),
        (58, (2,), True, 61),
        (57, (2,), True, 60),
    ],
)
def test_each_score_of_fives_and_threes_counts_or_not(
    before: int, scores: tuple[int, ...], last_tile: bool | None, after: int
) -> None:
    out = last_tile is not None
    so_far = leaving("1-2", "3-4", tally=((before,), ()))
    played = leaving(*("" if out else "1-2", "3-4"), tally=(scores, ()), last_tile_scored=last_tile)
    standing = standing_after(table("fives-and-threes"), so_far, played)
    assert (standing.totals, standing.winner) == ((after, 0), ANA if after == 61 else None)


def test_the_first_score_of_kozel_is_13_or_more() -> None:
    kozel = pairs("kozel")
    twelve, thirteen = leaving("6-6", "3-3", "", "0-6"), leaving("6-6", "3-4", "", "0-6")
    assert standing_after(kozel, twelve).totals == (0, 0)
    assert standing_after(kozel, thirteen).totals == (13, 0)
    # Once a pair has points, it scores what there is.
    assert standing_after(kozel, twelve, thirteen, twelve).totals == (25, 0)

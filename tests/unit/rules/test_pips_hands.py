"""Hands of which only the pips were counted."""

import pytest

from scorekeeper.rules import Code, PipsHand
from tests.unit.rules.example import ANA, BEA, CIRO, concerned, refusal, table, tile


def counted(pips: int, count: int | None = None, lightest: str | None = None) -> PipsHand:
    return PipsHand(pips, count, None if lightest is None else tile(lightest))


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

"""The score of a match in a sentence."""

from scorekeeper.pages.shared.outcome import ranked_totals
from tests.unit.pages.played_match import match_of
from tests.unit.rules.example import table


def test_the_best_total_comes_first() -> None:
    two = match_of(table(players=2), ("6-6", ""))
    assert ranked_totals(two) == "12 to 0"
    four = match_of(table("hungarian", 4), ("1-2", "6-6", "", "0-1"))
    assert ranked_totals(four) == "0 · 1 · 3 · 12"

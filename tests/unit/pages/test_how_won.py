"""How a match was won, in a line."""

from scorekeeper.pages.table.how_won import how_won
from tests.unit.pages.played_match import match_of
from tests.unit.rules.example import table


def test_where_rounds_are_counted_the_wins_are_told() -> None:
    setup = table("jamaican-cut-throat", 4)
    ours, theirs = ("", "1-2", "2-3", "1-3"), ("1-2", "", "2-3", "1-3")
    assert how_won(match_of(setup, theirs, *6 * [ours])) == "6 wins in 7 rounds"

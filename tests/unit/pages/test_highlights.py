"""What is told of a match that is over, and when it is not."""

from collections import Counter
from collections.abc import Callable

import pytest

from scorekeeper.pages.table.highlights import (
    Highlight,
    best_round,
    blocked,
    comeback,
    highlights_of,
    how_won,
    longest,
    longest_lead,
    longest_run,
    margin,
    most_rounds_won,
    only_highest,
    runs,
    went_out_most,
    wiped_out,
)
from scorekeeper.scorebook.projection import Match
from tests.unit.pages.played_match import match_of
from tests.unit.rules.example import pairs, table

# Block to 30 for three: Bea takes 20, then Ana 12 in a blocked round, then Ana 24.
BEA_TWENTY = ("5-5", "", "4-6")
ANA_TWELVE = ("0-1", "1-6", "0-6")
ANA_TWENTY_FOUR = ("", "6-6", "5-5 1-1")
OURS, THEIRS = ("", "1-2", "2-3", "1-3"), ("1-2", "", "2-3", "1-3")

THREE = table(players=3, match={"goal": 30})
TO_FIVE = table(players=2, match={"goal": 5})
TURNED = match_of(THREE, BEA_TWENTY, ANA_TWELVE, ANA_TWENTY_FOUR)
SIX_LOVE = match_of(pairs("jamaican-partners"), OURS, THEIRS, *6 * [OURS])
# Bea and Ana take 20 each, then Ana 12.
LEVEL_MOST = match_of(THREE, BEA_TWENTY, ("", "5-5", "4-6"), ("", "6-6", "0-0"))
HEAVIEST = match_of(table("hungarian", 2, match={"goal": 20}), ("1-2", "6-6 5-5"))
ONE_BLOCKED = match_of(TO_FIVE, ("1-2 2-4", "5-5 3-4"))
AT_ONCE = match_of(TO_FIVE, ("", "6-6"))
# Wins count, and none are lost.
ONLY_WINS = match_of(
    pairs("jamaican-partners", match={"reset": "never"}), OURS, THEIRS, *5 * [OURS]
)


@pytest.mark.parametrize(
    ("match", "labels"),
    [
        (TURNED, ["Best round", "Longest lead", "Blocked"]),
        (SIX_LOVE, ["Back to love", "Went out most", "Final score"]),
    ],
)
def test_the_three_most_interesting_facts_are_chosen(match: Match, labels: list[str]) -> None:
    assert [fact.label for fact in highlights_of(match)] == labels


@pytest.mark.parametrize(
    ("tells", "match", "told"),
    [
        (best_round, TURNED, ("Best round", "Ana", "+24", "round 3", 1)),
        (best_round, LEVEL_MOST, None),
        # Where points count against you.
        (best_round, HEAVIEST, ("Heaviest round", "Bea", "+22", "round 1", 2)),
        (longest_lead, TURNED, ("Longest lead", "Bea", "", "rounds 1 to 2", 2)),
        # Blocked rounds are counted unless all were.
        (blocked, TURNED, ("Blocked", "", "1 of 3", "round 2", 0)),
        (blocked, ONE_BLOCKED, None),
        # From where the winner was farthest behind.
        (comeback, TURNED, ("Comeback", "Ana", "", "from 20 behind", 1)),
        (comeback, AT_ONCE, None),
        (most_rounds_won, TURNED, ("Most rounds won", "Ana", "", "2 of 3 rounds", 1)),
        (most_rounds_won, AT_ONCE, None),
        # The player, not the side.
        (went_out_most, SIX_LOVE, ("Went out most", "Ana", "", "7 of 8 rounds", 1)),
        (went_out_most, TURNED, None),
        (longest_run, ONLY_WINS, ("Longest run", "Ana & Ciro", "5 wins", "rounds 3 to 7", 1)),
        # That six were won in a row is how six love is won.
        (longest_run, SIX_LOVE, None),
        (wiped_out, SIX_LOVE, ("Back to love", "", "once", "round 2", 0)),
        (wiped_out, TURNED, None),
        # To the next.
        (margin, TURNED, ("Won by", "", "16 points", "", 1)),
        (margin, SIX_LOVE, ("Final score", "", "6 to 0", "", 1)),
    ],
)
def test_a_fact_is_told_where_there_is_one(
    tells: Callable[[Match], Highlight | None],
    match: Match,
    told: tuple[str, str, str, str, int] | None,
) -> None:
    assert tells(match) == (told and Highlight(*told))


def test_where_rounds_are_counted_the_wins_are_told() -> None:
    setup = table("jamaican-cut-throat", 4)
    assert how_won(match_of(setup, THEIRS, *6 * [OURS])) == "6 wins in 7 rounds"


def test_a_round_that_nobody_won_ends_a_run() -> None:
    assert runs([0, 0, None, 0, 1]) == [(0, [1, 2]), (0, [4]), (1, [5])]
    assert longest(runs([0, 0, None, 1, 1])) == (1, [4, 5])
    assert longest(runs([0, 1])) is None


def test_what_is_counted_equally_often_is_not_the_most() -> None:
    assert only_highest(Counter({1: 3, 0: 2})) == (1, 3)
    assert only_highest(Counter({1: 3, 0: 3})) is None
    assert only_highest(Counter()) is None

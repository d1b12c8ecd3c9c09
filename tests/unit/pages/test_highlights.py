"""What is told of a match that is over, and when it is not."""

from collections import Counter

from scorekeeper.pages.table.highlights import (
    Highlight,
    Run,
    best_round,
    blocked,
    comeback,
    highlights_of,
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


def turned() -> Match:
    setup = table(players=3, match={"goal": 30})
    return match_of(setup, BEA_TWENTY, ANA_TWELVE, ANA_TWENTY_FOUR)


def six_love() -> Match:
    return match_of(pairs("jamaican-partners"), OURS, THEIRS, *6 * [OURS])


def test_the_three_most_interesting_facts_are_chosen() -> None:
    assert [fact.label for fact in highlights_of(turned())] == [
        "Best round",
        "Longest lead",
        "Blocked",
    ]
    labels = [fact.label for fact in highlights_of(six_love())]
    assert labels == ["Back to love", "Went out most", "Final score"]


def test_the_best_round_is_the_most_that_one_side_took() -> None:
    assert best_round(turned()) == Highlight("Best round", "Ana", "+24", "round 3", 1)


def test_two_sides_with_the_same_most_have_no_best_round() -> None:
    setup = table(players=3, match={"goal": 30})
    rounds = BEA_TWENTY, ("", "5-5", "4-6"), ("", "6-6", "0-0")
    assert best_round(match_of(setup, *rounds)) is None


def test_where_points_count_against_you_the_most_is_the_heaviest_round() -> None:
    match = match_of(table("hungarian", 2, match={"goal": 20}), ("1-2", "6-6 5-5"))
    assert best_round(match) == Highlight("Heaviest round", "Bea", "+22", "round 1", 2)


def test_the_longest_lead_is_that_of_one_side_alone() -> None:
    assert longest_lead(turned()) == Highlight("Longest lead", "Bea", "", "rounds 1 to 2", 2)


def test_blocked_rounds_are_counted_unless_all_were() -> None:
    assert blocked(turned()) == Highlight("Blocked", "", "1 of 3", "round 2")
    one = match_of(table(players=2, match={"goal": 5}), ("1-2 2-4", "5-5 3-4"))
    assert blocked(one) is None


def test_a_comeback_is_from_where_the_winner_was_farthest_behind() -> None:
    assert comeback(turned()) == Highlight("Comeback", "Ana", "", "from 20 behind", 1)
    assert comeback(match_of(table(players=2, match={"goal": 5}), ("", "6-6"))) is None


def test_most_rounds_won_needs_one_side_that_won_more_than_the_others() -> None:
    assert most_rounds_won(turned()) == Highlight("Most rounds won", "Ana", "", "2 of 3 rounds", 1)


def test_the_player_is_named_who_went_out_most_not_the_side() -> None:
    assert went_out_most(six_love()) == Highlight("Went out most", "Ana", "", "7 of 8 rounds", 1)
    assert went_out_most(turned()) is None


def test_a_run_goes_on_through_the_rounds_that_one_side_wins() -> None:
    match = match_of(
        pairs("jamaican-partners", match={"reset": "never"}), OURS, THEIRS, *5 * [OURS]
    )
    run = Highlight("Longest run", "Ana & Ciro", "5 wins", "rounds 3 to 7", 1)
    assert longest_run(match) == run
    # That six were won in a row is how six love is won.
    assert longest_run(six_love()) is None


def test_how_often_everybody_went_back_to_love_is_counted() -> None:
    assert wiped_out(six_love()) == Highlight("Back to love", "", "once", "round 2")
    assert wiped_out(turned()) is None


def test_the_margin_is_that_to_the_next() -> None:
    assert margin(turned()) == Highlight("Won by", "", "16 points", "", 1)
    assert margin(six_love()) == Highlight("Final score", "", "6 to 0", "", 1)


def test_a_round_that_nobody_won_ends_a_run() -> None:
    assert runs([0, 0, None, 0, 1]) == [Run(0, 1, 2), Run(0, 4, 4), Run(1, 5, 5)]
    assert longest(runs([0, 0, None, 1, 1]), 2) == Run(1, 4, 5)
    assert longest(runs([0, 1]), 2) is None


def test_what_is_counted_equally_often_is_not_the_most() -> None:
    assert only_highest(Counter({1: 3, 0: 2})) == (1, 3)
    assert only_highest(Counter({1: 3, 0: 3})) is None
    assert only_highest(Counter()) is None

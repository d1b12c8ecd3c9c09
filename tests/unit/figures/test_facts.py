"""What a match came to, round by round."""

from datetime import timedelta

import pytest

from scorekeeper.figures.facts import How, MatchFacts, kind_of
from scorekeeper.figures.kinds import Kind, Measure
from scorekeeper.rules.errors import RuleError
from tests.unit.figures.example import ANA, BEA, after, match_of, put_out_one_by_one
from tests.unit.rules.example import laid, leaving, pairs, table


def ways(facts: MatchFacts) -> list[How]:
    return [each.how for each in facts.rounds]


def test_a_round_is_won_by_going_out() -> None:
    facts = match_of(table(), leaving("", "66"))
    assert (facts.rounds[0].how, facts.rounds[0].won_by) == (How.OUT, 0)


def test_a_blocked_round_is_won_by_the_lighter_hands() -> None:
    # 1 + 2 = 3 pips against 12.
    facts = match_of(table(), leaving("12", "66"))
    assert (facts.rounds[0].how, facts.rounds[0].won_by) == (How.BLOCK, 0)


def test_level_hands_are_settled_by_the_lightest_tile() -> None:
    # Both hold 6 pips; the lightest tiles are 1-2 with 3 and 0-1 with 1.
    facts = match_of(table(), leaving("12 03", "01 05"))
    assert (facts.rounds[0].how, facts.rounds[0].won_by) == (How.TILE, 1)


def test_a_round_that_nothing_settles_is_drawn() -> None:
    facts = match_of(table("dominican-formal", 4), leaving("12", "03", "04", "13"))
    assert (facts.rounds[0].how, facts.rounds[0].won_by) == (How.DRAWN, None)


def test_a_round_that_everybody_scores_for_is_not_drawn() -> None:
    facts = match_of(table("hungarian", 3), leaving("12", "03", "66"))
    assert (facts.rounds[0].how, facts.rounds[0].won_by) == (How.NOBODY, None)


def test_a_match_that_goes_on_has_no_places_and_no_end() -> None:
    facts = match_of(table(), leaving("", "66"))
    assert (facts.places, facts.ended_at) == ((), None)


def test_a_match_ended_with_the_round_that_decided_it() -> None:
    # 12 + 12 = 24, and the match goes to 20.
    setup = table(match={"goal": 20})
    facts = match_of(setup, leaving("", "66"), leaving("", "66"))
    assert (facts.places, facts.ended_at) == ((1, 2), after(10))


def test_losers_are_placed_by_their_totals_and_may_share_a_place() -> None:
    setup = table(players=4, match={"goal": 30})
    # Bea 12; then Ana 12 + 10 + 8 = 30. Ciro and Dani have 0.
    first = leaving("01", "", "56", "00")
    second = leaving("", "66", "55", "44")
    assert match_of(setup, first, second).places == (1, 2, 3, 3)


def test_where_the_fewest_win_the_lowest_total_is_first() -> None:
    setup = table("hungarian", 3, match={"goal": 10})
    # 0, 12 and 3 points; 12 is past the limit of 10.
    assert match_of(setup, leaving("", "66", "12")).places == (1, 3, 2)


def test_who_was_put_out_later_is_ahead_whatever_the_totals() -> None:
    facts = put_out_one_by_one()
    assert facts.places == (1, 4, 3, 2)
    assert [each.absent for each in facts.rounds] == [(), (1,), (1, 2)]


def test_nobody_who_is_out_of_a_match_has_pips_left() -> None:
    setup = table("french", 4, match={"goal": 10})
    facts = match_of(setup, leaving("", "46", "11", "12"), leaving("", "", "13", "01"))
    assert facts.rounds[1].pips == (0, None, 4, 1)
    assert facts.rounds[1].caught == (False, None, False, False)


def test_pips_left_are_known_where_hands_were_entered() -> None:
    facts = match_of(table(players=3), leaving("", "66 12", 9))
    assert facts.rounds[0].pips == (0, 15, 9)


def test_only_tiles_tell_who_is_caught_with_the_double_six() -> None:
    facts = match_of(table(players=3), leaving("", "66 12", 9))
    assert facts.rounds[0].caught == (False, True, None)


def test_in_a_larger_box_the_double_six_is_a_tile_like_others() -> None:
    facts = match_of(table("cuban-double-nine", 4), leaving("", "66", "12", "13"))
    assert facts.rounds[0].caught == (None, None, None, None)


def test_what_is_no_domino_has_no_pips() -> None:
    assert match_of(table("rummikub"), leaving(0, 30)).rounds[0].pips == (None, None)
    assert match_of(table("italian", 3), laid((0, "66"))).rounds[0].pips == (None, None, None)


def test_the_lead_changes_where_another_side_comes_ahead() -> None:
    facts = match_of(
        table(),
        # 12 to 0; 12 to 12, level; 12 to 14: Bea is ahead; 15 to 14: Ana is.
        leaving("", "66"),
        leaving("66", ""),
        leaving("11", ""),
        leaving("", "12"),
    )
    assert [each.leader for each in facts.rounds] == [0, None, 1, 0]
    assert facts.lead_changes == 2


def test_nobody_takes_the_lead_from_nobody() -> None:
    assert match_of(table(), leaving("", "66"), leaving("", "66")).lead_changes == 0


def test_a_round_takes_the_time_since_the_one_before() -> None:
    facts = match_of(table(), leaving("", "66"), leaving("", "66"), minutes=(4, 10))
    assert facts.round_times == (timedelta(minutes=4), timedelta(minutes=6))


def test_a_break_is_no_round() -> None:
    facts = match_of(table(), leaving("", "66"), leaving("", "66"), minutes=(61, 66))
    assert facts.round_times == (timedelta(minutes=5),)


def test_rounds_recorded_at_once_took_no_time_that_is_known() -> None:
    # As after an import: the match was opened later than its rounds were played.
    facts = match_of(table(), leaving("", "66"), leaving("", "66"), minutes=(-5, -5))
    assert facts.round_times == ()


def test_who_has_two_seats_is_nobody_we_know() -> None:
    facts = match_of(table(players=3), leaving("", "66", "55"), players=(ANA, BEA, ANA))
    assert facts.players == (None, BEA, None)


@pytest.mark.parametrize(
    ("game", "measure"),
    [
        ("block", Measure.POINTS),
        ("hungarian", Measure.FEWEST),
        ("mexican-train", Measure.FEWEST),
        ("jamaican-partners", Measure.WINS),
        ("gaple", Measure.WINS),
        ("fives-and-threes", Measure.POINTS),
        ("rummikub", Measure.POINTS),
    ],
)
def test_low_scores_and_rounds_won_are_told_from_points(game: str, measure: Measure) -> None:
    for players in range(2, 5):
        try:
            setup = table(game, players)
        except RuleError:
            continue
        assert kind_of(setup).measure is measure


def test_house_rules_may_change_what_a_match_is_counted_in() -> None:
    wins = table(out={"winner": {"opponents": 0, "flat": 1}}, match={"goal": 6})
    assert kind_of(wins).measure is Measure.WINS


def test_partners_are_another_kind_than_each_alone() -> None:
    assert kind_of(pairs()) != kind_of(table(players=4))


def test_a_kind_is_read_back_from_its_code() -> None:
    kind = kind_of(pairs())
    assert kind.code == "block/partners/points"
    assert Kind.of(kind.code) == kind


@pytest.mark.parametrize("code", ["", "block", "block/both/points", "block/alone/goals", "a/b/c/d"])
def test_another_text_is_no_kind(code: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Kind.of(code)

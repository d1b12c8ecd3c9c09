"""The standing of a match after some rounds."""

from typing import Any

import pytest

from scorekeeper.rules import Code, Ending, RoundScore, RuleError, Setup, Standing
from tests.unit.rules.example import ANA, BEA, CIRO, leaving, pairs, scored, table

ANY_ROUND = leaving("1-2", "3-4")


def paying(*points: int) -> RoundScore:
    """Return the score of a round that pays these points."""
    winner = max(range(len(points)), key=points.__getitem__) if any(points) else None
    return RoundScore(Ending.BLOCKED, winner, winner, points, points)


def after(setup: Setup, *scores: tuple[int, ...]) -> Standing:
    standing = Standing.start(setup)
    for points in scores:
        standing = standing.after(ANY_ROUND, paying(*points))
    return standing


def to(goal: int, **match: Any) -> Setup:
    return table(match={"goal": goal, **match})


def test_a_match_starts_with_nothing() -> None:
    standing = Standing.start(table(players=3))
    assert (standing.totals, standing.rounds) == ((0, 0, 0), 0)
    assert standing.to_go == (100, 100, 100)
    assert not standing.over


def test_a_pair_has_one_total() -> None:
    assert Standing.start(pairs()).totals == (0, 0)


def test_totals_add_up_round_by_round() -> None:
    standing = after(table(), (20, 0), (0, 35), (15, 0), (0, 0))
    assert (standing.totals, standing.rounds) == ((35, 35), 4)
    assert standing.to_go == (65, 65)


def test_a_drawn_round_is_a_round() -> None:
    setup = table()
    played = leaving("0-3 6-6", "1-2 2-4 3-3")
    standing = Standing.start(setup).after(played, scored(setup, "0-3 6-6", "1-2 2-4 3-3"))
    assert (standing.totals, standing.rounds, standing.over) == ((0, 0), 1, False)


def test_the_side_with_the_most_points_leads_the_match() -> None:
    assert after(table(), (20, 0), (0, 35)).leaders == (BEA,)


def test_sides_with_equal_points_lead_together() -> None:
    assert after(table(players=3), (20, 0, 0), (0, 20, 0)).leaders == (ANA, BEA)
    assert Standing.start(table(players=3)).leaders == (ANA, BEA, CIRO)


def test_reaching_the_goal_wins() -> None:
    standing = after(to(50), (49, 0))
    assert (standing.over, standing.to_go) == (False, (1, 50))
    standing = after(to(50), (49, 0), (1, 0))
    assert (standing.winner, standing.to_go) == (ANA, (0, 50))
    assert standing.over


def test_where_the_goal_is_to_be_exceeded_reaching_it_is_not_enough() -> None:
    standing = after(to(50, test="exceed"), (0, 50))
    assert (standing.goal_points, standing.target_points) == (50, 51)
    assert (standing.over, standing.to_go) == (False, (51, 1))
    standing = after(to(50, test="exceed"), (0, 51))
    assert (standing.winner, standing.over) == (BEA, True)


def test_points_to_go_stop_at_none() -> None:
    assert after(to(50), (70, 0)).to_go == (0, 50)


def test_of_two_sides_at_the_goal_in_one_round_the_higher_total_wins() -> None:
    assert after(to(50), (40, 0), (15, 60)).winner == BEA
    assert after(to(50), (40, 0), (25, 60)).winner == ANA


def test_two_sides_with_equal_points_at_the_goal_play_on() -> None:
    standing = after(to(50), (40, 0), (20, 60))
    assert (standing.winner, standing.over, standing.to_go) == (None, False, (0, 0))
    assert standing.after(ANY_ROUND, paying(0, 1)).winner == BEA


def test_no_round_follows_the_last() -> None:
    standing = after(to(50), (50, 0))
    with pytest.raises(RuleError) as refused:
        standing.after(ANY_ROUND, paying(0, 10))
    assert refused.value.code is Code.MATCH_OVER


def test_a_standing_does_not_change() -> None:
    standing = Standing.start(table())
    standing.after(ANY_ROUND, paying(20, 0))
    assert standing == Standing.start(table())


def test_a_score_of_another_table_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="zip"):
        Standing.start(table()).after(ANY_ROUND, paying(1, 2, 3))


def test_a_table_that_plays_on_has_no_end_before_its_round() -> None:
    standing = Standing.start(to(20), play_on_to=3)
    for over in (False, False, True):
        standing = standing.after(ANY_ROUND, paying(20, 0))
        assert standing.over is over


def test_who_share_the_best_total_at_the_end_are_level() -> None:
    limit = table("hungarian", 3)
    assert after(limit, (40, 100, 40)).level == (ANA, CIRO)
    assert after(limit, (104, 104, 130)).level == (ANA, BEA)
    assert after(limit, (40, 99, 40)).level == ()
    assert after(limit, (40, 100, 41)).level == ()
    assert after(table(), (100, 0)).level == ()
    assert after(to(2, ends="rounds"), (30, 0), (0, 30)).level == (ANA, BEA)

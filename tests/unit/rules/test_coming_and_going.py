"""Between two rounds somebody leaves a match of each alone, or joins it with a start score."""

import pytest

from scorekeeper.rules import Setup, Standing, load_game
from scorekeeper.rules.game_keys import Leader
from scorekeeper.rules.round_entry import StartScore
from scorekeeper.rules.standing_and_lead import Lead
from tests.unit.rules.example import table

TRAIN = Setup(load_game("mexican-train"), 4, partners=False)


def standing(setup, *totals, **facts):
    start = Standing.start(setup)
    return start.__class__(setup, totals, facts.pop("lead", start.lead), **facts)


@pytest.mark.parametrize(
    ("game", "rule", "joins_with"),
    [
        ("mexican-train", StartScore.ZERO, 0),
        ("mexican-train", StartScore.WORST, 30),
        # The highest total wins.
        ("block", StartScore.WORST, 1),
        # A half goes up.
        ("block", StartScore.MEAN, 11),
    ],
)
def test_who_joins_begins_with_nothing_the_worst_score_or_the_mean(game, rule, joins_with):
    setup = Setup(load_game(game), 4, partners=False)
    before = standing(setup, 1, 0, 30, 2, away=(1, 3))
    joined = before.seated((3,), {1: rule})
    mean = 16 if rule is StartScore.MEAN else joins_with
    assert joined.totals == (1, mean, 30, 2)
    assert (joined.away, joined.setup.there) == ((3,), 3)


def test_who_joins_an_empty_table_begins_with_nothing():
    before = standing(TRAIN, 9, 9, 9, 9, away=(0, 1, 2, 3))
    assert before.seated((1, 2), {0: StartScore.MEAN}).totals == (0, 9, 9, 9)


def test_who_left_leads_no_round_holds_no_hand_and_cannot_win():
    left = standing(TRAIN, 0, 5, 7, 9, lead=Lead(Leader.PASSES_LEFT, seat=0)).seated((0,), {})
    assert (left.lead.seat, left.leaders, left.moment.put_out) == (1, (1,), (0,))
    assert left.setup.dealt == load_game("mexican-train").deal[3]


def test_of_those_who_are_left_the_last_one_in_wins():
    three = table("mexican-train", 3, match={"ends": "limit", "eliminate": True, "goal": 50})
    assert standing(three, 60, 5, 7, put_out=(0,)).seated((2,), {}).winner == 1

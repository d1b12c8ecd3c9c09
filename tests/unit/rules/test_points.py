"""A round entered by its points comes to what it would with its hands, in every game."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import Round, RuleError, Standing, game_ids, score_round
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.round_entry import points_by_side
from scorekeeper.scorebook.round_json import round_from_json, round_to_json
from tests.unit.rules.deals import left, seeds, tables

GAMES = [setup for setup in tables(game_ids()) if setup.game.table.entry is not Entry.PLAYS]


def by_points(played, score):
    """Enter a scored round by its points; who won one that pays nothing is named."""
    points = (
        0 if side == score.winning_side else paid or None for side, paid in enumerate(score.points)
    )
    given = points if not any(score.points) else score.points
    return Round(points=points_by_side(given), opener=played.opener)


@given(seeds, st.sampled_from(GAMES))
def test_points_come_to_the_same_as_the_hands_they_are_of(random, setup):
    played = left(setup, random)
    start = Standing.start(setup)
    try:
        scored = score_round(setup, played)
    except RuleError:
        return
    if any(bonus.by_round for bonus in setup.game.bonus):
        # What comes by the number of the round is added to points, too: it is not entered.
        return
    entered = by_points(played, scored)
    again = score_round(setup, entered)
    assert again.points == scored.points
    before, after = (start.after(one, each) for one, each in ((played, scored), (entered, again)))
    assert (after.totals, after.over, after.winner) == (before.totals, before.over, before.winner)
    if not setup.game.pays_all and any(scored.points):
        assert again.winning_side == scored.winning_side


@given(seeds, st.sampled_from(GAMES))
def test_points_are_kept_as_they_were_entered(random, setup):
    points = [random.choice([None, 0, random.randint(1, 9)]) for _side in setup.sides]
    played = Round(points=points_by_side(points))
    assert round_from_json(round_to_json(played)) == played

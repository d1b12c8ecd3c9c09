"""What is made in play counts while the round goes on, as far as the rules of the game let it."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules import Setup, load_game
from scorekeeper.rules.doubts import doubts
from scorekeeper.rules.goal import count_so_far
from scorekeeper.rules.round_entry import Moment, Round
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.rules.tiles_and_hands import Hand
from tests.unit.rules.deals import Play, label, tables

MADE = {
    # By the game: what both made, what of it counts, and who has won by it.
    "all-fives": (((20, 15), (5,)), (35, 5), ()),
    # Sixty-one has to be met exactly.
    "fives-and-threes": (((8,) * 8, (3,)), (56, 3), ()),
}


@pytest.mark.parametrize("game", MADE)
def test_what_is_made_in_play_is_in_the_totals_and_no_match_is_over_before_its_round(game):
    made, counted, won = MADE[game]
    setup = Setup(load_game(game), 2, partners=False)
    standing = Standing.start(setup)
    played = Round(tally=made, order=tuple(s for s, points in enumerate(made) for _ in points))
    points, came = count_so_far(setup, standing.moment, played)
    assert (points, came.first) == (counted, won)
    assert standing.with_points(points).totals == counted
    assert not standing.with_points((1000, 0)).over


def test_points_that_are_too_few_to_begin_with_may_become_enough():
    setup = Setup(load_game("kozel"), 4, partners=True)
    played = Round(tally=((3,),), order=(0,))
    assert count_so_far(setup, Standing.start(setup).moment, played)[0] == (3, 0)


@pytest.mark.parametrize("setup", tables(["fives-and-threes"]), ids=label)
def test_hands_of_a_match_that_is_won_in_play_are_what_they_are(setup):
    """Nobody went out, and the line was not closed: others could have played on."""
    moment = Moment(totals=(59, *[0] * (len(setup.sides) - 1)))
    for seed in range(100):
        play = Play(setup, Random(seed))
        for seat in range(setup.players):
            play.turn(seat)
        hands = tuple(Hand(tuple(hand)) for hand in play.hands)
        played = Round(hands, tally=((2,),), order=(0,), ends=play.ends)
        assert doubts(setup, played, moment) == ()
        # Where it was not won they say that the line is closed, which it hardly ever is.
    assert doubts(setup, replace(played, tally=((1,),)), moment)

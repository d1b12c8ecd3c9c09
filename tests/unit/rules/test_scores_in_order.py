"""The order of the scores in a round: who reaches the goal first has won, at that score."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules import Code, Moment, Play, Round, RuleError, Standing, score_round
from scorekeeper.rules.options import Ending
from scorekeeper.rules.rounds import NotEntered
from scorekeeper.rules.scoring import score_recorded
from tests.unit.rules.example import ANA, BEA, leaving, table

FIVES, ITALIAN = table("fives-and-threes"), table("italian", 3)


def in_order(*scores, players=2):
    """Return a round without hands in which seats scored in this order."""
    made = [tuple(points for each, points in scores if each == seat) for seat in range(players)]
    order = tuple(seat for seat, _points in scores)
    return Round(hands=(NotEntered(),) * players, tally=tuple(made), order=order)


def fives_one_by_one(totals, scores):
    """Score Fives and Threes as the sources say it: score by score."""
    for seat, points in scores:
        if totals[seat] + points <= 61:
            totals[seat] += points
        if totals[seat] == 61:
            return seat
    return None


@pytest.mark.parametrize("seed", range(40))
def test_fives_and_threes_comes_out_as_score_by_score(seed):
    random, totals, winner = Random(seed), [0, 0, 0], None
    standing = Standing.start(table("fives-and-threes", 3))
    while winner is None:
        steps = [random.choice((1, 2, 3, 4, 6, 8)) for _ in range(random.randint(0, 12))]
        scores = [(random.randrange(3), points) for points in steps]
        out = random.choice((None, 0, 1, 2))
        one = out is not None and scores[-1:] and scores[-1][0] == out and random.random() < 0.5
        last = [] if out is None else [(out, 1 + (scores[-1][1] if one else 0))]
        winner = fives_one_by_one(totals, [*(scores[:-1] if one else scores), *last])
        hands = ["" if seat == out else f"{seat}-6" for seat in range(3)]
        made = in_order(*scores, players=3)
        facts = {"tally": made.tally, "order": made.order, "last_tile_scored": bool(one)}
        played = leaving(*hands, **facts)
        standing = standing.after(played, score_round(standing.setup, played, standing.moment))
        assert (standing.totals, standing.winner) == (tuple(totals), winner)


def italian_one_by_one(totals, plays):
    """Score Italian as its source says it: tile by tile."""
    pips = 0
    for seat, tile in plays:
        pips += tile.low + tile.high
        if pips in (30, 50, 70, 100):
            totals[seat] += 10
        if totals[seat] >= 50:
            return seat
    return None


@pytest.mark.parametrize("seed", range(40))
def test_italian_comes_out_as_tile_by_tile(seed):
    random, totals, winner = Random(seed), [0, 0, 0], None
    standing = Standing.start(ITALIAN)
    while winner is None:
        plays, pips = list[Play](), 0
        for place, tile in enumerate(random.sample(ITALIAN.box.tiles, 24)):
            if pips < 100:
                plays.append(Play(place % 3, tile))
            pips += tile.pips
        winner = italian_one_by_one(totals, plays)
        played = Round(plays=tuple(plays))
        standing = standing.after(played, score_round(ITALIAN, played, standing.moment))
        assert (standing.totals, standing.winner) == (tuple(totals), winner)


def test_a_round_that_no_longer_wins_is_read_without_its_hands():
    score = score_recorded(FIVES, in_order((BEA, 3)), Moment(2, totals=(40, 40)))
    assert (score.ending, score.points) == (Ending.PLAYED, (0, 3))


def test_what_is_read_again_was_answered_and_is_refused_as_ever():
    moment = Moment(9, totals=(58, 0))
    played = leaving("", "3-4", tally=((3,), ()), order=(ANA,), last_tile_scored=True)
    assert score_recorded(FIVES, played, moment).points == (0, 0)
    with pytest.raises(RuleError) as refused:
        score_recorded(FIVES, leaving("3-4", "3-4"), moment)
    assert refused.value.code is Code.TILE_IN_TWO_HANDS
    block = score_recorded(table(), leaving("", "3-4"), Moment(2, totals=(0, 0)))
    assert block.points == (7, 0)


def test_where_the_players_play_on_a_round_counts_to_its_end():
    tens = in_order((ANA, 50), (BEA, 60), players=3)
    played = Round(tally=tens.tally, order=tens.order)
    for play_on_to, winner in ((0, ANA), (1, ANA), (2, None)):
        standing = Standing.start(ITALIAN, play_on_to=play_on_to)
        score = score_round(ITALIAN, played, standing.moment)
        assert standing.after(played, score).winner == winner
        assert score.points == ((50, 60, 0) if winner is None else (50, 0, 0))


@pytest.mark.parametrize(("before", "points"), [(59, 2), (60, 3)])
def test_once_recorded_it_is_let_pass_whether_the_last_tile_scored(before, points):
    # What was scored before it may have been changed since.
    played, moment = leaving("", "3-4", tally=((points,), ())), Moment(2, totals=(before, 0))
    said = replace(played, last_tile_scored=False)
    assert score_recorded(FIVES, played, moment) == score_round(FIVES, said, moment)

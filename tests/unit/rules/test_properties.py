"""What holds of every round and every match, whatever the tiles."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import (
    Code,
    Hand,
    PipsHand,
    Round,
    RuleError,
    Setup,
    Standing,
    Tile,
    faults,
    game_ids,
    load_game,
    score_round,
)
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.options import Entry, Reset
from scorekeeper.rules.reasons import Compared
from scorekeeper.rules.rounds import empty_seats
from tests.unit.rules import deals
from tests.unit.rules.deals import TABLES, counted, recorded, rounds

FAMILY = [
    Setup.of(game, players)
    for game in map(load_game, game_ids())
    if game.table.entry is Entry.TILES
    for players in game.deal
]
Case = tuple[Setup, Round]
Match = tuple[Setup, list[Round]]
# Hypothesis draws the seed alone: a permutation of 91 tiles takes it longer than all the scoring.
seeds = st.integers(0, 2**32).map(Random)


def left(setup, random, put_out=()):
    """Leave some tiles of each hand of a deal, none of one perhaps, and say who led and blocked."""
    box = random.sample(setup.box.tiles, setup.players * setup.dealt)
    out = random.choice([None, *range(setup.players)])
    hands = [
        Hand(tuple(box[seat :: setup.players][: random.randint(1, setup.dealt)]))
        for seat in range(setup.players)
    ]
    for seat in put_out if out is None else (*put_out, out):
        hands[seat] = Hand()
    seats = range(setup.players)
    return Round(tuple(hands), opener=random.choice(seats), blocker=random.choice(seats))


@st.composite
def of_the_family(draw):
    setup = draw(st.sampled_from(FAMILY))
    return setup, left(setup, draw(seeds))


@st.composite
def played_tables(draw):
    setup = draw(st.sampled_from(TABLES))
    return setup, draw(rounds(setup))


@st.composite
def awards(draw):
    """Draw an award that house rules may have."""
    parts = ("opponents", "partner", "own", "excess", "flat")
    return {part: draw(st.integers(-2, 2)) for part in parts} | {"opponents": 1}


@st.composite
def played_houses(draw):
    """Draw a round that is played with house rules."""
    setup = draw(st.sampled_from(TABLES))
    keys = ["side total", "seat total", "lightest tile", "next tiles"]
    rank = draw(st.lists(st.sampled_from(keys), min_size=1, unique=True))
    rules: dict[str, Any] = {
        "out": {"winner": draw(awards())},
        "blocked": {"rank": rank, "winner": draw(awards())},
    }
    setup = Setup(with_house_rules(setup.game, rules), setup.players, setup.partners)
    return setup, draw(rounds(setup))


@st.composite
def ties(draw):
    """Draw a blocked round that two of the players of Block tie, which by chance is rare."""
    setup = draw(st.sampled_from([each for each in TABLES if each.game.id == "block"]))
    played = draw(rounds(setup, blocked=True).filter(lambda played: _two_tie(setup, played)))
    return setup, played


def _two_tie(setup, played):
    totals = sorted(sum(played.hands[seat].pips for seat in side) for side in setup.sides)
    return totals[0] == totals[1]


@st.composite
def matches(draw):
    """Draw a match of any game, cut off where it is over; who is out of it has no hand."""
    setup, random = draw(st.sampled_from(FAMILY)), draw(seeds)
    standing, played = Standing.start(setup), list[Round]()
    for _ in range(draw(st.integers(0, 12))):
        if standing.over:
            break
        played.append(left(setup, random, standing.moment.put_out))
        standing = recorded(standing, played[-1])
    return setup, played


def replayed(setup, played):
    """Return how a match stands before its first round, and after each."""
    found = [Standing.start(setup)]
    for each in played:
        found.append(recorded(found[-1], each))
    return found


@given(of_the_family())
def test_what_a_deal_leaves_has_no_fault_and_a_score_of_at_least_0(case):
    setup, played = case
    assert not list(faults(setup, played))
    points = score_round(setup, played).points
    assert len(points) == len(setup.sides)
    assert min(points) >= 0


@given(st.sampled_from(FAMILY), seeds)
def test_what_is_wrong_does_not_depend_on_what_else_was_entered(setup, random):
    # Tiles alone are checked all at once; with a seat that led, one thing after another.
    tiles = [*setup.box.tiles, random.choice(setup.box.tiles), Tile(15, 15)]
    sizes = [random.choice([0, 1, 1, 2, setup.most_in_hand, 16]) for _ in range(setup.players)]
    played = Round(tuple(Hand(tuple(random.sample(tiles, size))) for size in sizes))
    plain = [str(fault) for fault in faults(setup, played)]
    assert plain == [str(fault) for fault in faults(setup, replace(played, opener=0))]


@given(played_houses())
def test_only_the_winner_scores_and_no_hands_outweigh_the_box(case):
    setup, played = case
    score = score_round(setup, played)
    for side, points in enumerate(score.points):
        assert points >= 0
        assert points == 0 or side == score.winning_side
    assert (score.winning_side is None) == (score.winning_seat is None)
    assert sum(score.pips) <= setup.box.pips


@given(played_tables() | ties())
def test_every_game_pays_what_its_rules_come_to(case):
    setup, played = case
    assert score_round(setup, played).points == reckoned(setup, played)


def reckoned(setup, played):
    """Reckon the points of each side by the words of the four games, not by their files."""
    totals = [sum(played.hands[seat].pips for seat in side) for side in setup.sides]
    lightest = [i for i, total in enumerate(totals) if total == min(totals)]
    out = empty_seats(played)
    if out:
        lightest = [setup.side_of(out[0])]
    elif setup.game.id == "block" and len(lightest) > 1:
        weights = {
            side: min(t.pips for seat in setup.sides[side] for t in played.hands[seat].known_tiles)
            for side in lightest
        }
        lightest = [side for side in lightest if weights[side] == min(weights.values())]
    points = [0] * len(totals)
    if len(lightest) == 1:
        (winner,) = lightest
        points[winner] = sum(totals) - totals[winner]
        if not out:
            sign = {"block": -1, "hoyle": 1}.get(setup.game.id, 0)
            points[winner] += sign * totals[winner]
    return tuple(points)


@given(of_the_family() | played_houses(), st.data())
def test_whoever_sits_where_the_points_go_with_the_hands(case, data):
    setup, played = case
    # Everybody moves some seats on, and partners stay partners.
    by, players = data.draw(st.integers(1, setup.players - 1)), setup.players
    seat_of = {seat: (seat + by) % players for seat in range(players)}
    moved = replace(
        played,
        hands=tuple(played.hands[seat - by] for seat in range(players)),
        opener=seat_of[played.opener or 0],
        blocker=seat_of[played.blocker or 0],
    )
    before, after = score_round(setup, played), score_round(setup, moved)
    for old_seat, new_seat in seat_of.items():
        old, new = setup.side_of(old_seat), setup.side_of(new_seat)
        assert after.points[new] == before.points[old]
        assert (after.winning_side == new) == (before.winning_side == old)


@given(played_tables() | ties())
def test_pips_give_the_points_that_tiles_give_and_only_a_tie_asks_for_more(case):
    setup, played = case
    by_tiles = score_round(setup, played)
    hands = [counted(hand) for hand in played.hands]
    asked = seats_asked(setup, Round(tuple(hands)))
    for seat in asked:
        hands[seat] = replace(hands[seat], lightest=played.hands[seat].lightest)
    by_pips = score_round(setup, Round(tuple(hands)))
    assert by_pips.points == by_tiles.points
    assert by_pips.winning_side == by_tiles.winning_side
    assert asked == tied_seats(setup, by_tiles)
    # All that can be known of a hand besides may be told, too.
    known = [PipsHand(each.pips, len(each.known_tiles), each.lightest) for each in played.hands]
    assert not list(faults(setup, Round(tuple(known))))


def seats_asked(setup, played):
    try:
        score_round(setup, played)
    except RuleError as error:
        return set(error.seats) if error.code is Code.LIGHTEST_TILE_NEEDED else set()
    return set()


def tied_seats(setup, score):
    """Say whose tiles are looked at: of those who tie, where the game settles ties by tiles."""
    looked_at = [step for step in score.reasons if isinstance(step, Compared)][1:]
    return {seat for step in looked_at for mark in step.marks for seat in setup.sides[mark.side]}


@given(matches() | deals.matches())
def test_undoing_what_was_recorded_leaves_what_was_before(match):
    setup, played = match
    # To undo is to replay without the last round.
    for kept, standing in enumerate(replayed(setup, played)):
        assert replayed(setup, played[:kept])[-1] == standing


@given(matches())
def test_a_match_that_is_over_has_one_winner_among_those_still_in(match):
    setup, played = match
    history = replayed(setup, played)
    for before, standing in pairwise(history):
        if setup.game.match.reset is Reset.NEVER:
            assert all(a >= b for a, b in zip(standing.totals, before.totals, strict=True))
        assert set(before.put_out) <= set(standing.put_out)
    standing = history[-1]
    assert standing.winner not in (*standing.put_out, *standing.losers)
    assert standing.over == (standing.winner is not None)
    assert standing.reset is False or set(standing.totals) == {0}


@given(deals.matches())
def test_a_race_comes_to_the_sum_of_its_rounds_and_is_over_at_the_goal(match):
    setup, played = match
    standing = replayed(setup, played)[-1]
    points = [score_round(setup, each).points for each in played]
    assert standing.totals == tuple(map(sum, zip(*points, strict=True))) or not played
    assert standing.rounds == len(played)
    highest = max(standing.totals)
    at_the_goal = [total >= standing.goal_points for total in standing.totals]
    assert at_the_goal == [to_go == 0 for to_go in standing.to_go]
    assert all(standing.totals[side] == highest for side in standing.leaders)
    assert standing.over == (any(at_the_goal) and standing.totals.count(highest) == 1)
    assert standing.winner is None or standing.leaders == (standing.winner,)

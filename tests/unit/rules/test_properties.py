"""What holds of every round and every match, whatever the tiles."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest
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
    sharing,
)
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.options import Entry, Rank, Reset
from scorekeeper.rules.reasons import Compared
from scorekeeper.rules.rounds import empty_seats
from scorekeeper.rules.sharing import Share, can_share
from scorekeeper.wording.awards import may_pair
from tests.unit.rules import deals
from tests.unit.rules.deals import GAMES, TABLES, counted, left, recorded, seeds
from tests.unit.rules.example import pairs

FAMILY = [setup for setup in deals.tables(game_ids()) if setup.game.table.entry is Entry.TILES]
# Games in which the lightest single hand wins, and what may settle a tie of such hands.
OF_SINGLE_HANDS = ("gaple", "dominican-patio", "cuban-east", "jamaican-partners")
TIES = (
    ["lightest tile"],
    ["lightest tile", "next tiles"],
    ["lightest tile", "lowest end"],
    ["fewest doubles"],
)


def of_tables(tables):
    """Draw a table, and what a deal leaves there."""
    return st.sampled_from(tables).flatmap(
        lambda setup: st.tuples(st.just(setup), deals.rounds(setup))
    )


def tied(setup, random, of_side=sum):
    """Leave hands of a blocked round that the lightest sides tie, which by chance is rare."""
    while True:
        played = left(setup, random)
        pips = [hand.pips for hand in played.hands]
        lightest = sorted(of_side(pips[seat] for seat in side) for side in setup.sides)
        if lightest[0] == lightest[1] and not empty_seats(played):
            return played


@st.composite
def ties(draw):
    setup = draw(st.sampled_from(deals.tables(["block"])))
    return setup, tied(setup, draw(seeds))


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
    return setup, draw(deals.rounds(setup))


@given(of_tables(FAMILY) | played_houses(), st.data())
def test_what_a_deal_leaves_has_a_score_whoever_sits_where(case, data):
    setup, played = case
    assert not list(faults(setup, played))
    before = score_round(setup, played)
    assert len(before.points) == len(setup.sides)
    assert min(before.points) >= 0
    if setup.game.id in GAMES:
        losers = [
            points for side, points in enumerate(before.points) if side != before.winning_side
        ]
        assert not any(losers)
    # Everybody moves some seats on, partners stay partners, and the points go with the hands.
    by, players = data.draw(st.integers(1, setup.players - 1)), setup.players
    seat_of = {seat: (seat + by) % players for seat in range(players)}
    moved = replace(
        played,
        hands=tuple(played.hands[seat - by] for seat in range(players)),
        opener=seat_of[played.opener or 0],
        blocker=seat_of[played.blocker or 0],
    )
    after = score_round(setup, moved)
    for old_seat, new_seat in seat_of.items():
        old, new = setup.side_of(old_seat), setup.side_of(new_seat)
        assert after.points[new] == before.points[old]
        assert (after.winning_side == new) == (before.winning_side == old)


@given(st.sampled_from(FAMILY), seeds)
def test_what_is_wrong_does_not_depend_on_what_else_was_entered(setup, random):
    # Tiles alone are checked all at once; with a seat that led, one thing after another.
    tiles = [*setup.box.tiles, random.choice(setup.box.tiles), Tile(15, 15)]
    sizes = [random.choice([0, 1, 1, 2, setup.most_in_hand, 16]) for _ in range(setup.players)]
    played = Round(tuple(Hand(tuple(random.sample(tiles, size))) for size in sizes))
    plain = [str(fault) for fault in faults(setup, played)]
    assert plain == [str(fault) for fault in faults(setup, replace(played, opener=0))]


# How each rank compares hands; the lowest wins.
WEIGHTS: dict[str, Callable[[list[Tile]], Any]] = {
    "total": lambda hand: sum(low + high for low, high in hand),
    "lightest tile": lambda hand: min(low + high for low, high in hand),
    "lowest end": lambda hand: min((low + high, low) for low, high in hand),
    "next tiles": lambda hand: sorted(low + high for low, high in hand),
    "fewest doubles": lambda hand: sum(low == high for low, high in hand),
}


def won_by(hands, sides, rank):
    """Compare hands by one key after the other; return the side of those left, None where two."""
    still_in = list(range(len(hands)))
    for key in rank:
        weights = {at: WEIGHTS[key](hands[at]) for at in still_in}
        lowest = min(weights.values())
        still_in = [at for at in still_in if weights[at] == lowest]
        if len({sides[at] for at in still_in}) == 1:
            return sides[still_in[0]]
    return None


def reckoned(setup, played):
    """Reckon the points of each side by the words of the four games, not by their files."""
    hands = [[tile for seat in side for tile in played.hands[seat].tiles] for side in setup.sides]
    totals, out, game = [*map(WEIGHTS["total"], hands)], empty_seats(played), setup.game.id
    rank = ["total", "lightest tile"] if game == "block" else ["total"]
    winner = setup.side_of(out[0]) if out else won_by(hands, range(len(hands)), rank)
    points = [0] * len(totals)
    if winner is not None:
        own = 0 if out else {"block": -1, "hoyle": 1}.get(game, 0)
        points[winner] = sum(totals) - totals[winner] + own * totals[winner]
    return tuple(points)


@given(of_tables(TABLES) | ties())
def test_tiles_and_pips_pay_what_the_rules_come_to_and_only_a_tie_asks_for_more(case):
    setup, played = case
    by_tiles = score_round(setup, played)
    assert by_tiles.points == reckoned(setup, played)
    hands = [counted(hand) for hand in played.hands]
    asked = seats_asked(setup, Round(tuple(hands)))
    for seat in asked:
        hands[seat] = replace(hands[seat], lightest=played.hands[seat].lightest)
    by_pips = score_round(setup, Round(tuple(hands)))
    assert by_pips.points == by_tiles.points
    assert by_pips.winning_side == by_tiles.winning_side
    # Whose tiles are looked at: of those who tie, where the game settles ties by tiles.
    looked_at = [step for step in by_tiles.reasons if isinstance(step, Compared)][1:]
    assert asked == {
        seat for step in looked_at for mark in step.marks for seat in setup.sides[mark.side]
    }
    # All that can be known of a hand besides may be told, too.
    known = [PipsHand(each.pips, len(each.known_tiles), each.lightest) for each in played.hands]
    assert not list(faults(setup, Round(tuple(known))))


def seats_asked(setup, played):
    try:
        score_round(setup, played)
    except RuleError as error:
        return set(error.seats) if error.code is Code.LIGHTEST_TILE_NEEDED else set()
    return set()


@pytest.mark.parametrize("then", TIES, ids=" ".join)
@pytest.mark.parametrize("game", OF_SINGLE_HANDS)
def test_tied_rounds_are_won_as_an_independent_scorer_says(game, then, thorough, seed):
    setup = pairs(game, blocked={"rank": ["seat total", *then]})
    random, sides = Random(f"{seed} {game} {then}"), [0, 1, 0, 1]
    for _ in range(2_000 if thorough else 30):
        played = replace(tied(setup, random, of_side=min), opener=None)
        hands = [hand.tiles for hand in played.hands]
        assert score_round(setup, played).winning_side == won_by(hands, sides, ["total", *then])


def test_every_game_of_pairs_with_the_lightest_single_hand_compares_players():
    games = [game for game in map(load_game, game_ids()) if Rank.SEAT_TOTAL in game.blocked.rank]
    of_pairs = {game.id for game in games if may_pair(game)}
    assert of_pairs >= set(OF_SINGLE_HANDS)
    assert {game.id for game in games if game.blocked.only_tied_hands} == of_pairs


def replayed(setup, played):
    """Return how a match stands before its first round, and after each."""
    found = [Standing.start(setup)]
    for each in played:
        found.append(recorded(found[-1], each))
    return found


@given(
    st.builds(deals.played, st.sampled_from(FAMILY), seeds, st.integers(0, 12)) | deals.matches()
)
def test_a_match_that_is_over_has_one_winner_among_those_still_in_and_a_race_adds_up(match):
    setup, played = match
    history = replayed(setup, played)
    for before, standing in pairwise(history):
        if setup.game.match.reset is Reset.NEVER:
            assert all(a >= b for a, b in zip(standing.totals, before.totals, strict=True))
        assert set(before.put_out) <= set(standing.put_out)
    standing = history[-1]
    assert standing.rounds == len(played)
    assert standing.winner not in (*standing.put_out, *standing.losers)
    assert standing.over == (standing.winner is not None)
    assert standing.reset is False or set(standing.totals) == {0}
    if setup.game.id in GAMES:
        points = [score_round(setup, each).points for each in played]
        assert standing.totals == tuple(map(sum, zip(*points, strict=True))) or not played
        highest = max(standing.totals)
        at_the_goal = [total >= standing.goal_points for total in standing.totals]
        assert at_the_goal == [to_go == 0 for to_go in standing.to_go]
        assert all(standing.totals[side] == highest for side in standing.leaders)
        assert standing.over == (any(at_the_goal) and standing.totals.count(highest) == 1)


def shared_by_trying(tiles, shares):
    """Say whether tiles can be shared out so that every hand has its pips, by trying every way."""
    places = range(len(tiles))

    def ways(share):
        for size in range(share.fewest, share.most + 1):
            for hand in combinations(places, size):
                pips = [tiles[place] for place in hand]
                if sum(pips) == share.pips and min(pips, default=99) >= share.lightest:
                    yield set(hand)

    return any(
        not any(one & other for one, other in combinations(hands, 2))
        for hands in product(*map(ways, shares))
    )


def test_the_answer_is_that_of_trying_every_way(seed):
    random = Random(seed)
    for _ in range(300):
        tiles = sorted(random.choices(range(7), k=6))
        shares = []
        for _seat in range(random.randint(1, 3)):
            fewest = random.randint(0, 2)
            most = fewest + random.randint(0, 2)
            shares.append(Share(random.randint(0, 9), fewest, most, random.choice([0, 0, 2])))
        assert can_share(tiles, shares) is shared_by_trying(tiles, shares), (tiles, shares)


def test_a_question_that_takes_too_long_is_answered_with_yes(monkeypatch):
    shares = [Share(1, 1, 2), Share(1, 1, 2)]
    assert not can_share([1, 2, 3], shares)
    monkeypatch.setattr(sharing, "MOST_STEPS", 0)
    # Nothing is remembered of the same question.
    monkeypatch.setattr(sharing, "_can_share", sharing._can_share.__wrapped__)
    assert can_share([1, 2, 3], shares)

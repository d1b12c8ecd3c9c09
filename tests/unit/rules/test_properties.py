"""What holds of every round and every match, whatever the tiles.

Of rounds really played the referee is never wrong and often helps, and counts score as tiles do.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import (
    AnyHand,
    Code,
    Event,
    Hand,
    PipsHand,
    Round,
    RuleError,
    Setup,
    Tile,
    faults,
    game_ids,
    load_game,
    score_round,
    tiles_and_hands,
)
from scorekeeper.rules.doubts import Law, doubts, predicted_ends
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.game_keys import Entry, Layout, Rank
from scorekeeper.rules.reasons import Compared
from scorekeeper.rules.round_entry import empty_seats
from scorekeeper.rules.tiles_and_hands import Share, TileSet, can_share
from tests.unit.rules.deals import (
    GAMES,
    TABLES,
    Play,
    caught,
    label,
    left,
    misread,
    play,
    seeds,
    tables,
)
from tests.unit.rules.example import pairs

FAMILY = [setup for setup in tables(game_ids()) if setup.game.table.entry is Entry.TILES]
# Games in which the lightest single hand wins, and what may settle a tie of such hands.
OF_SINGLE_HANDS = [
    game.id
    for game in map(load_game, game_ids())
    if game.may_pair and Rank.SEAT_TOTAL in game.blocked.rank
]
TIES = (
    ["lightest tile"],
    ["lightest tile", "next tiles"],
    ["lightest tile", "lowest end"],
    ["fewest doubles"],
)
PARTS = ("partner", "own", "excess", "flat")


def tied(setup, random, of_side=sum):
    """Leave hands of a blocked round that the lightest sides tie, which by chance is rare."""
    while True:
        played = left(setup, random)
        pips = [hand.pips for hand in played.hands]
        lightest = sorted(of_side(pips[seat] for seat in side) for side in setup.sides)
        if lightest[0] == lightest[1] and not empty_seats(played):
            return played


def house(random):
    """Set a table up with house rules that it may have."""
    setup = random.choice(TABLES)
    ranks = ["side total", "seat total", "lightest tile", "next tiles"]
    out, blocked = (
        {"opponents": 1, **{part: random.randint(-2, 2) for part in PARTS}} for _ending in range(2)
    )
    rank = random.sample(ranks, random.randint(1, 4))
    rules: dict[str, Any] = {"out": {"winner": out}, "blocked": {"rank": rank, "winner": blocked}}
    return Setup(with_house_rules(setup.game, rules), setup.players, setup.partners)


@given(seeds)
def test_what_a_deal_leaves_has_a_score_whoever_sits_where(random):
    setup = random.choice([random.choice(FAMILY), house(random)])
    played = left(setup, random)
    assert not list(faults(setup, played))
    before = score_round(setup, played)
    assert len(before.points) == len(setup.sides)
    assert min(before.points) >= 0
    if setup.game.id in GAMES:
        assert {side for side, each in enumerate(before.points) if each} <= {before.winning_side}
    # Everybody moves some seats on, partners stay partners, and the points go with the hands.
    by, players = random.randint(1, setup.players - 1), setup.players
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


def score_counted(setup, played):
    """Score a round by its counts; say too of whose hands the rules ask more, as in a tie."""
    hands: list[AnyHand] = [counted(setup, hand) for hand in played.hands]
    try:
        return score_round(setup, replace(played, hands=tuple(hands))), set()
    except RuleError as asked:
        if asked.code not in (Code.LIGHTEST_TILE_NEEDED, Code.TILES_NEEDED):
            raise
        for seat in asked.seats:
            hand = played.hands[seat]
            told = replace(counted(setup, hand), lightest=hand.lightest)
            hands[seat] = hand if asked.code is Code.TILES_NEEDED else told
        return score_round(setup, replace(played, hands=tuple(hands))), {*asked.seats}


def counted(setup, hand):
    """Count a hand as people do; only a hand that counts 0 and is not empty has more to say."""
    points = setup.game.weights.of_hand(hand)
    return PipsHand(points, count=None if points or hand.is_empty else 1)


@given(st.sampled_from(TABLES), st.booleans(), seeds)
def test_tiles_and_counts_pay_what_the_rules_come_to_and_only_a_tie_asks_for_more(
    setup, tie, random
):
    played = tied(setup, random) if tie else left(setup, random)
    by_tiles, (by_counts, asked) = score_round(setup, played), score_counted(setup, played)
    assert by_tiles.points == by_counts.points == reckoned(setup, played)
    assert by_counts.winning_side == by_tiles.winning_side
    # Whose tiles are looked at: of those who tie, where the game settles ties by tiles.
    looked_at = [step for step in by_tiles.reasons if isinstance(step, Compared)][1:]
    assert asked == {
        seat for step in looked_at for mark in step.marks for seat in setup.sides[mark.side]
    }
    # All that can be known of a hand besides may be told, too.
    known = [PipsHand(each.pips, len(each.known_tiles), each.lightest) for each in played.hands]
    assert not list(faults(setup, Round(tuple(known))))


@pytest.mark.parametrize("then", TIES, ids=" ".join)
@pytest.mark.parametrize("game", OF_SINGLE_HANDS)
def test_tied_rounds_are_won_as_an_independent_scorer_says(game, then, thorough, seed):
    setup = pairs(game, blocked={"rank": ["seat total", *then]})
    random, sides = Random(f"{seed} {game} {then}"), [0, 1, 0, 1]
    for _ in range(400 if thorough else 30):
        played = replace(tied(setup, random, of_side=min), opener=None)
        hands = [hand.tiles for hand in played.hands]
        assert score_round(setup, played).winning_side == won_by(hands, sides, ["total", *then])


def shared_by_trying(tiles, shares):
    """Say whether tiles can be shared out so that every hand has its pips, by trying every way."""
    if not shares:
        return True
    pips, fewest, most, lightest = shares[0]
    heavy = [tile for tile in tiles if tile >= lightest]
    hands = (hand for size in range(fewest, most + 1) for hand in combinations(heavy, size))
    left = (Counter(tiles) - Counter(hand) for hand in hands if sum(hand) == pips)
    return any(shared_by_trying([*each.elements()], shares[1:]) for each in left)


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
    assert not can_share([1, 2, 3], [Share(1, 1, 2), Share(1, 1, 2)])
    monkeypatch.setattr(tiles_and_hands, "MOST_STEPS", 0)
    # Another question: the answer to the first is remembered.
    assert can_share([1, 2, 4], [Share(1, 1, 2), Share(1, 1, 2)])


# Every game that is played on a line, for every number of players.
ON_A_LINE = [setup for setup in FAMILY if setup.game.table.layout is Layout.LINE]


@pytest.mark.parametrize("setup", ON_A_LINE, ids=label)
def test_a_round_really_played_raises_no_doubt_and_scores_the_same_by_tiles_and_by_counts(
    setup, thorough, seed
):
    random = Random(f"{seed} {setup.game.id}")
    for at in range(-(-(40_000 if thorough else 2_000) // len(ON_A_LINE))):
        # Every other round is played as people do.
        played = play(setup, random, shedding=at % 2 == 0)
        assert predicted_ends(setup, played.round) in (None, played.ends), played
        seen = replace(played.round, ends=played.ends, opener=at % setup.players, blocker=0)
        assert not doubts(setup, seen), played
        by_tiles, (by_counts, _asked) = score_round(setup, seen), score_counted(setup, seen)
        # Which of two partners won may be known of tiles alone.
        assert replace(by_counts, winning_seat=by_tiles.winning_seat) == by_tiles, played


WITHOUT_ONE = [
    pytest.param(game, players, with_partners, id=f"{game} {players}")
    for game, players, with_partners in (
        ("partnership", 4, True),
        ("jamaican-cut-throat", 3, False),
        ("block", 4, False),
        ("draw", 2, False),
    )
]


@pytest.mark.parametrize(("game", "players", "with_partners"), WITHOUT_ONE)
def test_a_round_really_played_without_the_lost_tile_raises_no_doubt(game, players, with_partners):
    random = Random(game)
    for _time in range(60):
        lost = random.choice(TileSet(6).tiles)
        without = with_house_rules(load_game(game), {"tiles": {"lost": [str(lost)]}})
        setup = Setup(without, players, with_partners)
        played = play(setup, random, shedding=True)
        assert not [*faults(setup, played.round)], played
        assert not doubts(setup, replace(played.round, ends=played.ends)), (lost, played)


@pytest.mark.parametrize("game", ["block", "draw"])
@pytest.mark.parametrize("players", [2, 3])
def test_with_the_sleeping_tiles_and_the_ends_most_wrong_tiles_are_noticed(game, players):
    setup, random, noticed = Setup(load_game(game), players, partners=False), Random(players), 0
    for _time in range(300):
        playing = Play(setup, random, shedding=True)
        played = playing.until_it_ends()
        seen = {"boneyard": tuple(playing.asleep), "ends": played.ends}
        true = replace(played.round, **seen)
        assert not [*faults(setup, true), *doubts(setup, true)], true
        assert predicted_ends(setup, true) in (None, played.ends)
        wrong = replace(misread(setup, played, random), **seen)
        noticed += bool([*faults(setup, wrong)] or doubts(setup, wrong))
    assert noticed / 300 >= 0.89


@pytest.mark.parametrize("shedding", [False, True])
def test_four_with_every_tile_dealt_notice_about_half_of_all_wrong_tiles(thorough, shedding):
    setup = pairs("partnership")
    rate = caught(setup, 4_000 if thorough else 1_000, seed=4, shedding=shedding)
    assert 0.44 <= rate.unasked <= 0.57
    assert 0.88 <= rate.with_ends <= 0.96
    # A misread half is always noticed where the ends were seen.
    assert caught(setup, 150, seed=5, shedding=shedding, half=True).with_ends == 1


def test_most_false_claims_of_a_capicua_are_refuted(thorough):
    setup, random = pairs("dominican-patio"), Random(6)
    false, refuted = 0, 0
    while false < (1_000 if thorough else 500):
        played = play(setup, random, shedding=True)
        won = any(hand.is_empty for hand in played.round.hands)
        claimed = replace(played.round, events=(Event("capicúa"),))
        found = [doubt.law for doubt in doubts(setup, claimed)]
        if played.capicua:
            assert not found, played
        elif won:
            false += 1
            refuted += found == [Law.CAPICUA]
    assert refuted / false >= 0.95

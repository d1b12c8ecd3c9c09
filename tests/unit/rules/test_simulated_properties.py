"""Rounds really played: the referee is never wrong and often helps, and counts score as tiles do.

Where points are made in play, they come out as by a count of one score after the other.
"""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules import (
    AnyHand,
    Code,
    Event,
    PipsHand,
    Play,
    Round,
    RuleError,
    Standing,
    game_ids,
    score_round,
)
from scorekeeper.rules.options import Entry, Layout
from scorekeeper.rules.referee import Law, doubts, predicted_ends
from scorekeeper.rules.weighing import weigh
from tests.unit.rules.deals import caught, label, play, recorded, tables
from tests.unit.rules.example import in_order, leaving, pairs, table

# Every game that is played on a line, for every number of players.
TABLES = [
    setup
    for setup in tables(game_ids())
    if setup.game.table.layout is Layout.LINE and setup.game.table.entry is Entry.TILES
]
every_table = pytest.mark.parametrize("setup", TABLES, ids=label)
# Of all tables together.
ROUNDS, ROUNDS_THOROUGH = 2_000, 20_000
COUNTED, COUNTED_THOROUGH = 2_000, 60_000


def rounds_of(setup, seed, number):
    """Play this part of so many rounds of all tables, every other one as people do."""
    random = Random(f"{seed} {setup.game.id}")
    for at in range(-(-number // len(TABLES))):
        yield play(setup, random, shedding=at % 2 == 0)


@every_table
def test_no_round_really_played_raises_a_doubt(setup, thorough, seed):
    for played in rounds_of(setup, seed, ROUNDS_THOROUGH if thorough else ROUNDS):
        assert predicted_ends(setup, played.round) in (None, played.ends), played
        seen = replace(played.round, ends=played.ends)
        assert not doubts(setup, seen), played


@pytest.mark.parametrize("shedding", [False, True])
def test_four_with_every_tile_dealt_notice_about_half_of_all_wrong_tiles(thorough, shedding):
    rounds = 4_000 if thorough else 1_000
    rate = caught(pairs("partnership"), rounds, seed=4, shedding=shedding)
    assert 0.44 <= rate.unasked <= 0.57
    assert 0.88 <= rate.with_ends <= 0.96


def test_a_misread_half_is_always_noticed_where_the_ends_were_seen():
    assert caught(pairs("partnership"), 300, seed=5, half=True).with_ends == 1


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


def counted(setup, hand):
    """Count a hand as people do; only a hand that counts 0 and is not empty has more to say."""
    points = weigh(setup.game, hand)
    return PipsHand(points, count=None if points or hand.is_empty else 1)


def score_counted(setup, played):
    """Score a round by its counts, and answer what the rules ask where that is a tie."""
    hands: list[AnyHand] = [counted(setup, hand) for hand in played.hands]
    try:
        return score_round(setup, replace(played, hands=tuple(hands)))
    except RuleError as asked:
        if asked.code not in (Code.LIGHTEST_TILE_NEEDED, Code.TILES_NEEDED):
            raise
        for seat in asked.seats:
            hands[seat] = played.hands[seat]
    return score_round(setup, replace(played, hands=tuple(hands)))


@every_table
def test_tiles_and_counts_agree(setup, thorough, seed):
    number = COUNTED_THOROUGH if thorough else COUNTED
    for at, left in enumerate(rounds_of(setup, seed, number)):
        played = replace(left.round, opener=at % setup.players, blocker=0)
        by_tiles, by_counts = score_round(setup, played), score_counted(setup, played)
        assert by_counts.ending is by_tiles.ending, played
        assert by_counts.winning_side == by_tiles.winning_side, played
        assert by_counts.points == by_tiles.points, played
        assert by_counts.pips == by_tiles.pips, played


def fives_one_by_one(totals, scores):
    """Score Fives and Threes as the sources say it: score by score."""
    for seat, points in scores:
        if totals[seat] + points <= 61:
            totals[seat] += points
        if totals[seat] == 61:
            return seat
    return None


def test_fives_and_threes_comes_out_as_score_by_score(thorough, seed):
    random, setup = Random(seed), table("fives-and-threes", 3)
    for _match in range(400 if thorough else 20):
        standing, totals, winner = Standing.start(setup), [0, 0, 0], None
        while winner is None:
            seats = [random.randrange(3) for _score in range(random.randint(0, 12))]
            scores = [(seat, random.choice((1, 2, 3, 4, 6, 8))) for seat in seats]
            out = random.choice((None, 0, 1, 2))
            hands = ["" if seat == out else f"{seat}-6" for seat in range(3)]
            one = seats[-1:] == [out] and random.random() < 0.5
            played = replace(
                in_order(*scores, players=3), hands=leaving(*hands).hands, last_tile_scored=one
            )
            if one:
                scores[-1] = (seats[-1], scores[-1][1] + 1)
            elif out is not None:
                scores.append((out, 1))
            winner = fives_one_by_one(totals, scores)
            standing = recorded(standing, played)
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


def test_italian_comes_out_as_tile_by_tile(thorough, seed):
    random, setup = Random(seed), table("italian", 3)
    for _match in range(400 if thorough else 20):
        standing, totals, winner = Standing.start(setup), [0, 0, 0], None
        while winner is None:
            plays, pips = list[Play](), 0
            for place, tile in enumerate(random.sample(setup.box.tiles, 24)):
                if pips < 100:
                    plays.append(Play(place % 3, tile))
                pips += tile.pips
            winner = italian_one_by_one(totals, plays)
            standing = recorded(standing, Round(plays=tuple(plays)))
            assert (standing.totals, standing.winner) == (tuple(totals), winner)

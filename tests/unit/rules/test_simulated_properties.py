"""Simulated rounds: the referee is never wrong and often helps, and counts score as tiles do."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules import (
    AnyHand,
    Code,
    Event,
    Hand,
    PipsHand,
    RuleError,
    Tile,
    faults,
    score_round,
)
from scorekeeper.rules.referee import Law, doubts, predicted_ends
from scorekeeper.rules.weighing import weigh
from tests.unit.rules.example import pairs, table
from tests.unit.rules.simulator import caught, play, tables

TABLES = tables()
every_table = pytest.mark.parametrize(
    "setup", TABLES, ids=lambda setup: f"{setup.game.id} of {setup.players}"
)
# Of all tables together.
ROUNDS, ROUNDS_THOROUGH = 4_000, 20_000
COUNTED, COUNTED_THOROUGH = 3_000, 60_000


@every_table
def test_no_round_really_played_raises_a_doubt(setup, thorough, seed):
    random = Random(f"{seed} {setup.game.id}")
    for number in range(-(-(ROUNDS_THOROUGH if thorough else ROUNDS) // len(TABLES))):
        played = play(setup, random, shedding=number % 2 == 0)
        assert predicted_ends(setup, played.round) in (None, played.ends), played
        seen = replace(played.round, ends=played.ends)
        assert not doubts(setup, seen), played


@pytest.mark.parametrize("setup", TABLES[::4], ids=lambda setup: setup.game.id)
def test_no_round_really_played_has_a_fault(setup):
    random = Random(7)
    for _ in range(50):
        assert not list(faults(setup, play(setup, random).round))


@pytest.mark.parametrize("shedding", [False, True])
def test_four_with_every_tile_dealt_notice_about_half_of_all_wrong_tiles(thorough, shedding):
    rounds = 4_000 if thorough else 1_000
    rate = caught(pairs("partnership"), rounds, seed=4, shedding=shedding)
    assert 0.44 <= rate.unasked <= 0.57
    assert 0.88 <= rate.with_ends <= 0.96


def test_a_misread_half_is_always_noticed_where_the_ends_were_seen():
    setup, random = pairs("partnership"), Random(5)
    for _ in range(500):
        played = play(setup, random)
        wrong = replace(played.round, hands=half_misread(played, random), ends=played.ends)
        assert any(faults(setup, wrong)) or doubts(setup, wrong), wrong


def half_misread(played, random):
    hands = [list(hand.known_tiles) for hand in played.round.hands]
    hand = random.choice([hand for hand in hands if hand])
    place = random.randrange(len(hand))
    low, high = hand[place].low, hand[place].high
    hand[place] = Tile(low, random.choice([end for end in range(7) if end != high]))
    return tuple(Hand(tuple(each)) for each in hands)


def test_most_false_claims_of_a_capicua_are_refuted():
    setup, random = pairs("dominican-patio"), Random(6)
    false, refuted = 0, 0
    while false < 1_000:
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


def test_three_without_the_double_blank_never_see_it_laid():
    setup = table("jamaican-cut-throat", 3)
    assert Tile(0, 0) not in play(setup, Random(8)).laid


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
    random = Random(f"{seed} {setup.game.id}")
    for number in range(-(-(COUNTED_THOROUGH if thorough else COUNTED) // len(TABLES))):
        left = play(setup, random, shedding=number % 2 == 0).round
        played = replace(left, opener=number % setup.players, blocker=0)
        by_tiles, by_counts = score_round(setup, played), score_counted(setup, played)
        assert by_counts.ending is by_tiles.ending, played
        assert by_counts.winning_side == by_tiles.winning_side, played
        assert by_counts.points == by_tiles.points, played
        assert by_counts.pips == by_tiles.pips, played

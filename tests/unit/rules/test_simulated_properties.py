"""Rounds really played: the referee is never wrong, often helps, and counts score as tiles do."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules import (
    AnyHand,
    Code,
    Event,
    PipsHand,
    RuleError,
    game_ids,
    score_round,
)
from scorekeeper.rules.options import Entry, Layout
from scorekeeper.rules.referee import Law, doubts, predicted_ends
from scorekeeper.rules.weighing import weigh
from tests.unit.rules.deals import caught, label, play, tables
from tests.unit.rules.example import pairs

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

"""Every game of dominoes has figures, for every number of players."""

from random import Random

import pytest

from scorekeeper.figures.facts import CountedRound, results_of
from scorekeeper.rules import RuleError, Setup, Standing, game_ids, load_game
from scorekeeper.rules.options import Entry, Reset
from tests.unit.figures.club import scored_round
from tests.unit.figures.example import EIGHT

MOST_ROUNDS = 40


def tables():
    found = []
    for game in map(load_game, game_ids()):
        for players in game.deal if game.table.entry is Entry.TILES else ():
            for partners in (False, True):
                try:
                    found.append(Setup(game, players, partners))
                except RuleError:
                    continue
    return found


def label(setup):
    return f"{setup.game.id} {setup.players}{' partners' if setup.partners else ''}"


def played(setup):
    """Play a match, or a part of a long one."""
    random, standing = Random(label(setup)), Standing.start(setup)
    rounds: list[CountedRound] = []
    people = tuple(range(1, setup.players + 1))
    while not standing.over and len(rounds) < MOST_ROUNDS:
        each, score = scored_round(setup, standing, people, random)
        standing = standing.after(each, score)
        rounds.append(CountedRound(each, score, standing, EIGHT))
    return results_of(1, setup, people, rounds, EIGHT), standing


@pytest.mark.parametrize("setup", tables(), ids=label)
def test_the_rows_of_a_match_agree_with_its_standing(setup):
    rows, standing = played(setup)
    assert max(row.sums.rounds for row in rows) == standing.rounds
    for seat, row in enumerate(rows):
        if setup.game.match.reset is Reset.NEVER:
            assert row.sums.made == standing.totals[row.side]
        assert row.won == (standing.winner == row.side)
        assert row.sums.rounds_won + row.sums.drawn <= row.sums.rounds
        assert row.sums.caught <= row.sums.seen <= row.sums.hands
        assert (row.players, row.side) == ((seat + 1,), setup.side_of(seat))
    # The first of a side sits on the seat of its number.
    firsts = [row for seat, row in enumerate(rows) if seat == row.side]
    assert [row.side for row in firsts] == [*range(len(setup.sides))]
    assert sum(row.sums.rounds_won for row in firsts) <= standing.rounds
    if not standing.over:
        assert {row.place for row in rows} == {0}
        return
    # One winner, who was ahead of all.
    assert len({row.side for row in rows if row.place == 1}) == 1
    # The winner played all rounds.
    assert {row.sums.rounds for row in rows if row.won} == {standing.rounds}

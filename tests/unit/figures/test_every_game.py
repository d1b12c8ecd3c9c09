"""Every game of dominoes has figures, for every number of players."""

from random import Random

import pytest

from scorekeeper.figures.facts import CountedRound, MatchFacts, facts_of
from scorekeeper.figures.match_rows import results_of
from scorekeeper.figures.rating import outcomes_of, rated
from scorekeeper.rules import RuleError, Setup, Standing, game_ids, load_game
from scorekeeper.rules.options import Entry, Reset
from tests.unit.figures.club import scored_round
from tests.unit.figures.example import EIGHT, finished, meetings_of

MOST_ROUNDS = 40


def tables() -> list[Setup]:
    found = []
    for game in map(load_game, game_ids()):
        for players in game.deal if game.table.entry is Entry.TILES else ():
            for partners in (False, True):
                try:
                    found.append(Setup(game, players, partners))
                except RuleError:
                    continue
    return found


def label(setup: Setup) -> str:
    return f"{setup.game.id} {setup.players}{' partners' if setup.partners else ''}"


def played(setup: Setup) -> tuple[MatchFacts, Standing]:
    """Play a match, or a part of a long one."""
    random, standing = Random(label(setup)), Standing.start(setup)
    rounds: list[CountedRound] = []
    people = tuple(range(1, setup.players + 1))
    while not standing.over and len(rounds) < MOST_ROUNDS:
        each, score = scored_round(setup, standing, people, random)
        standing = standing.after(each, score)
        after = (standing.totals, standing.leaders, standing.put_out)
        rounds.append(CountedRound(each, score, *after, EIGHT))
    return facts_of(1, setup, people, rounds, EIGHT, over=standing.over), standing


@pytest.mark.parametrize("setup", tables(), ids=label)
def test_the_rows_of_a_match_agree_with_its_standing(setup: Setup) -> None:
    facts, standing = played(setup)
    rows = results_of(facts)
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


@pytest.mark.parametrize("setup", tables(), ids=label)
def test_a_match_that_is_over_has_one_winner_who_was_ahead_of_all(setup: Setup) -> None:
    facts, standing = played(setup)
    if not standing.over:
        assert facts.places == ()
        return
    assert facts.places.count(1) == 1
    assert facts.places.index(1) == standing.winner
    winners = _of_side(facts)
    # The winner played all rounds.
    assert {row.sums.rounds for row in results_of(facts) if row.won} == {standing.rounds}
    for players, meeting in meetings_of(facts).items():
        first, second = (player in winners for player in players)
        if first or second:
            assert meeting.ahead == (1 if first else -1)
    (outcome,) = outcomes_of(finished(facts))
    assert rated(outcome, {}).keys() == set(facts.players)


def _of_side(facts: MatchFacts) -> set[int]:
    return {facts.players[seat] or 0 for seat in facts.sides[facts.places.index(1)]}


def test_a_match_without_rounds_has_rows_of_nothing() -> None:
    facts = facts_of(1, Setup(load_game("block"), 2, False), (1, 2), [], EIGHT, over=False)
    assert [row.sums.rounds for row in results_of(facts)] == [0, 0]
    assert {row.ended_at for row in results_of(facts)} == {EIGHT}

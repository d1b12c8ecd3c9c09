"""Where the lightest single hand wins, players are compared, and the side of the winner wins."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scorekeeper.rules import Hand, Round, Setup, game_ids, load_game, score_round
from scorekeeper.rules.games import game_from
from scorekeeper.rules.options import Rank
from scorekeeper.wording.awards import may_pair
from tests.unit.rules.example import ANA, THE_SECOND_PAIR, pairs, scored

GAMES = ("gaple", "dominican-patio", "cuban-east", "jamaican-partners")
TIES = (
    ["lightest tile"],
    ["lightest tile", "next tiles"],
    ["lightest tile", "lowest end"],
    ["fewest doubles"],
)
# 9, 9, 12 and 10 pips: Ana's and Bea's hands tie, and Ana's 1-1 is lighter than Bea's 1-2.
TIED = ("1-1 2-5", "1-5 1-2", "1-3 3-3 0-2", "2-3 0-1 2-2")


def tied_by(game, *then):
    return pairs(game, blocked={"rank": ["seat total", *then]})


def stored_before(game, *then):
    """Return a game as matches have it that were stored before the hands that tie were told."""
    definition = dict(tied_by(game, *then).game.definition)
    del (blocked := dict(definition["blocked"]))["only_tied_hands"]
    return Setup(game_from(game, definition | {"blocked": blocked}), 4, partners=True)


@pytest.mark.parametrize("game", GAMES)
def test_only_the_hands_that_tie_are_compared_further(game):
    assert scored(tied_by(game, "lightest tile"), *TIED).winning_seat == ANA
    assert scored(stored_before(game, "lightest tile"), *TIED).winning_side == THE_SECOND_PAIR


# How each rank compares single hands; the lowest wins.
BRUTE: dict[str, Callable[[Hand], tuple[int, ...]]] = {
    "seat total": lambda hand: (sum(low + high for low, high in hand.tiles),),
    "lightest tile": lambda hand: (min(low + high for low, high in hand.tiles),),
    "lowest end": lambda hand: min((low + high, low) for low, high in hand.tiles),
    "next tiles": lambda hand: tuple(sorted(low + high for low, high in hand.tiles)),
    "fewest doubles": lambda hand: (sum(low == high for low, high in hand.tiles),),
}


def brute_winner(hands, rank):
    """Compare players one key after the other; return the side of those left, None where two."""
    left = list(range(len(hands)))
    for key in rank:
        values: dict[int, Any] = {seat: BRUTE[key](hands[seat]) for seat in left}
        best = min(values.values())
        left = [seat for seat in left if values[seat] == best]
        sides = {seat % 2 for seat in left}
        if len(sides) == 1:
            return sides.pop()
    return None


def tied_hands(setup, random):
    """Deal hands of up to four tiles until the lightest of each pair weigh the same."""
    while True:
        box = random.sample(setup.box.tiles, 16)
        hands = tuple(Hand(tuple(box[4 * s : 4 * s + random.randint(1, 4)])) for s in range(4))
        pips = [hand.pips for hand in hands]
        if min(pips[0], pips[2]) == min(pips[1], pips[3]):
            return hands


@pytest.mark.parametrize("then", TIES, ids=" ".join)
@pytest.mark.parametrize("game", GAMES)
def test_tied_rounds_are_won_as_an_independent_scorer_says(game, then, thorough, seed):
    setup, random = tied_by(game, *then), Random(f"{seed} {game} {then}")
    for _ in range(2_000 if thorough else 100):
        hands = tied_hands(setup, random)
        score = score_round(setup, Round(hands))
        assert score.winning_side == brute_winner(hands, ["seat total", *then]), hands


def test_every_game_of_pairs_with_the_lightest_single_hand_compares_players():
    games = [game for game in map(load_game, game_ids()) if Rank.SEAT_TOTAL in game.blocked.rank]
    of_pairs = {game.id for game in games if may_pair(game)}
    assert of_pairs >= set(GAMES)
    assert {game.id for game in games if game.blocked.only_tied_hands} == of_pairs

"""Hypothesis strategies for setups, deals, rounds and matches of the games that began it all."""

from hypothesis import strategies as st

from scorekeeper.rules import (
    Hand,
    PipsHand,
    Round,
    Setup,
    Standing,
    load_game,
    score_round,
)
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.options import Sides

# The games in which one side wins a round and takes all it pays.
GAMES = ("block", "hoyle", "eight-minus-players", "mexican-partners")
# These games for all numbers of players, with and without partners.
TABLES = [
    Setup(game, players, partners)
    for game in map(load_game, GAMES)
    for players in game.deal
    for partners in (False, True)
    if game.sides_for(players) in (Sides.EITHER, Sides.PAIRS if partners else Sides.SOLO)
]


@st.composite
def rounds(draw, setup, *, blocked=False):
    """Draw hands that a real deal can leave: some tiles of each, or none of one."""
    tiles = draw(st.permutations(setup.box.tiles))
    out = None if blocked else draw(st.none() | st.integers(0, setup.players - 1))
    hands = []
    for seat in range(setup.players):
        left = 0 if seat == out else draw(st.integers(1, setup.dealt))
        hands.append(Hand(tuple(tiles[seat * setup.dealt :][:left])))
    return Round(tuple(hands))


@st.composite
def matches(draw):
    """Draw a match, cut off where it is over."""
    setup = draw(st.sampled_from(TABLES))
    game = with_house_rules(setup.game, {"match": {"goal": draw(st.integers(1, 100))}})
    setup = Setup(game, setup.players, setup.partners)
    standing, played = Standing.start(setup), list[Round]()
    for each in draw(st.lists(rounds(setup), max_size=8)):
        if standing.over:
            break
        standing = recorded(standing, each)
        played.append(each)
    return setup, played


def recorded(standing, played):
    return standing.after(played, score_round(standing.setup, played, standing.moment))


def counted(hand):
    """Return a hand by its pips alone; the double blank alone needs its number of tiles."""
    size = len(hand.known_tiles)
    return PipsHand(hand.pips, count=size if size and not hand.pips else None)

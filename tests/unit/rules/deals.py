"""What deals leave, drawn for any game, and matches of the games that began it all."""

from random import Random

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
# Hypothesis draws the seed alone: a permutation of 91 tiles takes it longer than all the scoring.
seeds = st.integers(0, 2**32).map(Random)


def tables(games):
    """Set games up for all numbers of players, each alone and as partners."""
    return [
        Setup(game, players, partners)
        for game in map(load_game, games)
        for players in game.deal
        for partners in (False, True)
        if game.sides_for(players) in (Sides.EITHER, Sides.PAIRS if partners else Sides.SOLO)
    ]


def label(setup):
    return f"{setup.game.id} {setup.players}{' partners' if setup.partners else ''}"


TABLES = tables(GAMES)


def left(setup, random, put_out=()):
    """Leave some tiles of each hand of a deal, none of one perhaps, and say who led and blocked."""
    # Tiles of Rummikub are not those of its box, and more.
    dealt = min(len(setup.box), setup.players * setup.dealt)
    box = random.sample(setup.box.tiles, dealt)
    seats = range(setup.players)
    out = random.choice([None, *seats])
    empty = {out, *put_out}
    hands = [
        Hand(
            ()
            if seat in empty
            else tuple(box[seat :: setup.players][: random.randint(1, setup.dealt)])
        )
        for seat in seats
    ]
    return Round(tuple(hands), opener=random.choice(seats), blocker=random.choice(seats))


def rounds(setup):
    """Draw hands that a real deal can leave: some tiles of each, or none of one."""
    return seeds.map(lambda random: left(setup, random))


@st.composite
def matches(draw):
    """Draw a match, cut off where it is over."""
    setup, random = draw(st.sampled_from(TABLES)), draw(seeds)
    game = with_house_rules(setup.game, {"match": {"goal": draw(st.integers(1, 100))}})
    return played(Setup(game, setup.players, setup.partners), random, draw(st.integers(0, 8)))


def played(setup, random, most):
    """Play some rounds, not beyond the end; return the setup and the rounds."""
    standing, found = Standing.start(setup), list[Round]()
    while not standing.over and len(found) < most:
        found.append(left(setup, random, standing.moment.put_out))
        standing = recorded(standing, found[-1])
    return setup, found


def recorded(standing, played):
    return standing.after(played, score_round(standing.setup, played, standing.moment))


def counted(hand):
    """Return a hand by its pips alone; the double blank alone needs its number of tiles."""
    size = len(hand.known_tiles)
    return PipsHand(hand.pips, count=size if size and not hand.pips else None)

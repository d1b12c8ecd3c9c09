"""Hypothesis strategies for setups, deals and rounds."""

from typing import Any

from hypothesis import strategies as st

from scorekeeper.rules import AnyHand, Hand, PipsHand, Round, Setup, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.options import Sides

# The games in which one side wins a round and takes all it pays.
GAMES = ("block", "hoyle", "eight-minus-players", "mexican-partners")


def every_table() -> list[Setup]:
    """Return setups of these games for all numbers of players, with and without partners."""
    return [
        Setup(game, players, partners)
        for game in map(load_game, GAMES)
        for players in game.deal
        for partners in (False, True)
        if game.sides_for(players) in (Sides.EITHER, Sides.PAIRS if partners else Sides.SOLO)
    ]


def tables() -> st.SearchStrategy[Setup]:
    return st.sampled_from(every_table())


@st.composite
def awards(draw: st.DrawFn) -> dict[str, int]:
    """Draw an award that house rules may have."""
    parts = ("opponents", "partner", "own", "excess", "flat")
    return {part: draw(st.integers(-2, 2)) for part in parts} | {"opponents": 1}


@st.composite
def houses(draw: st.DrawFn) -> Setup:
    """Draw a setup with house rules."""
    setup = draw(tables())
    keys = ["side total", "seat total", "lightest tile", "next tiles"]
    rank = draw(st.lists(st.sampled_from(keys), min_size=1, unique=True))
    rules: dict[str, Any] = {
        "out": {"winner": draw(awards())},
        "blocked": {"rank": rank, "winner": draw(awards())},
    }
    return Setup(with_house_rules(setup.game, rules), setup.players, setup.partners)


@st.composite
def rounds(draw: st.DrawFn, setup: Setup, *, blocked: bool = False) -> Round:
    """Draw hands that a real deal can leave: some tiles of each, or none of one."""
    tiles = draw(st.permutations(setup.box.tiles))
    out = None if blocked else draw(st.none() | st.integers(0, setup.players - 1))
    hands = []
    for seat in range(setup.players):
        left = 0 if seat == out else draw(st.integers(1, setup.dealt))
        hands.append(Hand(tuple(tiles[seat * setup.dealt :][:left])))
    return Round(tuple(hands))


@st.composite
def played_tables(draw: st.DrawFn) -> tuple[Setup, Round]:
    setup = draw(tables())
    return setup, draw(rounds(setup))


@st.composite
def played_houses(draw: st.DrawFn) -> tuple[Setup, Round]:
    setup = draw(houses())
    return setup, draw(rounds(setup))


@st.composite
def ties(draw: st.DrawFn) -> tuple[Setup, Round]:
    """Draw a blocked round that two of the players of Block tie, which by chance is rare."""
    setup = draw(tables().filter(lambda setup: setup.game.id == "block"))
    played = draw(rounds(setup, blocked=True).filter(lambda played: _two_tie(setup, played)))
    return setup, played


def _two_tie(setup: Setup, played: Round) -> bool:
    totals = sorted(sum(played.hands[seat].pips for seat in side) for side in setup.sides)
    return totals[0] == totals[1]


def counted(hand: AnyHand) -> PipsHand:
    """Return a hand by its pips alone; the double blank alone needs its number of tiles."""
    size = len(hand.known_tiles)
    return PipsHand(hand.pips, count=size if size and not hand.pips else None)

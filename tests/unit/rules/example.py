"""Short ways to write setups, hands and rounds."""

from scorekeeper.rules import Hand, PipsHand, Round, Setup, load_game, parse_tiles, score_round
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.round_entry import ALONE

ANA, BEA = range(2)


def table(game="block", players=2, *, partners=None, **house_rules):
    """Set a game up, its house rules given as tables: `table(blocked={"winner": {"own": 0}})`."""
    return Setup.of(with_house_rules(load_game(game), house_rules), players, partners)


def pairs(game="block", **house_rules):
    return table(game, 4, partners=True, **house_rules)


def hand(entry):
    """Return a hand from tiles as people write them, or from a number of pips."""
    if isinstance(entry, str):
        return Hand(parse_tiles(entry))
    return PipsHand(entry) if isinstance(entry, int) else entry


def leaving(*hands, **facts):
    """Return a round that leaves these hands; `facts` are other fields of `Round`."""
    return Round(tuple(map(hand, hands)), **facts)


def scored(setup, *hands, moment=ALONE, **facts):
    return score_round(setup, leaving(*hands, **facts), moment)

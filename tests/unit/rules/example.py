"""Short ways to write setups, hands and rounds."""

from typing import Any

import pytest

from scorekeeper.rules import (
    AnyHand,
    Code,
    Event,
    Hand,
    Moment,
    PipsHand,
    Play,
    Round,
    RoundScore,
    RuleError,
    Setup,
    Standing,
    Tile,
    load_game,
    parse_tiles,
    score_round,
)
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.rounds import ALONE, parse_tile

ANA, BEA, CIRO, DANI, EVA = range(5)

# Where people play in pairs, Ana and Ciro sit against Bea and Dani.
THE_FIRST_PAIR, THE_SECOND_PAIR = range(2)

Entry = str | int | AnyHand


def table(
    game: str = "block", players: int = 2, *, partners: bool | None = None, **house_rules: Any
) -> Setup:
    """Set a game up, its house rules given as tables: `table(blocked={"winner": {"own": 0}})`."""
    return Setup.of(with_house_rules(load_game(game), house_rules), players, partners)


def pairs(game: str = "block", **house_rules: Any) -> Setup:
    return table(game, 4, partners=True, **house_rules)


def hand(entry: Entry) -> AnyHand:
    """Return a hand from tiles as people write them, or from a number of pips."""
    if isinstance(entry, str):
        return Hand(parse_tiles(entry))
    return PipsHand(entry) if isinstance(entry, int) else entry


def leaving(*hands: Entry, **facts: Any) -> Round:
    """Return a round that leaves these hands; `facts` are other fields of `Round`."""
    return Round(tuple(map(hand, hands)), **facts)


def scored(setup: Setup, *hands: Entry, moment: Moment = ALONE, **facts: Any) -> RoundScore:
    return score_round(setup, leaving(*hands, **facts), moment)


def claiming(*names: str) -> tuple[Event, ...]:
    """Return events by their names, claimed for the winner."""
    return tuple(map(Event, names))


def laid(*plays: tuple[int, str], **facts: Any) -> Round:
    """Return a round of plays, each a seat and a tile."""
    return Round(plays=tuple(Play(seat, tile(text)) for seat, text in plays), **facts)


def tile(text: str) -> Tile:
    return parse_tile(text)


def refusal(setup: Setup, *hands: Entry, moment: Moment = ALONE, **facts: Any) -> RuleError:
    """Return the error that a round raises."""
    with pytest.raises(RuleError) as refused:
        scored(setup, *hands, moment=moment, **facts)
    return refused.value


def concerned(error: RuleError) -> tuple[Code, tuple[str, ...], tuple[int, ...]]:
    """Return the code of an error, and the tiles and the seats that it names."""
    return error.code, tuple(map(str, error.tiles)), error.seats


def standing_after(setup: Setup, *rounds: Round) -> Standing:
    """Return how a match stands after some rounds."""
    standing = Standing.start(setup)
    for played in rounds:
        standing = standing.after(played, score_round(setup, played, standing.moment))
    return standing

"""Tables, hands and rounds in few words."""

from typing import Any

import pytest

from scorekeeper.rules import (
    Code,
    Hand,
    PipsHand,
    Round,
    RoundScore,
    RuleError,
    Setup,
    Tile,
    load_game,
    parse_tiles,
    score_round,
)

ANA, BEA, CIRO, DANI = range(4)

# Where people play in pairs, Ana and Ciro sit against Bea and Dani.
THE_FIRST_PAIR, THE_SECOND_PAIR = range(2)

Entry = str | int | PipsHand


def table(
    game: str = "block", players: int = 2, *, partners: bool | None = None, **house_rules: Any
) -> Setup:
    """Set a game up, its house rules given as tables: `table(blocked={"winner": {"own": 0}})`."""
    return Setup.of(load_game(game).with_house_rules(house_rules), players, partners)


def pairs(game: str = "block", **house_rules: Any) -> Setup:
    return table(game, 4, partners=True, **house_rules)


def hand(entry: Entry) -> Hand | PipsHand:
    """Read a hand: tiles as people write them, or a number of pips."""
    if isinstance(entry, str):
        return Hand(parse_tiles(entry))
    return PipsHand(entry) if isinstance(entry, int) else entry


def leaving(*hands: Entry, opener: int | None = None, blocker: int | None = None) -> Round:
    """Make the round that leaves these hands."""
    return Round(tuple(map(hand, hands)), opener, blocker)


def scored(setup: Setup, *hands: Entry) -> RoundScore:
    return score_round(setup, leaving(*hands))


def tile(text: str) -> Tile:
    return Tile.parse(text)


def refusal(setup: Setup, *hands: Entry) -> RuleError:
    """Return the error with which a round is refused."""
    with pytest.raises(RuleError) as refused:
        scored(setup, *hands)
    return refused.value


def concerned(error: RuleError) -> tuple[Code, tuple[str, ...], tuple[int, ...]]:
    """Return the code of an error, and the tiles and the seats that it names."""
    return error.code, tuple(map(str, error.tiles)), error.seats

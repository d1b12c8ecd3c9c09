"""Sentences about what is wrong with an entry, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.rules import Code, Ending, RuleError
from scorekeeper.words import counted, listed

Facts = dict[str, object]


def told(error: RuleError, names: Sequence[str] = ()) -> str:
    """Say what is wrong and what to do about it, in one sentence or two."""
    who = [names[seat] for seat in error.seats]
    facts = {
        **error.detail,
        "key": error.key,
        "tiles": listed([str(tile) for tile in error.tiles]),
        "who": listed(who),
        "hands": listed([f"{name}’s hand" for name in who]),
        "hold": "holds" if len(who) == 1 else "hold",
    }
    return _ERRORS[error.code](facts)


def _choices(values: object) -> str:
    return ", ".join(map(str, values)) if isinstance(values, tuple) else str(values)


def _out_of_range(facts: Facts) -> str:
    if "allowed" in facts:
        return f"{facts['key']} must be one of: {_choices(facts['allowed'])}."
    return f"{facts['key']} must be from {facts['least']} to {facts['most']}."


def _impossible_pips(facts: Facts) -> str:
    if "box" in facts:
        return f"All hands together hold {facts['pips']} pips; the box has only {facts['box']}."
    size = facts["count"]
    tiles = f"at most {facts['most']} tiles" if size is None else counted(int(str(size)), "tile")
    lightest = f", the lightest being {facts['tiles']}" if facts["tiles"] else ""
    return f"{facts['who']} cannot hold {facts['pips']} pips in {tiles}{lightest}: count again."


def _not_in_set(facts: Facts) -> str:
    why = f"ends go from 0 to {facts['highest']}"
    if facts["removed"]:
        why = "with so many players it is taken out"
    return f"{facts['tiles']} in {facts['hands']} is not in the box: {why}."


_ENDS: dict[object, str] = {
    Ending.WENT_OUT: "when somebody goes out",
    Ending.BLOCKED: "blocked",
    Ending.PLAYED: "when the table is counted",
}


def _tile_twice(facts: Facts) -> str:
    if "laid" in facts:
        return f"{facts['tiles']} is on the table already: every tile exists once."
    return f"{facts['tiles']} is twice in {facts['hands']}: every tile exists once."


def _too_many_tiles(facts: Facts) -> str:
    if "laid" in facts:
        return f"{facts['who']} laid {facts['count']} tiles, but was dealt {facts['most']}."
    return (
        f"{facts['who']} {facts['hold']} {facts['count']} tiles, but can hold {facts['most']}:"
        " take some out."
    )


_ERRORS: dict[Code, Callable[[Facts], str]] = {
    Code.UNKNOWN_GAME: lambda f: (
        f"There is no game “{f['game']}”. The games are: {_choices(f['known'])}."
    ),
    Code.UNREADABLE_GAME: lambda f: f"{f['file']} cannot be read: {f['problem']}.",
    Code.UNKNOWN_KEY: lambda f: (
        f"{f['key']} is not a key of a game. Keys here: {_choices(f['known'])}."
    ),
    Code.MISSING_KEY: lambda f: f"{f['key']} is missing.",
    Code.WRONG_TYPE: lambda f: f"{f['key']} must be {f['expected']}.",
    Code.OUT_OF_RANGE: _out_of_range,
    Code.CONTRADICTION: lambda f: f"{f['key']} contradicts the rest of the rules: {f['why']}.",
    Code.PLAYERS_NOT_ALLOWED: lambda f: (
        f"This game is for {_choices(f['allowed'])} players: change the game or who plays."
    ),
    Code.PARTNERS_NOT_ALLOWED: lambda f: (
        f"With {f['players']} players this game is played each for themselves: untick partners."
    ),
    Code.PARTNERS_REQUIRED: lambda _f: "This game is played by partners: choose partners.",
    Code.SAME_NAME_TWICE: lambda f: f"{f['name']} sits twice: give every player a different name.",
    Code.UNREADABLE_TILE: lambda f: (
        f"“{f['text']}” in {f['hands']} is not a tile: write tiles like 1-2, 24 or 3|5."
    ),
    Code.TILE_NOT_IN_SET: _not_in_set,
    Code.TILE_TWICE: _tile_twice,
    Code.TILE_IN_TWO_HANDS: lambda f: (
        f"{f['tiles']} is in {f['hands']} at once: every tile exists once, so take it out of one."
    ),
    Code.TOO_MANY_TILES: _too_many_tiles,
    Code.SEVERAL_EMPTY_HANDS: lambda f: (
        f"{f['who']} have no tiles, and only one player can go out: enter what the others hold."
    ),
    Code.IMPOSSIBLE_PIPS: _impossible_pips,
    Code.LIGHTEST_TILE_NEEDED: lambda f: f"It is a tie. Enter the lightest tile in {f['hands']}.",
    Code.TILES_NEEDED: lambda f: f"It is a tie. Enter the tiles in {f['hands']}.",
    Code.MISSING_HAND: lambda f: f"Enter what is left in {f['hands']}.",
    Code.WRONG_NUMBER_OF_HANDS: lambda f: f"Enter a hand for each of the {f['expected']} players.",
    Code.UNKNOWN_SEAT: lambda f: f"{f['seat']} does not sit at this table.",
    Code.UNKNOWN_EVENT: lambda f: f"{f['game']} has no “{f['event']}”.",
    Code.TOTALS_ONLY: lambda f: f"{f['hands']} counts by its total in this game: enter the total.",
    Code.NEGATIVE_TOTAL: lambda f: f"{f['who']} cannot have less than 0: enter 0 or more.",
    Code.PUT_OUT: lambda f: f"{f['who']} is out of the match: leave that hand empty.",
    Code.SEAT_NEEDED: lambda f: f"Say who made the {f['event']}.",
    Code.NO_SUCH_END: lambda f: f"“{f['end']}” is no end of a line: enter two numbers, as 3 5.",
    Code.EVENT_TWICE: lambda f: f"{f['event']} counts once a round: take one back.",
    Code.EVENT_AT_WRONG_ENDING: lambda f: (
        f"{f['event']} belongs to a round that ends {_ENDS[f['ending']]}: take it back."
    ),
    Code.EVENT_WITHOUT_WINNER: lambda f: (
        f"Nobody won this round, so nobody has a {f['event']}: take it back."
    ),
    Code.OPENER_NEEDED: lambda _f: "It is a tie: say who led the round.",
    Code.BLOCKER_NEEDED: lambda _f: "The round is blocked: say who closed the line.",
    Code.PLAYS_ONLY: lambda _f: "In this game the tiles laid count: enter them as they are laid.",
    Code.NOT_PLAYS: lambda _f: "In this game the hands count: enter the tiles left in them.",
    Code.PLAY_AFTER_END: lambda f: (
        f"The table had reached {f['last']} before {f['who']} laid {f['tiles']}: take it back."
    ),
    Code.MATCH_OVER: lambda _f: "This match has its winner: start a rematch to go on playing.",
}

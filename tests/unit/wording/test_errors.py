"""The sentences about errors that every game can have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.interchange import replay
from scorekeeper.rules import Code, PipsHand, RuleError, Setup, Standing, load_game
from scorekeeper.rules.games import game_from, read_game
from scorekeeper.scorebook.round_json import tile_from_json
from scorekeeper.wording.errors import error_sentence
from tests.unit.rules.example import BEA, Entry, leaving, pairs, scored, table, tile

NAMES = ("Ana", "Bea", "Ciro", "Dani")

Refused = Callable[[], object]


def rule(**house_rules: Any) -> Refused:
    return lambda: table(**house_rules)


def entry(setup: Setup, *hands: Entry, **facts: Any) -> Refused:
    return lambda: scored(setup, *hands, **facts)


def request(**changes: Any) -> Refused:
    """Score a request, and raise the error that caused its refusal."""
    whole = {"game": "block", "seats": ["Ana", "Bea"], "hands": {"Ana": 0, "Bea": 9}}

    def ask() -> None:
        with pytest.raises(replay.InvalidRequest) as refused:
            replay.score(whole | changes)
        assert isinstance(refused.value.__cause__, RuleError)
        raise refused.value.__cause__

    return ask


def unreadable_file() -> None:
    read_game(Path(__file__))


def round_after_the_last() -> None:
    setup = table(match={"goal": 9})
    played = leaving("", "4-5")
    score = scored(setup, "", "4-5")
    Standing.start(setup).after(played, score).after(played, score)


REFUSALS: list[tuple[Code, Refused, str]] = [
    (
        Code.UNKNOWN_GAME,
        lambda: load_game("blok"),
        "There is no game “blok”. The games are: block, ",
    ),
    (Code.UNREADABLE_GAME, unreadable_file, "test_errors.py cannot be read: "),
    (
        Code.UNKNOWN_KEY,
        rule(match={"gaol": 50}),
        "match.gaol is not a key of a game."
        " Keys here: ends, goal, test, at_once, best, reset, one_all_worth, eliminate, first_score,"
        " goals.",
    ),
    (Code.MISSING_KEY, lambda: game_from("none", {}), "name is missing."),
    (Code.WRONG_TYPE, rule(match={"goal": "50"}), "match.goal must be a whole number."),
    (Code.OUT_OF_RANGE, rule(match={"goal": 0}), "match.goal must be from 1 to 10000."),
    (
        Code.OUT_OF_RANGE,
        rule(match={"test": "?"}),
        "match.test must be one of: reach, exceed, exact.",
    ),
    (
        Code.OUT_OF_RANGE,
        rule(tiles={"highest": 7}),
        "tiles.highest must be one of: 6, 9, 12, 15.",
    ),
    (
        Code.CONTRADICTION,
        rule(deal={"4": 9}),
        "deal.4 does not fit the other rules: 36 of 28 tiles.",
    ),
    (
        Code.PLAYERS_NOT_ALLOWED,
        lambda: table("hoyle", 3),
        "Hoyle is for 2 or 4 players. Add or remove a player, or choose another game.",
    ),
    (
        Code.PARTNERS_NOT_ALLOWED,
        lambda: table(partners=True),
        "With 2 players everybody plays alone in this game: untick partners.",
    ),
    (
        Code.PARTNERS_REQUIRED,
        lambda: table("hoyle", 4, partners=False),
        "This game is played by partners: choose partners.",
    ),
    (
        Code.SAME_NAME_TWICE,
        request(seats=["Ana", "Ana"]),
        "Ana sits twice: give every player a different name.",
    ),
    (
        Code.UNREADABLE_TILE,
        lambda: tile_from_json("7x", BEA),
        "“7x” in Bea’s hand is not a tile: write tiles like 1-2, 24 or 3|5.",
    ),
    (
        Code.TILE_NOT_IN_SET,
        entry(table(), "3-4", "7-1"),
        "1-7 in Bea’s hand is not in the box: ends go from 0 to 6.",
    ),
    (
        Code.TILE_TWICE,
        entry(table(), "3-4", "1-2 2-1"),
        "1-2 is twice in Bea’s hand: every tile exists once.",
    ),
    (
        Code.TILE_IN_TWO_HANDS,
        entry(table(), "1-2", "2-1"),
        "1-2 is in Ana’s hand and in Bea’s hand at once: every tile exists once, so remove it",
    ),
    (
        Code.TOO_MANY_TILES,
        entry(table(players=3), "00 01 02 03 04 05", "66", "65"),
        "Ana has 6 tiles, but ",
    ),
    (
        Code.SEVERAL_EMPTY_HANDS,
        entry(table(players=3), "", "66", ""),
        "Ana and Ciro have no tiles, and only one player can go out: enter what the others hold.",
    ),
    (
        Code.SEVERAL_EMPTY_HANDS,
        entry(table(), 0, 0),
        "Ana and Bea count 0, but only one player can go out: say who did."
        " A hand of 0-0 alone counts 0 too.",
    ),
    (
        Code.SEVERAL_EMPTY_HANDS,
        entry(table("rummikub", 3), 0, 5, 0),
        "Ana and Ciro count 0, but only one player can go out: say who did.",
    ),
    (
        Code.IMPOSSIBLE_PIPS,
        entry(table(), PipsHand(13, count=1), 5),
        "Ana cannot hold 13 pips in 1 tile: count again.",
    ),
    (
        Code.IMPOSSIBLE_PIPS,
        entry(table(players=3), 53, 5, 5),
        "Ana cannot hold 53 pips in at most 5 tiles: count again.",
    ),
    (
        Code.IMPOSSIBLE_PIPS,
        entry(table(), PipsHand(4, lightest=tile("1-2")), 5),
        "Ana cannot hold 4 pips in at most 7 tiles, the lightest being 1-2: count again.",
    ),
    (
        Code.IMPOSSIBLE_PIPS,
        entry(pairs("mexican-partners"), 42, 42, 42, 43),
        "All hands together hold 169 pips; the box has only 168.",
    ),
    (
        Code.IMPOSSIBLE_PIPS,
        entry(table(), 1, 1),
        "The counts of Ana and Bea cannot all be right: no tile is in two hands. Count again.",
    ),
    (
        Code.LIGHTEST_TILE_NEEDED,
        entry(table(players=3), 17, 20, 17),
        "It is a tie. Enter the lightest tile in Ana’s hand and in Ciro’s hand.",
    ),
    (
        Code.TILES_NEEDED,
        entry(table(blocked={"rank": ["next tiles"]}), 17, "5-5 3-4"),
        "It is a tie. Enter the tiles in Ana’s hand.",
    ),
    (Code.MISSING_HAND, request(hands={"Ana": 0}), "Bea’s hand is not entered yet."),
    (
        Code.OUT_WITH_TILES,
        request(hands={"Ana": 0, "Bea": ["1-2"]}, out="Bea"),
        "Bea has tiles left, so cannot have gone out: change one or the other.",
    ),
    (
        Code.WRONG_NUMBER_OF_HANDS,
        entry(table(players=3), "1-2"),
        "Enter a hand for each of the 3 players.",
    ),
    (Code.UNKNOWN_SEAT, request(opener="Eva"), "Eva does not sit at this table."),
    (Code.UNKNOWN_EVENT, request(events=["capicua"]), "Block has no “capicua”."),
    (
        Code.MATCH_OVER,
        round_after_the_last,
        "This match is over: start a rematch to keep playing.",
    ),
]


def named(value: object) -> str | None:
    """Name a case by its words; a function would be named by where in memory it is."""
    return None if callable(value) else str(value)[:40]


def sentence_of(code: Code, act: Refused) -> str:
    """Do what must be refused with a code, and return what is said about it."""
    with pytest.raises(RuleError) as refused:
        act()
    assert refused.value.code is code
    return error_sentence(refused.value, NAMES)


@pytest.mark.parametrize(("code", "act", "sentence"), REFUSALS, ids=named)
def test_a_refusal_says_in_a_sentence_what_is_wrong(
    code: Code, act: Refused, sentence: str
) -> None:
    assert sentence_of(code, act).startswith(sentence)

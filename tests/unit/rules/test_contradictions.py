"""Rules that contradict each other; the error names the key."""

from copy import deepcopy
from typing import Any

import pytest

from scorekeeper.rules import Code, RuleError, load_game
from scorekeeper.rules.games import game_from, with_house_rules
from tests.unit.rules.test_game_files import LEAST, refused


def contradiction(rules: Any, game: str) -> tuple[str, str]:
    """Return the key and the reason of the error that house rules raise."""
    with pytest.raises(RuleError) as caught:
        with_house_rules(load_game(game), rules)
    error = caught.value
    assert error.code is Code.CONTRADICTION
    return error.key, str(error.detail["why"]) % error.detail


NOTHING_WINS = {"opponents": 0, "partner": 0, "own": 0}
ONE_OF = "one of points, times and by_round"
PAIRS_OF_TWO = {"2": "pairs", "3": "solo", "4": "pairs"}
EITHER_OF_TWO = {"2": "either", "3": "solo", "4": "pairs"}

THE_BOX: list[tuple[str, Any, str, str]] = [
    (
        "block",
        {"boxes": [{"highest": 9, "deal": {"4": 14}}]},
        "boxes[0].deal.4",
        "56 of 55 tiles",
    ),
    ("block", {"deal": {"4": 9}}, "deal.4", "36 of 28 tiles"),
    ("block", {"deal": {"9": 4}}, "deal.9", "36 of 28 tiles"),
    (
        "block",
        {"table": {"boneyard": "none"}},
        "deal.2",
        "with no boneyard every tile is dealt",
    ),
    (
        "jamaican-cut-throat",
        {"tiles": {"removed": {"3": []}}},
        "deal.3",
        "with no boneyard every tile is dealt",
    ),
    (
        "block",
        {"tiles": {"removed": {"5": ["0-0"]}}},
        "tiles.removed.5",
        "so many players are not dealt to",
    ),
    ("block", {"tiles": {"removed": {"3": ["9-9"]}}}, "tiles.removed.3", "9-9 is not in the box"),
    ("block", {"weights": {"tile": {"0-9": 50}}}, "weights.tile.0-9", "it is not in the box"),
    ("block", {"weights": {"joker": 30}}, "weights.joker", "dominoes have no joker"),
    ("block", {"table": {"sides": "pairs"}}, "table.sides", "only four can play in pairs"),
    ("block", {"table": {"sides": PAIRS_OF_TWO}}, "table.sides", "only four can play in pairs"),
    ("block", {"table": {"sides": EITHER_OF_TWO}}, "table.sides", "only four can play in pairs"),
    (
        "block",
        {"table": {"sides": {"2": "solo", "4": "pairs"}}},
        "table.sides",
        "not the numbers of players of deal",
    ),
    ("block", {"source": []}, "source", "a game names where it comes from"),
]

WHAT_A_ROUND_PAYS: list[tuple[str, Any, str, str]] = [
    (
        "block",
        {"blocked": {"rank": []}},
        "blocked.rank",
        "nothing says who wins a blocked round",
    ),
    (
        "block",
        {"blocked": {"rank": ["side total", "side total"]}},
        "blocked.rank",
        "each key stands once",
    ),
    (
        "rummikub",
        {"blocked": {"rank": ["seat total", "lightest tile"]}},
        "blocked.rank",
        "totals say nothing about the tiles",
    ),
    (
        "hungarian",
        {"blocked": {"next_worth": 2}},
        "blocked.next_worth",
        "no round is drawn",
    ),
    ("block", {"out": {"winner": NOTHING_WINS}}, "out.winner", "going out pays nothing"),
    (
        "block",
        {"out": {"play_on": True}},
        "out.play_on",
        "several may go out, and only one can be paid",
    ),
    (
        "block",
        {"plays": {"marks": [30], "points": 10}},
        "plays.marks",
        "marks with points belong to games entered as plays",
    ),
    (
        "italian",
        {"plays": {"marks": []}},
        "plays.marks",
        "marks with points belong to games entered as plays",
    ),
    (
        "block",
        {"bonus": [{"name": "capicúa", "points": 25}, {"name": "capicúa", "times": 2}]},
        "bonus",
        "two bonuses have the same name",
    ),
    ("block", {"bonus": [{"name": "capicúa"}]}, "bonus[0]", ONE_OF),
    ("block", {"bonus": [{"name": "capicúa", "points": 25, "times": 2}]}, "bonus[0]", ONE_OF),
    (
        "puerto-rico-500",
        {"bonus": [{"name": "premio", "by_round": [100], "points": 25}]},
        "bonus[0]",
        ONE_OF,
    ),
]

THE_MATCH: list[tuple[str, Any, str, str]] = [
    ("block", {"match": {"eliminate": True}}, "match.eliminate", "only a limit puts players out"),
    (
        "hungarian",
        {"match": {"reset": "all scored"}},
        "match.reset",
        "only a race starts again",
    ),
    (
        "hungarian",
        {"match": {"at_once": True}},
        "match.at_once",
        "only a race is won in the middle of a round",
    ),
    ("hungarian", {"match": {"best": "high"}}, "match.best", "at a limit the lowest is best"),
    ("block", {"match": {"best": "low"}}, "match.best", "in a race the highest is best"),
    (
        "mexican-train",
        {"match": {"test": "exceed"}},
        "match.test",
        "a number of rounds is reached, not exceeded",
    ),
    (
        "hungarian",
        {"match": {"test": "exact"}},
        "match.test",
        "only a race has to be met exactly",
    ),
    ("italian", {"match": {"goal": 9}}, "match.goal", "a single award pays 10 already"),
    (
        "jamaican-partners",
        {
            "out": {"winner": {"flat": 10}},
            "blocked": {"winner": {"flat": 8}},
        },
        "match.goal",
        "a single award pays 8 already",
    ),
]


@pytest.mark.parametrize(("game", "rules", "key", "why"), THE_BOX + WHAT_A_ROUND_PAYS + THE_MATCH)
def test_a_contradiction_is_named(game: str, rules: Any, key: str, why: str) -> None:
    assert contradiction(rules, game) == (key, why)


def test_a_game_for_no_number_of_players_contradicts_itself() -> None:
    error = refused(LEAST | {"deal": {}})
    assert (error.code, error.key) == (Code.CONTRADICTION, "deal")


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        # A blocked round of Triominos may pay a single point.
        ("triominos", {"match": {"goal": 20}}),
        ("italian", {"match": {"goal": 10}}),
        # What is flat may be taken off again by the own pips.
        ("jamaican-cut-throat", {"out": {"winner": {"flat": 10, "own": -1}}}),
        ("rummikub", {"deal": {"6": 14}}),
        ("hungarian", {"match": {"eliminate": True}}),
        ("block", {"blocked": {"next_worth": 2}}),
        ("block", {"blocked": {"tie": "everyone"}}),
    ],
)
def test_what_only_looks_like_a_contradiction_holds(game: str, rules: Any) -> None:
    assert with_house_rules(load_game(game), rules).id == game


def test_the_first_of_several_contradictions_is_named() -> None:
    definition = deepcopy(LEAST) | {"match": {"eliminate": True}, "weights": {"joker": 30}}
    with pytest.raises(RuleError) as caught:
        game_from("least", definition)
    assert caught.value.key == "weights.joker"

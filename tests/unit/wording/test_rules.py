"""The keys of a game in words."""

from enum import StrEnum
from typing import Any

import pytest

from scorekeeper.rules import Game, game_ids, load_game
from scorekeeper.rules.games import game_from, with_house_rules
from scorekeeper.rules.options import (
    Among,
    Best,
    Boneyard,
    Direction,
    Ending,
    Ends,
    Entry,
    Layout,
    Leader,
    Mode,
    Rank,
    Reset,
    Sides,
)
from scorekeeper.wording import labels
from scorekeeper.wording.rules import differences, house_rules_in_words, label_of, rules_in_words
from tests.unit.wording.made_up_language import Phrases, in_brackets, speaking, without_brackets


def house_rules(game_id: str, **changes: Any) -> tuple[str, ...]:
    game = load_game(game_id)
    return house_rules_in_words(game, with_house_rules(game, changes))


def differing(game_id: str) -> dict[str, tuple[str, str]]:
    """Return the texts of a game that differ from those of Block, by key."""
    found = differences(load_game("block"), load_game(game_id))
    return {each.key: (each.base, each.changed) for each in found}


def test_the_rules_of_block_in_words() -> None:
    words = rules_in_words(load_game("block"))
    assert words["deal"] == "2 players take 7 tiles each, 3 or 4 take 5"
    assert words["table.sides"] == "each alone, or partners with 4"
    assert words["blocked.rank"] == "the lightest side"
    assert words["blocked.tie"] == "the lightest tile, else drawn"
    assert words["blocked.winner"] == "what the opponents hold, less the winning side’s own hands"
    assert words["match.goal"] == "100"


@pytest.mark.parametrize("game_id", game_ids())
def test_every_key_of_every_game_has_words_and_a_label(game_id: str) -> None:
    game = load_game(game_id)
    words = rules_in_words(game)
    assert words.keys() - {f"bonus.{bonus.name}" for bonus in game.bonus} == labels.LABELS.keys()
    for key, text in words.items():
        assert text
        assert text == text.strip()
        assert label_of(key)


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (labels.SIDES, Sides),
        (labels.DIRECTIONS, Direction),
        (labels.BONEYARDS, Boneyard),
        (labels.LAYOUTS, Layout),
        (labels.ENTRIES, Entry),
        (labels.LEADERS, Leader),
        (labels.AMONG, Among),
        (labels.RANKS, Rank),
        (labels.MODES, Mode),
        (labels.ENDINGS, Ending),
        (labels.ENDS, Ends),
        (labels.BEST, Best),
        (labels.RESETS, Reset),
    ],
)
def test_every_value_of_a_key_has_words_of_its_own(
    labels: dict[StrEnum, str], kind: type[StrEnum]
) -> None:
    assert labels.keys() == set(kind)
    assert len(set(labels.values())) == len(labels)


def test_a_game_does_not_differ_from_itself() -> None:
    assert differing("block") == {}


def test_only_what_differs_is_named() -> None:
    assert differing("draw") == {
        "boxes": (
            "up to 9-9 · 2 to 5 players take 7 tiles each;"
            " up to 12-12 · 2 to 5 players take 7 tiles each",
            "up to 9-9; up to 12-12",
        ),
        "table.boneyard": ("not used, nobody draws", "drawn from"),
        "table.draws": ("nothing", "until a tile fits"),
        "blocked.tie": ("the lightest tile, else drawn", "drawn"),
    }


def test_a_hand_of_a_game_without_partners_is_no_other_rule_than_a_side() -> None:
    assert rules_in_words(load_game("martinique"))["blocked.rank"] == "the lightest hand"
    assert "blocked.rank" not in differing("martinique")
    assert differing("dominican-patio")["blocked.rank"][1] == "the lightest single hand"


def test_a_bonus_differs_by_its_name() -> None:
    assert differing("dominican-patio")["bonus.paso corrido"] == (
        "none",
        "25 for whoever claims it",
    )


BRAZIL = load_game("brazil-to-six").definition["bonus"]


@pytest.mark.parametrize(
    ("game_id", "changes", "texts"),
    [
        ("block", {}, ()),
        (
            "block",
            {"blocked": {"rank": ["side total"]}, "match": {"test": "exceed"}},
            ("tie: drawn", "goal: more than 100"),
        ),
        ("block", {"match": {"goal": 150}}, ("goal: 150",)),
        (
            "block",
            {"blocked": {"winner": {"partner": 0, "own": 0}}},
            ("a blocked round pays: what the opponents hold",),
        ),
        (
            "block",
            {"blocked": {"winner": {"partner": 1, "own": 1}}},
            ("a blocked round pays: what all hands hold",),
        ),
        (
            "block",
            {"out": {"winner": {"partner": -1, "flat": 5}}},
            ("going out pays: what the opponents hold plus 5 points, less the partner’s hand",),
        ),
        ("block", {"blocked": {"next_worth": 2}}, ("after a drawn round: the next counts double",)),
        ("block", {"deal": {"4": 6}}, ("deal: 2 players take 7 tiles each, 3 take 5, 4 take 6",)),
        (
            "block",
            {"blocked": {"rank": ["side total", "lightest tile", "next tiles"]}},
            ("tie: the lightest tile, then the lightest tiles, one after the other, else drawn",),
        ),
        ("block", {"rounding": {"to": 5, "mode": "up"}}, ("rounding: up to the next 5",)),
        (
            "block",
            {"weights": {"blank_end": 25, "double": "half"}},
            ("blank halves: count 25", "doubles: count half"),
        ),
        ("mexican-train", {"match": {"goal": 7}}, ("goal: 7 rounds",)),
        ("block", {"tiles": {"highest": 9}}, ("box: up to 9-9",)),
        ("block", {"table": {"direction": "counterclockwise", "draws": 1}, "boxes": []}, ()),
        ("block", {"match": {"goals": [50]}}, ()),
        ("mexican-train", {"weights": {"tile": {"0-0": 50}}}, ("tiles left over: 0-0 counts 50",)),
        (
            "italian",
            {"plays": {"passing": True}},
            ("table total: 10 for bringing the table to 30, 50, 70 and 100 or past it",),
        ),
        ("rummikub", {"weights": {"joker": 50}}, ("joker: counts 50",)),
        ("french", {"match": {"eliminate": False}}, ("at the goal: the match ends",)),
        (
            "puerto-rico-500",
            {"bonus": [{"name": "premio", "by_round": [50, 25]}]},
            (
                "premio: 50, 25 for the first 2 rounds won",
                "capicú: none",
                "chuchazo: none",
            ),
        ),
        (
            "mexican-partners",
            {"bonus": [{"name": "capicúa", "times": 2, "ending": "went out", "same_ends": True}]},
            ("capicúa: the round counts double, going out, both ends alike",),
        ),
        # Matches from before pairs could play it, and before there was a cruzada, are played alike.
        ("fives-and-threes", {"table": {"sides": "solo"}, "out": {"whole_side": False}}, ()),
        ("brazil-to-six", {"bonus": BRAZIL[:-1]}, ()),
        (
            "brazil-to-six",
            {"bonus": [*BRAZIL[:-1], BRAZIL[-1] | {"times": 4}]},
            ("cruzada: the round counts 4 times, carroça and lá-e-lô together",),
        ),
        (
            "jamaican-partners",
            {"match": {"one_all_worth": 2}},
            ("at one win each: the next counts double",),
        ),
        (
            "mexican-partners",
            {"bonus": [{"name": "chuchazo", "points": 5, "last_tile": "double blank"}]},
            ("chuchazo: 5 for the winner, with 0-0",),
        ),
    ],
)
def test_house_rules_in_words(
    game_id: str, changes: dict[str, Any], texts: tuple[str, ...]
) -> None:
    assert house_rules(game_id, **changes) == texts


def test_a_match_from_before_a_game_took_ten_has_no_house_rules() -> None:
    now = load_game("mexican-train")
    older = dict(now.definition) | {"deal": {"2": 15, "3": 15, "4": 15, "5": 12}}
    assert house_rules_in_words(now, game_from(now.id, older)) == ()
    older["deal"] = older["deal"] | {"5": 11}
    found = house_rules_in_words(now, game_from(now.id, older))
    assert found == ("deal: 2 to 4 players take 15 tiles each, 5 take 11",)


@pytest.mark.parametrize(
    ("game_id", "key", "text"),
    [
        ("hoyle", "table.sides", "each alone with 2, partners with 4"),
        ("eight-minus-players", "blocked.winner", "what the opponents hold"),
        ("draw", "blocked.winner", "what the opponents hold, less the winning side’s own hands"),
        ("jamaican-cut-throat", "tiles.removed", "0-0 with 3 players"),
        ("jamaican-partners", "out.winner", "1 point"),
        ("triominos", "out.winner", "what the opponents hold plus 25 points"),
        ("triominos", "tally.steps", "1, 5, 10, 40, 50, 60, −5, −10"),
        ("rummikub", "out.losers", "lose what they hold"),
        ("rummikub", "blocked.losers", "lose what they hold more than the winner"),
        ("french", "out.losers", "add what they hold"),
        ("french", "blocked.tie", "nobody wins"),
        ("french", "weights.holding_a_double", "counts double"),
        ("hungarian", "out.play_on", "the others play on"),
        ("brazil-to-100", "blocked.tie", "the side that did not close the line, else drawn"),
        ("all-fives", "rounding", "to the nearest 5"),
        ("mexican-train", "match.goal", "13 rounds"),
        ("mexican-train", "table.draws", "1 tile a turn"),
        ("triominos", "table.draws", "up to 3 tiles a turn"),
        (
            "mexican-train",
            "boxes",
            "up to 9-9 · 2 players take 12 tiles each, 3 take 11, 4 take 10, 5 take 8, 6 take 7,"
            " 7 take 6, 8 or 9 take 5, 10 take 4 · 10 rounds",
        ),
        ("partnership", "table.direction", "counterclockwise, to the right"),
        ("martinique", "table.direction", "as agreed"),
        ("all-fives", "match.goals", "200, 500"),
        ("all-threes", "rounding", "to the nearest 3"),
        ("five-up", "scale", "1 for every 5"),
        ("cuban-east", "scale", "1 for every 10, begun or full; 2 at least; less than 3, 0"),
    ],
)
def test_the_value_of_a_key_in_words(game_id: str, key: str, text: str) -> None:
    assert rules_in_words(load_game(game_id))[key] == text


def test_a_game_without_partners_has_hands_instead_of_sides() -> None:
    game: Game = with_house_rules(
        load_game("eight-minus-players"), {"blocked": {"winner": {"own": -2}}}
    )
    assert rules_in_words(game)["blocked.winner"] == (
        "what the opponents hold, less 2 × the winner’s own hand"
    )


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_explained_in_the_language_of_the_page(game_id: str) -> None:
    game = load_game(game_id)
    with in_brackets():
        for key, words in rules_in_words(game).items():
            assert not any(map(str.isalpha, without_brackets(words))), words
            assert without_brackets(label_of(key)) == ""


def test_what_house_rules_change_is_said_in_the_order_of_the_language() -> None:
    phrases: Phrases = {
        "%(what)s: %(words)s": "%(words)s (%(what)s)",
        ("rule", "tie"): "empate",
        "the lightest tile": "la ficha más liviana",
        "the fewest doubles": "menos dobles",
        "%(key)s, then %(next)s": "%(key)s y luego %(next)s",
        "%(keys)s, else drawn": "%(keys)s; si no, nadie",
        "capicúa": "capicúa",
        "the round counts %(times)s": "vale %(times)s la mano",
        ("a round counts", "double"): "el doble",
        ("bonus", "going out"): "al dominar",
    }
    changes = {
        "blocked": {"rank": ["side total", "lightest tile", "fewest doubles"]},
        "bonus": [{"name": "capicúa", "times": 2, "ending": "went out"}],
    }
    with speaking("es", phrases):
        assert house_rules("block", **changes) == (
            "la ficha más liviana y luego menos dobles; si no, nadie (empate)",
            "vale el doble la mano, al dominar (capicúa)",
        )


def test_a_bonus_that_a_table_made_up_keeps_its_name() -> None:
    with in_brackets():
        assert label_of("bonus.50 % más") == "50 % más"
        assert label_of("bonus.") == ""

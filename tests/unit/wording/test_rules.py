"""The keys of a game in words."""

import tomllib
from enum import StrEnum

import pytest

from scorekeeper.rules import game_ids, load_game
from scorekeeper.rules.games import game_from, with_house_rules
from scorekeeper.wording import labels
from scorekeeper.wording.rules import differences, house_rules_in_words, label_of, rules_in_words
from tests.unit.rules.lines import cases
from tests.unit.wording.made_up_language import in_brackets, speaking, without_brackets


def house_rules(game_id, **changes):
    game = load_game(game_id)
    return house_rules_in_words(game, with_house_rules(game, changes))


def differing(game_id):
    """Return the texts of a game that differ from those of Block, by key."""
    found = differences(load_game("block"), load_game(game_id))
    return {each.key: (each.base, each.changed) for each in found}


@pytest.mark.parametrize("game_id", game_ids())
def test_every_key_of_every_game_has_words_and_a_label_in_the_language_of_the_page(game_id):
    game = load_game(game_id)
    words = rules_in_words(game)
    assert words.keys() - {f"bonus.{bonus.name}" for bonus in game.bonus} == labels.LABELS.keys()
    for key, text in words.items():
        assert text
        assert text == text.strip()
        assert label_of(key)
    with in_brackets():
        for key, text in rules_in_words(game).items():
            assert not any(map(str.isalpha, without_brackets(text))), text
            assert without_brackets(label_of(key)) == ""


# What is said of the values that keys can have, by its name; of any last tile nothing is said.
OF_VALUES: dict[str, dict[StrEnum, str]] = {
    name: said
    for name, said in vars(labels).items()
    if isinstance(said, dict) and isinstance(next(iter(said)), StrEnum) and name != "LAST_TILES"
}


@pytest.mark.parametrize("name", OF_VALUES)
def test_every_value_of_a_key_has_words_of_its_own(name):
    said = OF_VALUES[name]
    assert said.keys() == set(type(next(iter(said))))
    assert len(set(said.values())) == len(said)


def test_only_what_differs_from_another_game_is_named():
    assert differing("block") == {}
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
    # A hand of a game without partners is no other rule than a side.
    assert "blocked.rank" not in differing("martinique")
    patio = differing("dominican-patio")
    assert patio["blocked.rank"][1] == "the lightest single hand"
    assert patio["bonus.paso corrido"] == ("none", "25 for whoever claims it")


@pytest.mark.parametrize("lines", cases("words"))
def test_a_rule_is_said_as_it_stands_there(lines):
    for line in lines:
        told, expected = line.split(" =>")
        assert said(told) == expected.strip(), line


def said(told):
    """Say a key of a game, or what house rules change."""
    if " : " in told:
        game, key = told.split(" : ")
        return rules_in_words(load_game(game))[key]
    name, _, rules = told.partition(" with ")
    return " | ".join(house_rules(name, **tomllib.loads(rules.replace("; ", "\n"))))


def test_a_match_from_before_a_game_took_ten_has_no_house_rules():
    now = load_game("mexican-train")
    older = dict(now.definition) | {"deal": {"2": 15, "3": 15, "4": 15, "5": 12}}
    assert house_rules_in_words(now, game_from(now.id, older)) == ()
    older["deal"] = older["deal"] | {"5": 11}
    found = house_rules_in_words(now, game_from(now.id, older))
    assert found == ("deal: 2 to 4 players take 15 tiles each, 5 take 11",)


def test_what_house_rules_change_is_said_in_the_order_of_the_language():
    phrases = {
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


def test_a_bonus_that_a_table_made_up_keeps_its_name():
    with in_brackets():
        assert label_of("bonus.50 % más") == "50 % más"
        assert label_of("bonus.") == ""

"""The guide and the house rules are in the language of the page."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from scorekeeper.pages.guide.compare import CompareForm, compare_games, shown_hands
from scorekeeper.pages.guide.examples import NAMES, examples
from scorekeeper.pages.guide.lessons import sections
from scorekeeper.pages.new_match.games import offered_games
from scorekeeper.pages.new_match.house_rules_form import HouseRulesForm
from scorekeeper.pages.shared.fields import NumberField
from scorekeeper.rules import game_ids, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook.rule_sets import RuleSet
from scorekeeper.wording.in_short import in_three_sentences
from scorekeeper.wording.rules import differences, rules_in_words
from tests.unit.wording.made_up_language import Phrases, in_brackets, speaking, without_brackets

# Fields that are the same in every language.
NOT_TEXT = {"id", "game_id", "key", "colour", "data_sides", "sources"}


def texts(shown: object) -> Iterator[str]:
    """Yield every text in what a page is given."""
    if isinstance(shown, str):
        yield shown
    elif is_dataclass(shown) or hasattr(shown, "_fields"):
        names = [field.name for field in fields(shown)] if is_dataclass(shown) else shown._fields
        for name in names:
            if name not in NOT_TEXT:
                yield from texts(getattr(shown, name))
    elif isinstance(shown, tuple):
        for each in shown:
            yield from texts(each)


def in_english(*shown: object) -> list[str]:
    """Return the texts that are in English although the page is not."""
    found = []
    for text in texts(shown):
        rest = without_brackets(text)
        for name in NAMES:
            rest = rest.replace(name, "")
        if any(map(str.isalpha, rest)):
            found.append(text)
    return found


@pytest.mark.parametrize("game_id", game_ids())
def test_the_page_and_the_card_of_a_game_are_in_the_language(app: Flask, game_id: str) -> None:
    game = load_game(game_id)
    with in_brackets(app):
        card = offered_games([])[game_id]
        block = load_game("block")
        assert in_english(tuple(sections(game, block)), differences(block, game)) == []
        assert in_english(in_three_sentences(game), rules_in_words(game)["deal"]) == []
        for example in examples(game):
            assert in_english(example.title, example.question, tuple(example.answers)) == []
            narrator, score = example.narrator, example.score
            assert in_english(narrator.headline(score), narrator.points(score)) == []
            assert in_english(narrator.reasons(score)) == []
        assert in_english(card.name, card.summary, card.goal, card.numbers, card.usual_goal) == []


@pytest.mark.parametrize("game_id", game_ids())
def test_the_form_of_house_rules_is_in_the_language(game_id: str) -> None:
    with in_brackets():
        # Every number is missing.
        form = HouseRulesForm(load_game(game_id), MultiDict({"other": "1"}))
        form.validate()
        for field in form:
            assert in_english(field.label.text) == []
            if isinstance(field, NumberField):
                assert field.errors
                assert in_english(*field.errors) == []
            else:
                assert in_english(*(choice.label for choice in field.choices)) == []


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"players": "3", "hand-1": "", "hand-2": "", "hand-3": "5-5"},
        {"players": "2", "hand-1": "9-9", "hand-2": "0-1"},
        {"players": "2", "hand-1": "9-9 8-8", "hand-2": "0-1"},
        {"players": "4", "partners": "y"}
        | {"hand-1": "2-5", "hand-2": "0-0 5-5", "hand-3": "0-2 3-3", "hand-4": "0-5"},
        {"players": "4", "hand-1": "", "hand-2": "1-2", "hand-3": "3-4", "hand-4": "5-6"},
        {"players": "2", "hand-1": "0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1", "hand-2": "6-6"},
        {"players": "4", "partners": "y"}
        | {"hand-1": "2-6", "hand-2": "1-3 1-6", "hand-3": "2-5 3-5", "hand-4": "1-1 3-3"},
    ],
)
def test_the_comparison_is_in_the_language(app: Flask, query: dict[str, str]) -> None:
    with in_brackets(app):
        hands = CompareForm(MultiDict(query)).hands_to_compare()
        assert hands
        partners = "partners" in query
        shown = tuple(shown_hands(hands, partners=partners))
        verdicts = compare_games(hands, partners=partners)
        assert in_english(shown, *((each.unfit, each.wins, each.why) for each in verdicts)) == []


@pytest.mark.parametrize(
    "query",
    [
        {"hand-1": "", "hand-2": ""},
        {"hand-1": "1-2", "hand-3": "4-4"},
        {"players": "3", "partners": "yes", "hand-1": "1-2"},
        {"players": "5", "hand-1": "1-2"},
        {"players": "2", "hand-1": "1" * 401},
    ],
)
def test_the_problems_of_the_comparison_are_in_the_language(query: dict[str, str]) -> None:
    with in_brackets():
        form = CompareForm(MultiDict(query))
        assert form.hands_to_compare() is None
        problems = [problem.message for problem in form.problems]
        assert problems
        assert in_english(*problems) == []


def test_saved_rules_keep_their_name_and_are_described_in_the_language(app: Flask) -> None:
    game = with_house_rules(load_game("block"), {"match": {"goal": 150}})
    phrases: Phrases = {
        "Block": "Bloqueo",
        ("rule", "goal"): "meta",
        "%(game)s with house rules: %(rules)s.": "%(rules)s en %(game)s.",
    }
    with speaking("es", phrases, app):
        card = offered_games([RuleSet(1, "Block", "block", game)])["set-1"]
        assert (card.name, card.summary) == ("Block", "meta: 150 en Bloqueo.")

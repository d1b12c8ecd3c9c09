"""Sentences that are put together are right in every language, whatever stands in their gaps."""

import re
from functools import cache
from gettext import c2py
from itertools import chain

import pytest

from scorekeeper.i18n import DEFAULT, LANGUAGES
from scorekeeper.pages.guide.lessons import in_three_sentences, sections
from scorekeeper.rules import game_ids, load_game
from scorekeeper.wording.errors_and_doubts import error_sentence
from scorekeeper.wording.rules_in_words import rules_in_words
from tests.catalogues import DOMAINS, TRANSLATED, kept
from tests.support.cases import blocks, cases, parted
from tests.unit.wording.faults import disagreements, found, patterns
from tests.unit.wording.gaps import filled, pieces
from tests.unit.wording.languages import in_language
from tests.unit.wording.telling import OF_FILES, error_of, said, said_of

NAMES = ("Ana", "Ernő", "Édouard", "Íñigo", "Hugo")
NOUN = re.compile(r"%\(num(?:ber)?\)s ([^\W\d_]+)")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def in_forms(text):
    return text if isinstance(text, tuple) else (text,)


@cache
def messages(language):
    """Return what is said in a language: the English forms, those of the language, and which."""
    said_in = kept(TRANSLATED[0] if language == DEFAULT else language, "messages")
    plural = (lambda count: count != 1) if language == DEFAULT else c2py(said_in.plural_expr)
    return [
        (in_forms(each.id), in_forms(each.id if language == DEFAULT else each.string), plural)
        for domain in DOMAINS
        for each in kept(said_in.locale_identifier, domain)
        if each.id
    ]


@cache
def nouns(language):
    """Return what is counted, each as one and as several of it."""
    counted = (
        [NOUN.fullmatch(form) for form in forms] for _id, forms, _plural in messages(language)
    )
    return {
        tuple(each[1] for each in found if each)
        for found in counted
        if len(found) > 1 and all(found)
    }


@every_language
def test_a_message_is_right_with_whatever_may_stand_in_its_gaps(language):
    with in_language(language):
        known = pieces()
    always = [*patterns(language)]
    counted = [*always, *disagreements(language, nouns(language))]
    faults = {}
    for original, forms, plural in messages(language):
        wrong = counted if len(forms) > 1 else always
        for text in filled(original, forms, plural, known):
            if fault := found(text, wrong):
                faults.setdefault(original[0], (text, fault))
    assert [*faults.values()] == []


def told_of_rounds():
    """Say all rounds and refusals that tests/cases has."""
    for case in cases("sentences"):
        for told, *_said in blocks(case.values[0]):
            yield from said_of(told, NAMES)
    for case in cases("refusals"):
        for line in case.values[0]:
            error = error_of(parted(line)[0])
            if error.code not in OF_FILES:
                yield error_sentence(error, NAMES)


def told_of_games():
    """Say the rules of all games, and the house rules that tests/cases has."""
    games = [load_game(each) for each in game_ids()]
    for game in games:
        words = rules_in_words(game)
        yield from in_three_sentences(game, words)
        yield from words.values()
        for _id, title, rules, notes in sections(game, words, rules_in_words(games[0])):
            yield from (title, *chain(*rules), *notes)
    for case in cases("words"):
        for line in case.values[0]:
            if " beside " not in line:
                yield from said(line.partition(" =>")[0]).split(" | ")


@every_language
@pytest.mark.parametrize("told", [told_of_rounds, told_of_games])
def test_what_is_told_of_rounds_and_games_is_right(language, told):
    with in_language(language):
        texts = {*told()} - {""}
    wrong = [*patterns(language), *disagreements(language, nouns(language))]
    assert [(text, fault) for text in sorted(texts) if (fault := found(text, wrong))] == []

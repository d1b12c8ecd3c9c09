"""Sentences about rounds and doubts are completely in the language of the page."""

import re

import pytest

from scorekeeper.rules import Lead, score_round
from scorekeeper.rules.options import Leader
from scorekeeper.rules.referee import Doubt, Law
from scorekeeper.wording.doubts import brief_doubt, doubt_sentence
from tests.unit.rules.example import (
    BEA,
    claiming,
    leaving,
    pairs,
    table,
    tile,
)
from tests.unit.rules.lines import NAMES, cases, example
from tests.unit.wording.made_up_language import Phrases, in_brackets, speaking, without_brackets
from tests.unit.wording.test_rounds import narrator

# Nobody translates names, and what somebody typed.
NAME = re.compile("|".join([*NAMES, "miscounted last round"]))


def all_sentences(told):
    setup, played, moment = example(told)
    score, at_table = score_round(setup, played, moment), narrator(setup)
    first = [at_table.headline(score), at_table.ending(score), at_table.points(score)]
    return [*first, *at_table.reasons(score)]


@pytest.mark.parametrize("lines", cases("sentences"))
def test_every_word_about_a_round_can_be_translated(lines):
    with in_brackets():
        said = [text for told in lines if told[0] != " " for text in all_sentences(told)]
    assert said
    assert not english(said)


def english(sentences):
    """Return the sentences with words, other than names, that were not translated."""
    return [
        text for text in sentences if re.search("[A-Za-z]", NAME.sub("", without_brackets(text)))
    ]


@pytest.mark.parametrize("law", Law)
def test_every_word_about_a_doubt_can_be_translated(law):
    found = [Doubt(law, numbers, (tile("3-5"),), 5) for numbers in ((3, 5), ())]
    with in_brackets():
        sentences = [say(doubt) for doubt in found for say in (doubt_sentence, brief_doubt)]
    assert not english(sentences)
    # Across the table few words are read.
    assert len(brief_doubt(found[0]).split()) <= 8


@pytest.mark.parametrize("rule", Leader)
def test_every_word_about_what_comes_next_can_be_translated(rule):
    at_table = narrator(table("jamaican-cut-throat", 3))
    leads = (Lead(rule), Lead(rule, seat=BEA), Lead(rule, side=BEA))
    with in_brackets():
        sentences = [*map(at_table.lead, leads), at_table.deal(worth=2)]
    assert all(sentences)
    assert not english(sentences)


def test_a_verb_is_plural_for_two_people():
    won = "Blocked: %(pips)s. %(side)s wins on the lightest tile."
    spanish: Phrases = {
        won: ("Cerrado: %(pips)s. Gana %(side)s.", "Cerrado: %(pips)s. Ganan %(side)s."),
        "%(names)s and %(last)s": "%(names)s y %(last)s",
    }
    alone = score_round(table(), leaving("1-2 2-4 3-5", "5-5 3-4"))
    paired = score_round(pairs(), leaving("1-2", "1-3", "5-6", "4-6"))
    with speaking("es", spanish):
        assert narrator(table()).headline(alone) == "Cerrado: 17 · 17. Gana Ana."
        assert narrator(pairs()).headline(paired) == "Cerrado: 14 · 14. Ganan Ana y Ciro."


def test_a_bonus_has_its_name_in_the_language_wherever_the_sentence_puts_it():
    hungarian: Phrases = {
        "ended on a double": "duplával zárt",
        "%(bonus)s: the round counts %(times)s.": "a kör %(times)s számít: %(bonus)s.",
        ("a round counts", "double"): "duplán",
    }
    played = leaving("1-2 1-1", "3-4", "", "4-5", events=claiming("ended on a double"))
    score = score_round(table("french", 4), played)
    with speaking("hu", hungarian):
        assert narrator(table("french", 4)).reasons(score)[1] == (
            "A kör duplán számít: duplával zárt."
        )

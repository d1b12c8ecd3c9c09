"""Errors are in the language of the page."""

import re

import pytest

from scorekeeper.rules import Code, RuleError
from scorekeeper.wording.errors import error_sentence
from tests.unit.wording.made_up_language import Phrases, in_brackets, speaking, without_brackets
from tests.unit.wording.test_errors import NAMES, REFUSALS, Refused, named, rule
from tests.unit.wording.test_errors_family import OF_THE_FAMILY

# What only a file can get wrong: the command line speaks English.
OF_FILES = {Code.UNREADABLE_GAME, Code.UNKNOWN_KEY, Code.MISSING_KEY, Code.WRONG_TYPE}

NINE = {"winner": {"opponents": 0, "partner": 0, "own": 0, "flat": 9}}
# Contradictions that name numbers or tiles.
CONTRADICTIONS: list[tuple[Code, Refused, str]] = [
    (Code.CONTRADICTION, rule(tiles={"removed": {"2": ["8-8"]}}), "8-8 is not in the box."),
    (Code.CONTRADICTION, rule(match={"goal": 5}, out=NINE, blocked=NINE), "a single award pays 9"),
]
OF_PAGES = [
    (act, sentence)
    for code, act, sentence in REFUSALS + OF_THE_FAMILY + CONTRADICTIONS
    if code not in OF_FILES
]


def error_of(act: Refused) -> RuleError:
    with pytest.raises(RuleError) as refused:
        act()
    return refused.value


@pytest.mark.parametrize(("act", "sentence"), OF_PAGES, ids=named)
def test_every_word_of_a_refusal_can_be_translated(act: Refused, sentence: str) -> None:
    error = error_of(act)
    assert sentence in error_sentence(error, NAMES)
    with in_brackets():
        left = without_brackets(error_sentence(error, NAMES))
    # Names, and what was typed, are nobody's to translate.
    facts = [*NAMES, error.key, *map(str, error.detail.values()), *known(error)]
    for fact in sorted(filter(None, facts), key=len, reverse=True):
        left = left.replace(fact, "")
    assert not re.search("[A-Za-z]", left)


def known(error: RuleError) -> list[str]:
    """Return the names of games, and the values a key may have, that an error lists."""
    return [str(each) for key in ("known", "allowed") for each in error.detail.get(key, ())]  # type: ignore[attr-defined]


def test_a_hand_is_named_with_whatever_goes_before_it() -> None:
    portuguese: Phrases = {
        "in %(name)s’s hand": "na mão de %(name)s",
        "%(names)s and %(last)s": "%(names)s e %(last)s",
        "It is a tie. Enter the lightest tile %(where)s.": (
            "Empate. Informe a pedra mais leve %(where)s."
        ),
    }
    error = RuleError(Code.LIGHTEST_TILE_NEEDED, seats=(0, 2))
    with speaking("pt", portuguese):
        assert error_sentence(error, NAMES) == (
            "Empate. Informe a pedra mais leve na mão de Ana e na mão de Ciro."
        )


def test_why_a_rule_contradicts_another_is_said_in_the_language_with_its_numbers() -> None:
    spanish: Phrases = {
        "%(dealt)s of %(box)s tiles": "%(dealt)s de %(box)s fichas",
        "%(key)s does not fit the other rules: %(why)s.": "%(key)s no cuadra: %(why)s.",
    }
    error = error_of(rule(deal={"4": 9}))
    with speaking("es", spanish):
        assert error_sentence(error) == "deal.4 no cuadra: 36 de 28 fichas."


def test_a_bonus_is_refused_by_its_name_in_the_language() -> None:
    hungarian: Phrases = {
        "ended on a double": "duplával zárt",
        "%(event)s counts once a round: remove one.": "Egyszer számít: %(event)s.",
    }
    error = RuleError(Code.EVENT_TWICE, event="ended on a double")
    with speaking("hu", hungarian):
        assert error_sentence(error) == "Egyszer számít: duplával zárt."

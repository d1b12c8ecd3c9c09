"""One word for a thing: what no translation says, and pieces that fit where they stand."""

import json
import re

import pytest

from tests.catalogues import DOMAINS, ROOT, TRANSLATED, kept, written

# By language: patterns of words that are not said, why, and the sentences that may have them.
AVOIDED = json.loads((ROOT / "tests/quality/avoided_words.json").read_text("utf-8"))
# What takes numbers of players, which may be a range of them.
RANGE, TAKERS = (
    "%(least)s to %(most)s",
    (
        "for %(number)s",
        "for %(numbers)s players",
        "%(game)s is for %(numbers)s players. Remove a player or choose another game.",
        "%(players)s players take %(num)s tile each",
        "%(players)s take %(number)s",
    ),
)
TWO_PREPOSITIONS = re.compile(r"\b(para|pour|per|con|avec|à|por|de|da) (de|da|à)\b")


def forms(text):
    return text if isinstance(text, tuple) else (text,)


def said(language):
    for domain in DOMAINS:
        for message in written(domain) if language == "en" else kept(language, domain):
            if message.id:
                told = message.id if language == "en" else message.string
                yield from ((message, form) for form in forms(told))


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_no_sentence_has_a_word_that_is_avoided(language):
    """docs/words.md has the words to say instead."""
    rules = [(re.compile(each["pattern"], re.I), each) for each in AVOIDED[language]]
    found = [
        (form, each["why"], message.id)
        for message, form in said(language)
        for pattern, each in rules
        if pattern.search(form) and not {*each["except"]} & {*forms(message.id)}
    ]
    assert found == []


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_sentence_that_may_have_an_avoided_word_is_still_said(language):
    texts = {form for message, _form in said(language) for form in forms(message.id)}
    assert [x for each in AVOIDED[language] for x in each["except"] if x not in texts] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_range_of_players_stands_in_no_sentence_with_two_prepositions(language):
    sentences = {
        message.id if isinstance(message.id, str) else message.id[0]: form
        for message, form in said(language)
    }
    assert {*TAKERS} <= sentences.keys()
    players = sentences[RANGE] % {"least": 2, "most": 4}
    filled = dict.fromkeys(("number", "numbers", "players"), players) | {"game": "Ana", "num": 7}
    rendered = [sentences[each] % filled for each in TAKERS]
    assert [each for each in rendered if TWO_PREPOSITIONS.search(each)] == []


@pytest.mark.parametrize(
    ("language", "one", "many"), [("es", "falta 1", "faltan 2"), ("pt", "falta 1", "faltam 2")]
)
def test_what_is_missing_agrees_with_its_number(language, one, many):
    message = kept(language, "messages").get("%(number)s to go")
    assert message is not None
    forms = [form % {"number": number} for form, number in zip(message.string, (1, 2), strict=True)]
    assert forms == [one, many]

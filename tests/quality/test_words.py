"""One word for a thing: what no translation says, and pieces that fit where they stand."""

import re

import pytest

from tests.catalogues import DOMAINS, TRANSLATED, kept

# What is not said in a language, and where it means something else.
AVOIDED = {
    # Of Spain, where the Caribbean has another word; and three ways to say that somebody went out.
    "es": (
        r"\btantos?\b(?! jugadores)(?<!Mientras tanto)",
        r"\bVale\b",
        r"\b(hizo|hicieron|hacer|haciendo) dominó\b",
        r"\ba falta de\b",
        r"\b(como mucho|igualmente|enseguida|de media|en cabeza)\b",
        r"\b[Aa]ñad\w+",
        r"\bBlock\b",
    ),
    "pt": (r"\b[Pp]arceria\b", r"\bBlock\b"),
    "fr": (r"\ba fini\b(?! devant)", r"\bBlock\b"),
    "it": (r"\bBlock\b",),
    # A hand of the body: what somebody holds is theirs, or in their hand.
    "hu": (r"\b[Kk](éz|ézről|ezek|ezet|ezeket|eze|ezed|ezét)\b", r"\bBlock\b"),
}
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


def said(language):
    for domain in DOMAINS:
        for message in kept(language, domain):
            if message.id:
                forms = message.string if isinstance(message.string, tuple) else (message.string,)
                yield from ((message, form) for form in forms)


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_has_a_word_that_is_avoided(language):
    pattern = re.compile("|".join(AVOIDED[language]))
    found = [(message.id, form) for message, form in said(language) if pattern.search(form)]
    assert found == []


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

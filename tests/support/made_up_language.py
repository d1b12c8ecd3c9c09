"""A made-up language in which every translated message is in wide letters.

Ordinary letters on a page are then facts, such as names, or English that cannot be translated.
"""

import re
import string
from gettext import NullTranslations

from scorekeeper import i18n
from scorekeeper.interchange import written_days
from scorekeeper.messages import Phrases
from tests.web.visitor import FOUR

# Requests for this language get the made-up one.
LANGUAGE = "hu"
TEXT_ATTRIBUTES = (
    *("aria-label", "title", "placeholder"),
    *("data-news", "data-score", "data-record", "data-goal"),
)
# Elements without text for people.
TEXTLESS = {"style", "script", "progress"}
FACTS = {*FOUR, "Scorekeeper", "OpenAPI", "HU", "Magyar"}
WORD = re.compile(r"[A-Za-zÀ-ÿ]{2,}")
_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}
_PLACEHOLDER = re.compile(r"(%\(\w+\)[sd]|%%)")


def wide(text):
    """Write a message in wide letters, except its placeholders."""
    pieces = _PLACEHOLDER.split(text)
    pieces[::2] = [piece.translate(_WIDE) for piece in pieces[::2]]
    return "".join(pieces)


class Pseudo(NullTranslations):
    """Translations of any message into the made-up language."""

    def gettext(self, message):
        return wide(message)

    def ngettext(self, singular, plural, num):
        return wide(singular if num == 1 else plural)

    def pgettext(self, _context, message):
        return wide(message)

    def npgettext(self, _context, singular, plural, num):
        return self.ngettext(singular, plural, num)


def install(monkeypatch):
    # These are read once, in all languages: as they are.
    written_days._months()
    real, made_up = i18n.phrases_in, Phrases(Pseudo(), LANGUAGE)
    monkeypatch.setattr(
        i18n,
        "phrases_in",
        lambda language: made_up if language == LANGUAGE else real(language),
    )


def texts_in(element):
    foreign = element.get("lang", LANGUAGE) != LANGUAGE
    # The sources of a game are named in their own language.
    if foreign or element.tag in TEXTLESS or element.get("class") == "sources":
        return
    yield from (element.get(name, "") for name in TEXT_ATTRIBUTES)
    yield element.text or ""
    for child in element:
        if isinstance(child.tag, str):
            yield from texts_in(child)
        yield child.tail or ""


def english(page):
    texts = {" ".join(text.split()) for text in texts_in(page.root)}
    return sorted(filter(is_english, texts))


def is_english(text):
    """Say whether a text has something in ordinary letters that is no fact."""
    return bool({*WORD.findall(text)} - FACTS)


def expect_translated(*pages):
    left = [f"{page.address}: {text}" for page in pages for text in english(page)]
    assert not left, "\n".join(left)

"""A language nobody speaks: whatever is translated is written in wide letters.

What stands on a page in ordinary letters is then a fact, or English that cannot be translated.
"""

import re
import string
from collections.abc import Callable

import pytest
from babel.support import NullTranslations
from flask_babel import Domain

from scorekeeper.i18n import page_language

# The pages that are asked for in this language speak the made-up one.
LANGUAGE = "hu"
_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}
_PLACEHOLDER = re.compile(r"(%\(\w+\)[sd]|%%)")


def wide(text: str) -> str:
    """Write a message in wide letters, its placeholders as they are."""
    pieces = _PLACEHOLDER.split(text)
    pieces[::2] = [piece.translate(_WIDE) for piece in pieces[::2]]
    return "".join(pieces)


class Pseudo(NullTranslations):
    """The translations of the made-up language: of every message there can be."""

    def ugettext(self, message: str) -> str:
        return wide(message)

    def ungettext(self, singular: str, plural: str, num: int) -> str:
        return wide(singular if num == 1 else plural)

    def upgettext(self, _context: str, message: str) -> str:
        return wide(message)

    def unpgettext(self, _context: str, singular: str, plural: str, num: int) -> str:
        return self.ungettext(singular, plural, num)


def speak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages in the one language speak the made-up one."""
    real: Callable[[Domain], NullTranslations] = Domain.get_translations

    def translations(domain: Domain) -> NullTranslations:
        return Pseudo() if page_language() == LANGUAGE else real(domain)

    monkeypatch.setattr(Domain, "get_translations", translations)

"""A made-up language in which every translated message is in wide letters.

Ordinary letters on a page are then facts, such as names, or English that cannot be translated.
"""

import re
import string
from collections.abc import Callable

import pytest
from babel.support import NullTranslations
from flask_babel import Domain

from scorekeeper.i18n import page_language

# Requests for this language get the made-up one.
LANGUAGE = "hu"
_WIDE = {ord(letter): ord(letter) + 0xFEE0 for letter in string.ascii_letters}
_PLACEHOLDER = re.compile(r"(%\(\w+\)[sd]|%%)")


def wide(text: str) -> str:
    """Write a message in wide letters, except its placeholders."""
    pieces = _PLACEHOLDER.split(text)
    pieces[::2] = [piece.translate(_WIDE) for piece in pieces[::2]]
    return "".join(pieces)


class Pseudo(NullTranslations):
    """Translations of any message into the made-up language."""

    def gettext(self, message: str) -> str:
        return wide(message)

    def ngettext(self, singular: str, plural: str, num: int) -> str:
        return wide(singular if num == 1 else plural)

    def pgettext(self, _context: str, message: str) -> str:
        return wide(message)

    def npgettext(self, _context: str, singular: str, plural: str, num: int) -> str:
        return self.ngettext(singular, plural, num)


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the translations of LANGUAGE by the made-up ones."""
    real: Callable[[Domain], NullTranslations] = Domain.get_translations

    def translations(domain: Domain) -> NullTranslations:
        return Pseudo() if page_language() == LANGUAGE else real(domain)

    monkeypatch.setattr(Domain, "get_translations", translations)

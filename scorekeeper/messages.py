"""Translated messages, without Flask.

The command line can use them without Flask; `i18n.py` knows the language of a request and registers
itself here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from gettext import NullTranslations

# The language of the messages in the source.
WRITTEN_IN = "en"


class Phrases:
    """A language and its translations."""

    def __init__(self, translations: NullTranslations, language: str = WRITTEN_IN) -> None:
        self.translations, self.language = translations, language


AS_WRITTEN = Phrases(NullTranslations())
# The last function registered finds the translations for the current reader.
_readers: list[Callable[[], Phrases]] = [lambda: AS_WRITTEN]


def read_by(phrases: Callable[[], Phrases]) -> None:
    """Use a function to find the translations from now on."""
    _readers.append(phrases)


def _translations() -> NullTranslations:
    return _readers[-1]().translations


def gettext(message: str, /, **values: object) -> str:
    """Translate a message and fill in the values."""
    text = _translations().gettext(message)
    return text % values if values else text


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """Translate a message that depends on a number, which it can use as `num`."""
    text = _translations().ngettext(singular, plural, num)
    return text % {"num": num, **values}


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Translate a message that needs a context because it has several meanings."""
    text = _translations().pgettext(context, message)
    return text % values if values else text


def npgettext(context: str, singular: str, plural: str, num: int, /, **values: object) -> str:
    """Translate a message that needs a context and depends on a number."""
    text = _translations().npgettext(context, singular, plural, num)
    return text % {"num": num, **values}


class LazyString:
    """Text that is translated each time it is used, in the language of that moment."""

    def __init__(self, make: Callable[..., str], *args: object, **values: object) -> None:
        self._make, self._args, self._values = make, args, values

    def __str__(self) -> str:
        return self._make(*self._args, **self._values)

    # Messages are our own HTML.
    __html__ = __str__

    def __mod__(self, values: object) -> str:
        return str(self) % values

    def __eq__(self, other: object) -> bool:
        return str(self) == other

    def __hash__(self) -> int:
        return hash(str(self))


def lazy_gettext(message: str, /, **values: object) -> LazyString:
    """Translate a message when it is used."""
    return LazyString(gettext, message, **values)


def lazy_pgettext(context: str, message: str, /, **values: object) -> LazyString:
    """Translate a message with a context when it is used."""
    return LazyString(pgettext, context, message, **values)


def lazy_ngettext(singular: str, plural: str, /) -> Callable[..., str]:
    """Return a function that takes the number and the values and returns the translation."""
    return partial(ngettext, singular, plural)

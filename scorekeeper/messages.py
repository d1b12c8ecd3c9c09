"""Messages in the language of whoever reads them.

This needs neither Flask nor Babel, so that the command line can say its sentences without them;
`i18n.py` knows the language of a request, and says so here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from gettext import NullTranslations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.core import Locale


# The language of the messages in the program.
WRITTEN_IN = "en"


class Phrases:
    """The translations of a language, and the locale of its numbers; None for the program's own."""

    def __init__(self, translations: NullTranslations, locale: Locale | None = None) -> None:
        self.translations, self.locale = translations, locale


AS_WRITTEN = Phrases(NullTranslations())
# The last of these finds the phrases in the language of whoever reads.
_readers: list[Callable[[], Phrases]] = [lambda: AS_WRITTEN]


def read_by(phrases: Callable[[], Phrases]) -> None:
    """Let a function find the phrases from now on."""
    _readers.append(phrases)


def _translations() -> NullTranslations:
    return _readers[-1]().translations


def group_symbol() -> str:
    """Return what stands between the thousands of a number."""
    return _group_symbol_of(_readers[-1]().locale or WRITTEN_IN)


@lru_cache
def _group_symbol_of(locale: Locale | str) -> str:
    # Imported here: hardly a number is so large, and Babel takes its time.
    from babel.numbers import get_group_symbol

    return str(get_group_symbol(locale))


def gettext(message: str, /, **values: object) -> str:
    """Translate a message, and put the values in."""
    text = _translations().gettext(message)
    return text % values if values else text


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> str:
    """Translate a message that depends on a number, which is the value `num` in it."""
    text = _translations().ngettext(singular, plural, num)
    return text % {"num": num, **values}


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Translate a message that needs a context, as it has several meanings."""
    text = _translations().pgettext(context, message)
    return text % values if values else text


def npgettext(context: str, singular: str, plural: str, num: int, /, **values: object) -> str:
    """Translate a message that needs a context and depends on a number."""
    text = _translations().npgettext(context, singular, plural, num)
    return text % {"num": num, **values}


class LazyString:
    """A text that is made each time it is used, in the language of that moment."""

    def __init__(self, make: Callable[..., str], *args: object, **values: object) -> None:
        self._make, self._args, self._values = make, args, values

    def __str__(self) -> str:
        return self._make(*self._args, **self._values)

    # A message is our own HTML.
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
    """Return what translates a message that depends on a number, called with it and the values."""
    return partial(ngettext, singular, plural)

"""The languages of the pages: which one a request gets, and its translations.

A page asks for more than a hundred messages, so its language is looked up once a request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from gettext import NullTranslations, translation
from pathlib import Path
from typing import ParamSpec, TypeVar

from flask import Flask, g, has_request_context, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.messages import AS_WRITTEN, WRITTEN_IN, Phrases, gettext, pgettext, read_by

# Each language by its own name.
LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "hu": "Magyar",
    "pt": "Português",
}
DEFAULT = WRITTEN_IN
COOKIE = "language"

Values = ParamSpec("Values")
Result = TypeVar("Result")


def chosen_language() -> str:
    """Return the language of the request: chosen on the device, else preferred by the browser."""
    if not has_request_context():
        return DEFAULT
    if (chosen := request.cookies.get(COOKIE)) in LANGUAGES:
        return str(chosen)
    return _preferred(request.headers.get("Accept-Language", ""))


# A browser sends the same header with every request.
@lru_cache
def _preferred(accepted: str) -> str:
    """Return the first of our languages that the browser prefers; pt-BR counts as pt."""
    tags = [tag for tag, _quality in parse_accept_header(accepted, LanguageAccept)]
    languages = [tag.partition("-")[0].lower() for tag in tags]
    return next((language for language in languages if language in LANGUAGES), DEFAULT)


def page_language() -> str:
    """Return the language this page is written in; on the command line it is English."""
    return phrases().language


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Use one language inside the context, whatever the request asks for."""
    before = _CHOSEN.set(phrases_in(language))
    try:
        yield
    finally:
        _CHOSEN.reset(before)


def translations_of(language: str, domain: str) -> NullTranslations:
    """Read a catalogue; English, the language of the source, has none."""
    folder = Path(__file__).with_name("translations")
    return translation(domain, folder, [language], fallback=True)


@cache
def phrases_in(language: str) -> Phrases:
    return Phrases(translations_of(language, "messages"), language)


# Set while a page is rendered in a language that the request did not ask for.
_CHOSEN = ContextVar[Phrases | None]("phrases", default=None)


def phrases() -> Phrases:
    """Return the translations for this page or request; outside of both, none."""
    if chosen := _CHOSEN.get():
        return chosen
    try:
        # Going through the proxy is slower than all the rest of this function.
        context = g._get_current_object()
    except RuntimeError:
        return AS_WRITTEN
    found: Phrases | None = context.get("phrases")
    if found is None:
        found = context.phrases = phrases_in(chosen_language())
    return found


def once_a_language(function: Callable[Values, Result]) -> Callable[Values, Result]:
    """Cache a function by its arguments and the language of the page.

    Its result must depend on nothing else and must not be changed; the arguments must be hashable.
    """

    @lru_cache(256)
    def remembered(_phrases: Phrases, *values: Values.args, **more: Values.kwargs) -> Result:
        return function(*values, **more)

    @wraps(function)
    def once(*values: Values.args, **more: Values.kwargs) -> Result:
        return remembered(phrases(), *values, **more)  # type: ignore[arg-type] # see above

    return once


read_by(phrases)


def _ngettext(singular: str, plural: str, number: int) -> str:
    # Jinja fills in all values at once.
    return phrases().translations.ngettext(singular, plural, number)


def init_app(app: Flask) -> None:
    """Make `app` respond in the language of each request."""
    # Messages are our own HTML in every language; Jinja escapes the values filled in.
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined] # the extension adds it
        gettext, _ngettext, newstyle=True, pgettext=pgettext
    )
    app.jinja_env.globals.update(language=page_language, languages=LANGUAGES)

"""The languages of the pages, which of them a request gets, and the translations in it.

A page asks for more than a hundred messages: which language it is in is found out once for a
request.
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

# Each by its own name.
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


# Browsers say the same with every request.
@lru_cache
def _preferred(accepted: str) -> str:
    """Return the first of our languages in the browser's order: pt-BR before English is pt."""
    tags = [tag for tag, _quality in parse_accept_header(accepted, LanguageAccept)]
    languages = [tag.partition("-")[0].lower() for tag in tags]
    return next((language for language in languages if language in LANGUAGES), DEFAULT)


def page_language() -> str:
    """Return the language this page is written in; on the command line it is English."""
    return phrases().language


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Write in a language, whatever the request asks for."""
    before = _CHOSEN.set(phrases_in(language))
    try:
        yield
    finally:
        _CHOSEN.reset(before)


def translations_of(language: str, domain: str) -> NullTranslations:
    """Read a catalogue; the language that the program is written in has none."""
    folder = Path(__file__).with_name("translations")
    return translation(domain, folder, [language], fallback=True)


@cache
def phrases_in(language: str) -> Phrases:
    """Return the translations of a language."""
    return Phrases(translations_of(language, "messages"), language)


# Those of a page that is rendered in a language, whatever the request asks for.
_CHOSEN = ContextVar[Phrases | None]("phrases", default=None)


def phrases() -> Phrases:
    """Return the translations of this page, or of this request; without one, none."""
    if chosen := _CHOSEN.get():
        return chosen
    try:
        # The proxy is slower than all the rest of this.
        context = g._get_current_object()
    except RuntimeError:
        return AS_WRITTEN
    found: Phrases | None = getattr(context, "phrases", None)
    if found is None:
        found = context.phrases = phrases_in(chosen_language())
    return found


def once_a_language(function: Callable[Values, Result]) -> Callable[Values, Result]:
    """Let a function work out its result once for its arguments and the language of the page.

    Its result depends on nothing else, and is not changed; the arguments can be hashed.
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
    # Jinja puts the values in, all at once.
    return phrases().translations.ngettext(singular, plural, number)


def init_app(app: Flask) -> None:
    """Let `app` respond in the language of each request."""
    # Messages are our own HTML, in whatever language; Jinja escapes the values they get.
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined] # the extension adds it
        gettext, _ngettext, newstyle=True, pgettext=pgettext
    )
    app.jinja_env.globals.update(language=page_language, languages=LANGUAGES)

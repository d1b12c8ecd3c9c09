"""A language with made-up translations, to find texts that are not translated."""

import re
from collections.abc import Mapping
from contextlib import contextmanager
from functools import cache
from io import BytesIO

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.support import Translations
from flask import Flask
from flask_babel import get_locale

from scorekeeper.i18n import init_app
from tests.catalogues import TRANSLATIONS, kept

# English texts (of plurals the singular; with a context a pair), and their translations.
Phrases = Mapping[str | tuple[str, str], str | tuple[str, ...]]


@contextmanager
def speaking(language, phrases=None, app=None):
    """Enter a request in a language that has only these translations."""
    with _answering(language, _compiled(language, phrases or {}), app or _app()):
        yield


@contextmanager
def in_language(language):
    """Enter a request in a language, with the translations that the program has."""
    with _answering(language, _translated(language), _app()):
        yield


@contextmanager
def in_brackets():
    """Enter a request in a language that puts brackets around its words, but not around facts."""
    with _answering("es", _bracketed(), _app()):
        yield


def without_brackets(text):
    """Return what is outside of brackets: the facts, and words that were not translated."""
    return re.sub(r"⟦[^⟧]*⟧", "", text)


@contextmanager
def _answering(language, translations, app):
    with app.test_request_context(headers={"Accept-Language": language}):
        known = app.extensions["babel"].instance.domain_instance.cache
        known[str(get_locale()), "messages"] = translations
        yield


@cache
def _app():
    app = Flask("speaking")
    init_app(app)
    return app


@cache
def _translated(language):
    return Translations.load(str(TRANSLATIONS), [language])


def _compiled(language, phrases):
    catalog = Catalog(locale=language, fuzzy=False)
    for english, translation in phrases.items():
        context, text = english if isinstance(english, tuple) else (None, english)
        ids = text if isinstance(translation, str) else (text, text)
        catalog.add(ids, translation, context=context)
    file = BytesIO()
    write_mo(file, catalog)
    file.seek(0)
    return Translations(file, "messages")


# A catalogue has all that the program says, and is read sooner than the program.
@cache
def _bracketed():
    told = [each for each in kept("es", "messages") if each.id]
    return _compiled("es", dict(map(_in_brackets, told)))


def _in_brackets(message):
    ids = message.id if isinstance(message.id, tuple) else (str(message.id),)
    translated = tuple(re.sub(r"(%\(\w+\)[sd])", r"⟧\1⟦", f"⟦{each}⟧") for each in ids)
    english = (message.context, ids[0]) if message.context else ids[0]
    return english, translated if len(translated) > 1 else translated[0]

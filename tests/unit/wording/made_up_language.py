"""Speak a language with made-up translations: what is written for people must take them up."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from io import BytesIO

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.support import Translations
from flask import Flask
from flask_babel import get_locale

from scorekeeper.i18n import init_app
from tests.catalogues import written

# What is said in English, a plural by its first form, or a context and what is said in it; and how
# it is said in the language.
Phrases = Mapping[str | tuple[str, str], str | tuple[str, ...]]
NONE: Phrases = {}


@contextmanager
def speaking(language: str, phrases: Phrases = NONE, app: Flask | None = None) -> Iterator[None]:
    """Answer a request in a language that knows these phrases alone."""
    app = app or _app()
    with app.test_request_context(headers={"Accept-Language": language}):
        known = app.extensions["babel"].instance.domain_instance.cache
        known[str(get_locale()), "messages"] = _compiled(language, phrases)
        yield


def _app() -> Flask:
    app = Flask("speaking")
    init_app(app)
    return app


def _compiled(language: str, phrases: Phrases) -> Translations:
    catalog = Catalog(locale=language, fuzzy=False)
    for english, said in phrases.items():
        context, text = english if isinstance(english, tuple) else (None, english)
        catalog.add(text if isinstance(said, str) else (text, text), said, context=context)
    file = BytesIO()
    write_mo(file, catalog)
    file.seek(0)
    return Translations(file, "messages")


@contextmanager
def in_brackets(app: Flask | None = None) -> Iterator[None]:
    """Speak as if in a language that puts brackets around its words, but not around the facts."""
    with speaking("es", _bracketed(), app):
        yield


def unspoken(said: str) -> str:
    """Leave of what was said in brackets the facts alone, and what no translation was asked for."""
    return re.sub(r"⟦[^⟧]*⟧", "", said)


@cache
def _bracketed() -> Phrases:
    return dict(_in_brackets(message) for message in written("messages") if message.id)


def _in_brackets(message: Message) -> tuple[str | tuple[str, str], str | tuple[str, ...]]:
    ids = message.id if isinstance(message.id, tuple) else (str(message.id),)
    said = tuple(re.sub(r"(%\(\w+\)[sd])", r"⟧\1⟦", f"⟦{each}⟧") for each in ids)
    english = (message.context, ids[0]) if message.context else ids[0]
    return english, said if len(said) > 1 else said[0]

"""Speak a language with made-up translations: what is written for people must take them up."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.support import Translations
from flask import Flask
from flask_babel import get_locale

from scorekeeper.languages import register

# What is said in English, a plural by its first form, or a context and what is said in it; and how
# it is said in the language.
Phrases = Mapping[str | tuple[str, str], str | tuple[str, ...]]
NONE: Phrases = {}


@contextmanager
def speaking(language: str, phrases: Phrases = NONE) -> Iterator[None]:
    """Answer a request in a language that knows these phrases alone."""
    app = Flask("speaking")
    register(app)
    with app.test_request_context(headers={"Accept-Language": language}):
        known = app.extensions["babel"].instance.domain_instance.cache
        known[str(get_locale()), "messages"] = _compiled(language, phrases)
        yield


def _compiled(language: str, phrases: Phrases) -> Translations:
    catalog = Catalog(locale=language, fuzzy=False)
    for english, said in phrases.items():
        context, text = english if isinstance(english, tuple) else (None, english)
        catalog.add(text if isinstance(said, str) else (text, text), said, context=context)
    file = BytesIO()
    write_mo(file, catalog)
    file.seek(0)
    return Translations(file, "messages")

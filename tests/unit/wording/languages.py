"""Requests in a language."""

from contextlib import contextmanager
from functools import cache

from babel.support import NullTranslations, Translations
from flask import Flask
from flask_babel import get_locale

from scorekeeper.i18n import DEFAULT, init_app
from tests.catalogues import TRANSLATIONS


@cache
def application():
    app = Flask("speaking")
    init_app(app)
    return app


@contextmanager
def answering(language, translations):
    app = application()
    with app.test_request_context(headers={"Accept-Language": language}):
        known = app.extensions["babel"].instance.domain_instance.cache
        known[str(get_locale()), "messages"] = translations
        yield


@cache
def translated(language):
    if language == DEFAULT:
        return NullTranslations()
    return Translations.load(str(TRANSLATIONS), [language])


def in_language(language):
    """Enter a request in a language, with the translations that the program has."""
    return answering(language, translated(language))

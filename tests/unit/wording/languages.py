"""Requests in a language."""

from contextlib import contextmanager
from functools import cache

from flask import Flask, g

from scorekeeper.i18n import init_app, phrases_in
from scorekeeper.messages import Phrases


@cache
def application():
    app = Flask("speaking")
    init_app(app)
    return app


@contextmanager
def answering(language, translations):
    with application().test_request_context():
        g.phrases = Phrases(translations, language)
        yield


def in_language(language):
    """Enter a request in a language, with the translations that the program has."""
    return answering(language, phrases_in(language).translations)

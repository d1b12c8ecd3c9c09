"""The languages the pages speak, and which of them a device reads."""

from __future__ import annotations

from collections.abc import Mapping

from babel.core import negotiate_locale
from flask import Flask, Response, has_request_context, request
from flask_babel import Babel, get_locale

# What each calls itself.
LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "hu": "Magyar",
    "pt": "Português",
}
# Whose way of writing numbers and dates is taken, where a language has several.
LOCALES: Mapping[str, str] = {"en": "en_GB", "pt": "pt_BR"}
DEFAULT = "en"
COOKIE = "language"


def chosen_language() -> str:
    """Say which language the device reads: the one chosen on it, else what its browser prefers."""
    if not has_request_context():
        return DEFAULT
    if (kept := request.cookies.get(COOKIE)) in LANGUAGES:
        return str(kept)
    # In the order of the browser: who prefers Brazilian to English is given Portuguese.
    asked = [tag for tag, _ in request.accept_languages]
    return negotiate_locale(asked, LANGUAGES, sep="-") or DEFAULT


def locale_of(language: str) -> str:
    """Say whose way of writing numbers and dates goes with a language."""
    return LOCALES.get(language, language)


def page_language() -> str:
    """Say in which language this page is written."""
    locale = get_locale()
    return str(locale.language) if locale else DEFAULT


def init_app(app: Flask) -> None:
    """Let `app` speak the language of whoever asks."""
    Babel().init_app(app, locale_selector=lambda: locale_of(chosen_language()))  # type: ignore[no-untyped-call] # has types in part
    app.jinja_env.globals.update(language=page_language, languages=LANGUAGES)

    @app.after_request
    def tell(response: Response) -> Response:
        if response.mimetype == "text/html":
            response.content_language.add(page_language())
            response.vary.add("Accept-Language")
        return response

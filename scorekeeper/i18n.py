"""The languages of the pages, and which of them a request gets."""

from __future__ import annotations

from collections.abc import Mapping

from babel.core import negotiate_locale
from flask import Flask, Response, has_request_context, request
from flask_babel import Babel, get_locale

# Each by its own name.
LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "hu": "Magyar",
    "pt": "Português",
}
# The country whose numbers and dates are used, where it matters.
LOCALES: Mapping[str, str] = {"en": "en_GB", "pt": "pt_BR"}
DEFAULT = "en"
COOKIE = "language"


def chosen_language() -> str:
    """Return the language of the request: chosen on the device, else preferred by the browser."""
    if not has_request_context():
        return DEFAULT
    if (chosen := request.cookies.get(COOKIE)) in LANGUAGES:
        return str(chosen)
    # In the browser's order: pt-BR before English gets Portuguese.
    preferred = [tag for tag, _ in request.accept_languages]
    return negotiate_locale(preferred, LANGUAGES, sep="-") or DEFAULT


def locale_of(language: str) -> str:
    """Return the locale that writes the numbers and dates of a language."""
    return LOCALES.get(language, language)


def page_language() -> str:
    """Return the language this page is written in."""
    locale = get_locale()
    return str(locale.language) if locale else DEFAULT


def init_app(app: Flask) -> None:
    """Let `app` respond in the language of each request."""
    Babel().init_app(app, locale_selector=lambda: locale_of(chosen_language()))  # type: ignore[no-untyped-call] # has types in part
    app.jinja_env.globals.update(language=page_language, languages=LANGUAGES)

    @app.after_request
    def add_language_headers(response: Response) -> Response:
        if response.mimetype == "text/html":
            response.content_language.add(page_language())
            response.vary.add("Accept-Language")
        return response

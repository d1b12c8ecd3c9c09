"""Choosing a language, and the translations that the scripts use."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Any

from babel.support import Translations
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access.guard import open_to_all
from scorekeeper.config import PACKAGE
from scorekeeper.i18n import COOKIE, DEFAULT, LANGUAGES, page_language
from scorekeeper.pages.device.language_form import LanguageForm
from scorekeeper.web.redirects import split_address

blueprint = Blueprint("language", __name__)

MAX_AGE = timedelta(days=365)


@blueprint.route("/language", methods=["GET", "POST"])
@open_to_all
def choose() -> ResponseReturnValue:
    """Choose a language, and return to the page where it was chosen."""
    form = LanguageForm()
    if not form.is_submitted():
        form.back.data = _back()
        return _render(form)
    if not form.validate():
        return _render(form), form.refused_status
    answer = redirect(form.back.data, 303)
    answer.set_cookie(
        COOKIE,
        form.language.data,
        max_age=MAX_AGE,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _render(form: LanguageForm) -> str:
    return render_template("device/language.html", form=form, errors=form.problems)


def _back() -> str:
    """Return the page of this site from which the language is chosen."""
    came_from = split_address(request.referrer or "")
    here = came_from.netloc == request.host and came_from.path != request.path
    return came_from._replace(scheme="", netloc="").geturl() if here else "/"


@blueprint.get("/words/<language>.js")
@open_to_all
def words(language: str) -> Response:
    """Send the translations of the scripts in a language, as a script."""
    if language not in LANGUAGES:
        abort(404)
    script, fingerprint = _script(language)
    answer = Response(script, mimetype="text/javascript")
    if request.args.get("v") == fingerprint:
        answer.cache_control.max_age = int(MAX_AGE.total_seconds())
        answer.cache_control.immutable = True
    return answer


@blueprint.app_template_global()
def words_url() -> str | None:
    """Return the address of the translations for scripts; None in the language of the program."""
    language = page_language()
    if language == DEFAULT:
        return None
    return url_for("language.words", language=language, v=_script(language)[1])


@lru_cache
def _script(language: str) -> tuple[str, str]:
    """Return the translations as a script, with its fingerprint."""
    found = Translations.load(PACKAGE / "translations", [language], "scripts")
    texts: dict[str, Any] = {}
    for key, text in getattr(found, "_catalog", {}).items():
        if isinstance(key, tuple):
            texts.setdefault(key[0], {})[key[1]] = text
        elif key:
            texts[key] = text
    script = f"globalThis.words = {json.dumps(texts, ensure_ascii=False, sort_keys=True)};\n"
    return script, sha256(script.encode()).hexdigest()[:12]

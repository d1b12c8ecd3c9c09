"""The app to install, its service worker, its offline page, and the words of its scripts."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for

from scorekeeper.access.guard import open_to_all
from scorekeeper.config import folder
from scorekeeper.i18n import DEFAULT, LANGUAGES, in_language, page_language, translations_of
from scorekeeper.messages import gettext as _
from scorekeeper.web.static_files import only_imported, version_of

blueprint = Blueprint("pwa", __name__)

YEAR = 365 * 24 * 60 * 60
# The background of every page in the light theme.
FELT = "#dfeae3"
# Each with its width in pixels and its purpose: a maskable icon is cut to the shape of the device.
ICONS = (
    ("icons/icon-192.png", 192, "any"),
    ("icons/icon-512.png", 512, "any"),
    ("icons/icon-maskable.png", 512, "maskable"),
)


@blueprint.get("/manifest/<language>.webmanifest")
@open_to_all
def manifest(language: str) -> Response:
    """Send the web app manifest in a language; 404 for an unknown language."""
    if language not in LANGUAGES:
        abort(404)
    with in_language(language):
        described = _described(language)
    return _checked(json.dumps(described, ensure_ascii=False), "application/manifest+json")


@blueprint.get("/sw.js")
@open_to_all
def service_worker() -> Response:
    """Send the service worker; its text changes whenever a file that it caches does."""
    offline_page = _offline_url()
    shell = json.dumps({"files": [*_files(), offline_page], "offline": offline_page})
    script = url_for("static", filename="shared/service-worker.js")
    return _checked(f'self.shell = {shell};\nimportScripts("{script}");\n', "text/javascript")


@blueprint.get("/offline")
@open_to_all
def offline() -> str:
    """Show the page that the service worker shows in place of one that it has not cached."""
    return render_template("device/offline.html")


@blueprint.get("/words/<language>.js")
@open_to_all
def words(language: str) -> Response:
    """Send the translations of the scripts in a language, as a script."""
    if language not in LANGUAGES:
        abort(404)
    script, fingerprint = _script(language)
    answer = Response(script, mimetype="text/javascript")
    if request.args.get("v") == fingerprint:
        answer.cache_control.max_age = YEAR
        answer.cache_control.immutable = True
    return answer


@blueprint.app_template_global()
def words_url() -> str | None:
    """Return the address of the translations for scripts; None in the language of the program."""
    language = page_language()
    if language == DEFAULT:
        return None
    return url_for("pwa.words", language=language, v=_script(language)[1])


def _checked(text: str, mimetype: str) -> Response:
    """Let browsers cache the response, but check each time whether it has changed."""
    answer = Response(text, mimetype=mimetype)
    answer.cache_control.no_cache = True
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _described(language: str) -> dict[str, object]:
    home = url_for("home.index")
    return {
        "id": home,
        "start_url": home,
        "scope": home,
        "name": "Scorekeeper",
        "short_name": "Scorekeeper",
        "description": _("Keeps the score of domino games played with real tiles."),
        "lang": language,
        "display": "standalone",
        "theme_color": FELT,
        "background_color": FELT,
        "categories": ["games", "utilities"],
        "icons": [_icon(*each) for each in ICONS],
        "shortcuts": [{"name": _("New match"), "url": url_for("new_match.new")}],
    }


def _icon(name: str, width: int, purpose: str) -> dict[str, str]:
    address = url_for("static", filename=name)
    return {"src": address, "sizes": f"{width}x{width}", "type": "image/png", "purpose": purpose}


def _files() -> list[str]:
    """List the addresses of all files that pages load; the device itself keeps the icons."""
    static = folder("static").resolve()
    paths = {path.relative_to(static).as_posix() for path in static.rglob("*.*")}
    inside = only_imported(static, version_of(static))
    names = sorted(name for name in paths - inside if not name.endswith(".png"))
    names.remove("shared/service-worker.js")
    words = words_url()
    return [*(url_for("static", filename=name) for name in names), *([words] if words else [])]


def _offline_url() -> str:
    fingerprint = sha256(render_template("device/offline.html").encode()).hexdigest()[:12]
    return url_for(".offline", v=fingerprint)


@lru_cache
def _script(language: str) -> tuple[str, str]:
    """Return the translations as a script, with its fingerprint."""
    found = translations_of(language, "scripts")
    texts: dict[str, Any] = {}
    for key, text in getattr(found, "_catalog", {}).items():
        if isinstance(key, tuple):
            texts.setdefault(key[0], {})[key[1]] = text
        elif key:
            texts[key] = text
    script = f"globalThis.words = {json.dumps(texts, ensure_ascii=False, sort_keys=True)};\n"
    return script, sha256(script.encode()).hexdigest()[:12]

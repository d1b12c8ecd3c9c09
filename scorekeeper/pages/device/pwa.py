"""The installable app: its manifest, its service worker, and the page shown without a network."""

from __future__ import annotations

import json
from hashlib import sha256

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask_babel import force_locale
from flask_babel import gettext as _

from scorekeeper.access.guard import open_to_all
from scorekeeper.config import folder
from scorekeeper.i18n import LANGUAGES, LOCALES
from scorekeeper.pages.device.language_views import words_url

blueprint = Blueprint("pwa", __name__)

# The background of every page in light mode.
BACKGROUND = "#dfeae3"
# File, width in pixels, purpose: a maskable icon is cut to the shape of the device's icons.
ICONS = (
    ("icons/icon-192.png", 192, "any"),
    ("icons/icon-512.png", 512, "any"),
    ("icons/icon-maskable.png", 512, "maskable"),
)


@blueprint.get("/manifest/<language>.webmanifest")
@open_to_all
def manifest(language: str) -> Response:
    """Send the web app manifest: the name and the icons of the installed app."""
    if language not in LANGUAGES:
        abort(404)
    with force_locale(LOCALES.get(language, language)):
        described = _manifest(language)
    return _revalidated(json.dumps(described, ensure_ascii=False), "application/manifest+json")


@blueprint.get("/sw.js")
@open_to_all
def service_worker() -> Response:
    """Send the service worker; it changes whenever a file that it caches changes."""
    offline_url = _offline_url()
    shell = json.dumps({"files": [*_files(), offline_url], "offline": offline_url})
    script = url_for("static", filename="shared/service-worker.js")
    return _revalidated(f'self.shell = {shell};\nimportScripts("{script}");\n', "text/javascript")


@blueprint.get("/offline")
@open_to_all
def offline() -> str:
    """Show the page that is shown in place of others without a network."""
    return render_template("device/offline.html")


def _revalidated(text: str, mimetype: str) -> Response:
    """Send what a browser caches and revalidates every time."""
    answer = Response(text, mimetype=mimetype)
    answer.cache_control.no_cache = True
    answer.add_etag()
    answer.make_conditional(request)
    return answer


def _manifest(language: str) -> dict[str, object]:
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
        "theme_color": BACKGROUND,
        "background_color": BACKGROUND,
        "categories": ["games", "utilities"],
        "icons": [_icon(*each) for each in ICONS],
        "shortcuts": [{"name": _("New match"), "url": url_for("new_match.new")}],
    }


def _icon(name: str, width: int, purpose: str) -> dict[str, str]:
    address = url_for("static", filename=name)
    return {"src": address, "sizes": f"{width}x{width}", "type": "image/png", "purpose": purpose}


def _files() -> list[str]:
    """List the static files and translations of the pages, without the icons."""
    static = folder("static")
    paths = (path for path in static.rglob("*.*") if path.suffix != ".png")
    names = sorted(path.relative_to(static).as_posix() for path in paths)
    names.remove("shared/service-worker.js")
    words = words_url()
    return [*(url_for("static", filename=name) for name in names), *([words] if words else [])]


def _offline_url() -> str:
    fingerprint = sha256(render_template("device/offline.html").encode()).hexdigest()[:12]
    return url_for(".offline", v=fingerprint)

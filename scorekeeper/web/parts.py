"""Parts of pages that are rendered once, and remembered by all they depend on.

A page that was changed by one round is rendered anew, but most of it is as it was: its head, its
menu, its older rounds. `part("table/_round.html", round=round)` in a template is the HTML of
another one, which depends on the values given and on the language, and on nothing else: it sees
neither the request nor what the page was given. `parts("table/_round.html", "round", rounds)` is
that of several, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from flask import Flask, request
from markupsafe import Markup

from scorekeeper.i18n import phrases

MAX_PARTS = 4096


def init_app(app: Flask) -> None:
    """Give the templates of `app` the function `part`."""

    def render(_phrases: object, _mounted: str, name: str, *values: tuple[str, Any]) -> Markup:
        html = app.jinja_env.get_template(name).render(dict(values))
        return Markup(html)  # noqa: S704 # it escapes values

    remembered = lru_cache(MAX_PARTS)(render)

    def part(name: str, **values: Any) -> Markup:
        """Return the HTML of a template that sees only `values`, which must be hashable."""
        return made()(phrases(), mounted(), name, *values.items())

    def parts(name: str, each: str, of: Iterable[Any], **values: Any) -> Markup:
        """Return the same for several values called `each`; all see the other values too."""
        one, known = made(), (phrases(), mounted(), name, *values.items())
        return Markup("".join(one(*known, (each, value)) for value in of))  # noqa: S704 # of parts

    def made() -> Callable[..., Markup]:
        # While debugging, templates change.
        return render if app.debug else remembered

    def mounted() -> str:
        return str(request.environ.get("SCRIPT_NAME", ""))

    app.jinja_env.globals.update(part=part, parts=parts)

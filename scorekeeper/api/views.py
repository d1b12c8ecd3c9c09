"""The API as a whole: its description, and what is said where it has nothing."""

from __future__ import annotations

import json
from contextlib import suppress

from flask import Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from scorekeeper.access.guard import open_to_all
from scorekeeper.api import errors, figures, matches, players, rounds
from scorekeeper.api.answers import as_json
from scorekeeper.api.blueprint import blueprint

__all__ = ["blueprint", "errors", "figures", "matches", "players", "rounds"]

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


@blueprint.get("")
@open_to_all
def read_about() -> str:
    """Show people what the API does."""
    # Here, as what makes it takes a while to import.
    from scorekeeper.api.about import about_page

    return render_template("api/about.html", page=about_page(request.script_root))


@blueprint.get("/openapi.json")
@open_to_all
def openapi() -> Response:
    """Describe the API in OpenAPI."""
    # Here, as what makes it takes a while to import.
    from scorekeeper.api.openapi import description

    return as_json(json.dumps(description(request.script_root), ensure_ascii=False))


@blueprint.route("/<path:rest>", methods=METHODS)
@open_to_all
def nothing(rest: str) -> Response:  # noqa: ARG001 # the address has it
    """Say that there is nothing here, or that it takes other methods."""
    adapter = current_app.url_map.bind("")
    allowed = []
    for method in METHODS:
        with suppress(HTTPException):
            endpoint, _values = adapter.match(request.path, method)
            allowed += [method] if endpoint != request.endpoint else []
    raise MethodNotAllowed(allowed) if allowed else NotFound

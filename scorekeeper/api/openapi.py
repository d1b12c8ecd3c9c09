"""The API as a whole: its description in OpenAPI, for programs and for people.

It is made from the operations of the views and from the schemas.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from flask import Response, current_app, render_template, request
from marshmallow import Schema

from scorekeeper.access.guard import open_to_all
from scorekeeper.api import match_views, player_views
from scorekeeper.api.problems import PROBLEM, VERSION, blueprint
from scorekeeper.api.requests_and_answers import JSON_TYPE, KEY_HEADER, MARK, Operation, as_json
from scorekeeper.api.schemas import ProblemSchema

__all__ = ["blueprint", "match_views", "player_views"]

Described = dict[str, Any]
OPENAPI = "3.1.0"
IN_PATH = re.compile(r"<int:(\w+)>")
ABOUT = (
    "Matches, rounds and players as JSON. Whoever may open a page may read the same here. The"
    " token of a link is what its address has after /join/."
)
_KEY = {
    "in": "header",
    "name": KEY_HEADER,
    "required": True,
    "schema": {"type": "string", "minLength": 16, "maxLength": 100, "pattern": r"^[\w-]+$"},
    "description": "A new random text; the same sent again with the same key counts once.",
}


@blueprint.get("")
@open_to_all
def read_about() -> str:
    """Show people what the API does."""
    return render_template("api/about.html", api=description(request.script_root), kind_of=kind_of)


@blueprint.get("/openapi.json")
@open_to_all
def openapi() -> Response:
    """Describe the API in OpenAPI."""
    return as_json(json.dumps(description(request.script_root), ensure_ascii=False))


def description(mounted: str = "") -> Described:
    """Describe the API; `mounted` is the path that the application is under."""
    # Imported here, because they take a while.
    from apispec import APISpec
    from apispec.ext.marshmallow import MarshmallowPlugin

    spec = APISpec(
        title="Scorekeeper",
        version=VERSION,
        openapi_version=OPENAPI,
        info={"description": ABOUT},
        servers=[{"url": f"{mounted}{blueprint.url_prefix}"}],
        # A token is one way; the cookie of a browser, or an open house, is another.
        security=[{}, {"token": []}],
        plugins=[MarshmallowPlugin()],
    )
    spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    for address, name, each in _operations():
        method = "post" if each.takes else "get"
        spec.path(
            IN_PATH.sub(r"{\1}", address), operations={method: _described(name, each, address)}
        )
    described: Described = spec.to_dict()
    return described


def _operations() -> list[tuple[str, str, Operation]]:
    """Return the address, the name and the description of each operation, sorted by address."""
    views, prefix = current_app.view_functions, str(blueprint.url_prefix)
    found = [
        (rule.rule.removeprefix(prefix), rule.endpoint.rpartition(".")[2], operation)
        for rule in current_app.url_map.iter_rules()
        if (operation := getattr(views[rule.endpoint], MARK, None))
    ]
    return sorted(found, key=itemgetter(0))


def _described(name: str, operation: Operation, address: str) -> Described:
    def sent(schema: type[Schema], mimetype: str = JSON_TYPE) -> Described:
        return {mimetype: {"schema": schema}}

    integer = {"type": "integer", "minimum": 1}
    parameters: list[Described] = [
        {"in": "path", "name": name, "required": True, "schema": integer}
        for name in IN_PATH.findall(address)
    ]
    if operation.asks:
        parameters.append({"in": "query", "schema": operation.asks})
    described: Described = {
        "operationId": name,
        "summary": operation.summary,
        "parameters": parameters,
        "responses": {
            "201" if operation.takes else "200": {
                "description": "Done.",
                "content": sent(operation.gives),
            },
            "default": {"description": "What went wrong.", "content": sent(ProblemSchema, PROBLEM)},
        },
    }
    if operation.takes:
        parameters.append(_KEY)
        described["requestBody"] = {"required": True, "content": sent(operation.takes)}
    else:
        same = {"description": "The same as when it was last asked for."}
        described["responses"]["304"] = same
    return described


def kind_of(schema: Described) -> str:
    """Say in a few words what a value is."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return _either(f'"{each}"' for each in schema["enum"] if each is not None)
    if "anyOf" in schema:
        return _either(dict.fromkeys(map(kind_of, schema["anyOf"])))
    if "items" in schema:
        return f"list of {kind_of(schema['items'])}"
    kinds = schema.get("type", "any")
    return _either(kinds) if isinstance(kinds, list) else str(kinds)


def _either(kinds: Iterable[str]) -> str:
    return " or ".join(kinds)

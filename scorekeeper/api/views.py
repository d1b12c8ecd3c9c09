"""The API as a whole: its description in OpenAPI, for programs and for people.

It is made from the operations of the views and from the schemas.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from flask import Response, render_template, request

from scorekeeper.access.guard import open_to_all
from scorekeeper.api import matches, players
from scorekeeper.api.operations import JSON_TYPE, KEY_HEADER, OPERATIONS, as_json, named
from scorekeeper.api.problems import PROBLEM, VERSION, blueprint

__all__ = ["blueprint", "matches", "players"]

Described = dict[str, Any]
OPENAPI = "3.1.0"
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
    # Here, as they take a while to import.
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
    for each in sorted(OPERATIONS, key=itemgetter("address")):
        method = "post" if each["takes"] else "get"
        path = re.sub(r"<int:(\w+)>", r"{\1}", each["address"])
        spec.path(path, operations={method: _described(each)})
    described: Described = spec.to_dict()
    return described


def _described(operation: dict[str, str]) -> Described:
    def sent(shape: str, mimetype: str = JSON_TYPE) -> Described:
        return {mimetype: {"schema": named(shape)}}

    integer = {"type": "integer", "minimum": 1}
    parameters: list[Described] = [
        {"in": "path", "name": name, "required": True, "schema": integer}
        for name in re.findall(r"<int:(\w+)>", operation["address"])
    ]
    if operation["asks"]:
        parameters.append({"in": "query", "schema": named(operation["asks"])})
    described: Described = {
        "operationId": operation["name"],
        "summary": operation["summary"],
        "parameters": parameters,
        "responses": {
            "201" if operation["takes"] else "200": {
                "description": "Done.",
                "content": sent(operation["gives"]),
            },
            "default": {"description": "What went wrong.", "content": sent("Problem", PROBLEM)},
        },
    }
    if operation["takes"]:
        parameters.append(_KEY)
        described["requestBody"] = {"required": True, "content": sent(operation["takes"])}
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

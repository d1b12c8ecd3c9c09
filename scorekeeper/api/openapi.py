"""The description of the API in OpenAPI, made from its addresses, operations and schemas."""

from __future__ import annotations

import re
from typing import Any

from flask import current_app
from werkzeug.routing import Rule

from scorekeeper.api import schemas
from scorekeeper.api.blueprint import VERSION, blueprint
from scorekeeper.api.operations import JSON_TYPE, KEY_HEADER, Operation, operation_of
from scorekeeper.api.problems import PROBLEM

Described = dict[str, Any]
OPENAPI = "3.1.0"
ABOUT = (
    "Matches, rounds and players as JSON. Whoever may open a page may read the same here. The"
    " token of a link is what its address has after /join/."
)


def description(mounted: str = "") -> Described:
    """Describe the API; `mounted` is the path that the application is under."""
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
    for rule in sorted(current_app.url_map.iter_rules(), key=lambda each: each.rule):
        operation = operation_of(rule.endpoint)
        if operation is not None:
            spec.path(_path(rule), operations={_method(rule): _described(rule, operation)})
    described: Described = spec.to_dict()
    return described


def _path(rule: Rule) -> str:
    path = rule.rule.removeprefix(blueprint.url_prefix or "")
    return re.sub(r"<int:(\w+)>", r"{\1}", path)


def _method(rule: Rule) -> str:
    return "post" if "POST" in (rule.methods or ()) else "get"


def _described(rule: Rule, operation: Operation) -> Described:
    described: Described = {
        "operationId": rule.endpoint.rpartition(".")[2],
        "summary": operation.summary,
        "parameters": [*_path_parameters(rule), *_other_parameters(operation)],
        "responses": _responses(operation),
    }
    if operation.takes:
        content = {JSON_TYPE: {"schema": schemas.named(operation.takes)}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _path_parameters(rule: Rule) -> list[Described]:
    integer = {"type": "integer", "minimum": 1}
    return [
        {"in": "path", "name": name, "required": True, "schema": integer}
        for name in re.findall(r"<int:(\w+)>", rule.rule)
    ]


def _other_parameters(operation: Operation) -> list[Described]:
    found: list[Described] = []
    if operation.query:
        found.append({"in": "query", "schema": schemas.named(operation.query)})
    if operation.needs_key:
        text = {"type": "string", "minLength": 16, "maxLength": 100, "pattern": r"^[\w-]+$"}
        about = "A new random text; the same sent again with the same key counts once."
        found.append(
            {
                "in": "header",
                "name": KEY_HEADER,
                "required": True,
                "schema": text,
                "description": about,
            }
        )
    return found


def _responses(operation: Operation) -> Described:
    given = {JSON_TYPE: {"schema": schemas.named(operation.gives)}}
    wrong = {PROBLEM: {"schema": schemas.named("Problem")}}
    responses: Described = {
        str(operation.status): {"description": "Done.", "content": given},
        "default": {"description": "What went wrong.", "content": wrong},
    }
    if not operation.takes:
        responses["304"] = {"description": "The same as when it was last asked for."}
    return responses

"""The answers of the API: JSON by the schema that its view names, with an ETag where it is read."""

from __future__ import annotations

import json
from collections.abc import Mapping

from flask import Response, request

from scorekeeper.api.operations import JSON_TYPE, requested
from scorekeeper.web.rate_limits import READING

# What an answer hangs on beside its address.
VARY = ("Accept-Language", "Authorization", "Cookie")


def answer(value: object, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with a value; 304 where the program that asks has the same."""
    # Here, as they take as long to import as all the rest of a small program.
    from scorekeeper.api import schemas

    operation = requested()
    text = json.dumps(schemas.named(operation.gives).dump(value), ensure_ascii=False)
    return as_json(f"{text}\n", operation.status, headers)


def as_json(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with JSON that is written already."""
    response = Response(text, status, headers, mimetype=JSON_TYPE)
    response.vary.update(VARY)
    if request.method not in READING:
        response.cache_control.no_store = True
        return response
    response.headers["Cache-Control"] = "private, no-cache"
    # Of what it holds: two scorebooks may have different matches at one version. Weak, as it is the
    # same however it is compressed.
    response.add_etag(weak=True)
    response.make_conditional(request.environ)
    return response

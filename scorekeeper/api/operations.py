"""Views of the API: what each takes and gives; its answer and its description are made from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any

from flask import Response, request

from scorekeeper.api.problems import Wrong, blueprint, unavailable, unfit, wrong_shape
from scorekeeper.api.reading import JSON_TYPE, body, entry_key
from scorekeeper.web.rate_limits import READING
from scorekeeper.web.unavailable import when_unavailable

# What an answer hangs on beside its address.
VARY = ("Accept-Language", "Authorization", "Cookie")

View = Callable[..., Any]


# Of each view its name, its address, a sentence, and the names in `schemas.py` of what it takes, of
# its query, and of what it gives. One that takes something records it, once for each entry key.
OPERATIONS: list[dict[str, str]] = []


def operation(
    address: str, summary: str, *, gives: str, takes: str = "", asks: str = ""
) -> Callable[[View], View]:
    """Make a view an operation of the API.

    It gets its query, where it `asks` something, and returns what it gives; where it takes
    something it gets that with its entry key, and returns the address of what it gives too.
    """

    def mark(view: View) -> View:
        @when_unavailable(unavailable)
        @wraps(view)
        def answered(**values: int) -> Response:
            if takes:
                sent = body()
                loaded(takes, sent)
                # As it was sent: what reads it further is stricter than a schema can be.
                value, location = view(sent, entry_key(), **values)
                return answer(gives, value, 201, {"Location": location})
            asked = (loaded(asks, request.args.to_dict()),) if asks else ()
            return answer(gives, view(*asked, **values))

        described = {"name": view.__name__, "address": address, "summary": summary}
        OPERATIONS.append({**described, "takes": takes, "asks": asks, "gives": gives})
        methods = ["POST" if takes else "GET"]
        blueprint.add_url_rule(address, view.__name__, answered, methods=methods)
        return view

    return mark


def loaded(shape: str, sent: Any) -> dict[str, Any]:
    """Read what was sent in a shape. Raise Refused."""
    # Here, as they take as long to import as all the rest of a small program.
    from marshmallow import ValidationError

    from scorekeeper.api.schemas import named

    try:
        read: dict[str, Any] = named(shape).load(sent)
    except ValidationError as error:
        raise unfit([*_wrong(error.messages)]) from None
    return read


def _wrong(messages: Any) -> Iterator[Wrong]:
    """Name each place that has not the shape it should, the outer ones first."""
    pending: list[tuple[tuple[object, ...], Any]] = [((), messages)]
    while pending:
        path, found = pending.pop(0)
        if isinstance(found, dict):
            pending += [
                ((*path, *(() if key == "_schema" else (key,))), each)
                for key, each in found.items()
            ]
            continue
        for message in found:
            yield wrong_shape(str(message), *path)


def answer(
    shape: str, value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with a value in a shape."""
    from scorekeeper.api.schemas import named

    text = json.dumps(named(shape).dump(value), ensure_ascii=False)
    return as_json(f"{text}\n", status, headers)


def as_json(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with JSON that is written already; 304 where the program that asks has the same."""
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

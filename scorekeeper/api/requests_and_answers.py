"""Views of the API: what each takes and gives; its answer and its description are made from it.

Requests are checked here: who may send them, their JSON, its shape and the entry key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from hashlib import sha256
from typing import Any, NamedTuple

from flask import Response, request
from marshmallow import Schema, ValidationError

from scorekeeper.access.devices import bearer_grant
from scorekeeper.api.problems import Refused, Wrong, unavailable, unfit, wrong_shape
from scorekeeper.interchange.match_file import values_in
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.scorebook.people.similar_names import printable
from scorekeeper.web.flask_app import when_unavailable
from scorekeeper.web.hosts import sent_by_own_page
from scorekeeper.web.request_limits import READING

JSON_TYPE = "application/json"
KEY_HEADER = "Idempotency-Key"
# Long enough that nobody guesses the key of somebody else.
_KEY = re.compile(r"[\w-]{16,100}", re.ASCII)
# The headers of a request that its answer depends on.
VARY = ("Accept-Language", "Authorization", "Cookie")

View = Callable[..., Any]
# The attribute of a view with its operation.
MARK = "operation"


class Operation(NamedTuple):
    """What a view answers with, and reads: a query (`asks`) or JSON (`takes`)."""

    summary: str
    gives: type[Schema]
    takes: type[Schema] | None
    asks: type[Schema] | None


def reads(
    summary: str, *, gives: type[Schema], asks: type[Schema] | None = None
) -> Callable[[View], View]:
    """Answer with what a view returns, by the schema `gives`; it gets its query, read by `asks`."""

    def mark(view: View) -> View:
        def answered(**values: int) -> Response:
            asked = (loaded(asks, request.args.to_dict()),) if asks else ()
            return answer(gives, view(*asked, **values))

        return _marked(view, answered, Operation(summary, gives, None, asks))

    return mark


def records(summary: str, *, takes: type[Schema], gives: type[Schema]) -> Callable[[View], View]:
    """Give a view the JSON of the request, checked by the schema `takes`, and its entry key.

    It returns what it recorded, for an answer by the schema `gives`, and its address.
    """

    def mark(view: View) -> View:
        def answered(**values: int) -> Response:
            sent = body()
            loaded(takes, sent)
            # The JSON as sent, because the code that reads it is stricter than a schema can be.
            value, location = view(sent, entry_key(), **values)
            return answer(gives, value, 201, {"Location": location})

        return _marked(view, answered, Operation(summary, gives, takes, None))

    return mark


def _marked(view: View, answered: View, operation: Operation) -> View:
    marked = when_unavailable(unavailable)(wraps(view)(answered))
    setattr(marked, MARK, operation)
    return marked


def body() -> Any:
    """Read the JSON of the request, and refuse other sites. Raise Refused."""
    _refuse_other_sites()
    try:
        sent = json.loads(
            request.get_data().decode("utf-8"),
            object_pairs_hook=unique_keys,
            parse_constant=_refuse_constant,
        )
        texts = [each for each in values_in(sent) if isinstance(each, str)]
    except ValueError as error:
        raise Refused(400, "unreadable_json", f"What was sent is no JSON: {error}.") from None
    if any(printable(text) != text for text in texts):
        sentence = "There is a letter in a text that cannot be shown."
        raise Refused(422, "unreadable_text", sentence)
    return sent


def entry_key() -> str:
    """Return the entry key of a request: sent again, it counts once. Raise Refused."""
    key = request.headers.get(KEY_HEADER, "")
    if not _KEY.fullmatch(key):
        sentence = f"Send {KEY_HEADER}: a new random text of 16 to 100 letters, as a UUID is."
        raise Refused(400, "entry_key_needed", sentence)
    sent = request.get_data()
    return sha256(b"\0".join((b"api", request.path.encode(), key.encode(), sent))).hexdigest()


def _refuse_other_sites() -> None:
    """Refuse requests that a page of another site sends with the rights of this browser.

    Browsers send JSON to another site only if that site allows it, which ours never does, and only
    tokens that the page has. A request that names no site is not from a browser.
    """
    if request.mimetype != JSON_TYPE:
        sentence = f"Send JSON, with Content-Type: {JSON_TYPE}."
        raise Refused(415, "json_needed", sentence)
    by_browser = "Origin" in request.headers or "Sec-Fetch-Site" in request.headers
    if by_browser and bearer_grant() is None and not sent_by_own_page():
        raise Refused(403, "other_site", "A page of another site needs the token of a link.")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def loaded(schema: type[Schema], sent: Any) -> dict[str, Any]:
    """Read data by a schema. Raise Refused."""
    try:
        read: dict[str, Any] = schema().load(sent)
    except ValidationError as error:
        raise unfit([*_wrong(error.messages)]) from None
    return read


def _wrong(messages: Any) -> Iterator[Wrong]:
    """Yield an error for each value of the wrong shape, the outer ones first."""
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
    schema: type[Schema], value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with a value, by a schema."""
    text = json.dumps(schema().dump(value), ensure_ascii=False)
    return as_json(f"{text}\n", status, headers)


def as_json(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Answer with JSON text; 304 if the client already has the same."""
    response = Response(text, status, headers, mimetype=JSON_TYPE)
    response.vary.update(VARY)
    if request.method not in READING:
        response.cache_control.no_store = True
        return response
    # A hash of the content: two scorebooks may have different matches at one version. Weak, because
    # the same content may be compressed differently.
    response.add_etag(weak=True)
    response.make_conditional(request.environ)
    return response

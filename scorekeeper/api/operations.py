"""Views of the API: what each takes and gives; its answer and its description are made from it.

What is sent is read here: who may send it, its JSON, its shape and its entry key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from flask import Response, request

from scorekeeper.access.tokens import bearer_grant
from scorekeeper.api.problems import Refused, Wrong, blueprint, unavailable, unfit, wrong_shape
from scorekeeper.interchange.match_file import values_in
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.scorebook.people.looks import printable
from scorekeeper.web.flask_app import when_unavailable
from scorekeeper.web.hosts import sent_by_own_page
from scorekeeper.web.rate_limits import READING

if TYPE_CHECKING:
    from marshmallow import Schema

JSON_TYPE = "application/json"
KEY_HEADER = "Idempotency-Key"
# Long enough that nobody guesses the key of somebody else.
_KEY = re.compile(r"[\w-]{16,100}", re.ASCII)
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


def body() -> Any:
    """Read the JSON that was sent, by whom it may be. Raise Refused."""
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
    """Return the key of what is sent: the same, sent again, counts once. Raise Refused."""
    key = request.headers.get(KEY_HEADER, "")
    if not _KEY.fullmatch(key):
        sentence = f"Send {KEY_HEADER}: a new random text of 16 to 100 letters, as a UUID is."
        raise Refused(400, "entry_key_needed", sentence)
    sent = request.get_data()
    return sha256(b"\0".join((b"api", request.path.encode(), key.encode(), sent))).hexdigest()


def _refuse_other_sites() -> None:
    """Let no page of another site send anything by what this browser may do.

    Browsers send JSON to another site only if that allows it, which ours never does; they send no
    token that a page does not have. What says no site at all is no browser.
    """
    if request.mimetype != JSON_TYPE:
        sentence = f"Send JSON, with Content-Type: {JSON_TYPE}."
        raise Refused(415, "json_needed", sentence)
    by_browser = "Origin" in request.headers or "Sec-Fetch-Site" in request.headers
    if by_browser and bearer_grant() is None and not sent_by_own_page():
        raise Refused(403, "other_site", "A page of another site needs the token of a link.")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


@lru_cache
def named(shape: str) -> Schema:
    """Return the schema of a shape, as `Match`."""
    # Here, as they take as long to import as all the rest of a small program.
    from scorekeeper.api import figure_schemas, schemas

    title = f"{shape}Schema"
    found: type[Schema] = vars(schemas).get(title) or vars(figure_schemas)[title]
    return found()


def loaded(shape: str, sent: Any) -> dict[str, Any]:
    """Read what was sent in a shape. Raise Refused."""
    from marshmallow import ValidationError

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

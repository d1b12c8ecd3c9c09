"""What is sent to the API: who may send it, its entry key, its JSON, and what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from flask import request

from scorekeeper.access import bearer
from scorekeeper.api.operations import JSON_TYPE, KEY_HEADER, requested
from scorekeeper.api.problems import Facts, Refused, pointer
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.scorebook.people.looks import printable
from scorekeeper.web.same_origin import sent_by_own_page

if TYPE_CHECKING:
    from marshmallow import ValidationError

# Long enough that nobody guesses the key of somebody else.
_KEY = re.compile(r"[\w-]{16,100}", re.ASCII)
_UNREADABLE = "What was sent is no JSON: "


def query() -> Mapping[str, Any]:
    """Read the query of the address. Raise Refused."""
    return _loaded(requested().query, request.args.to_dict())


def body() -> dict[str, Any]:
    """Read the JSON that was sent, by whom it may be, and in the shape it should have.

    Raise Refused.
    """
    _refuse_other_sites()
    sent = _json()
    try:
        _check_texts(sent)
        _loaded(requested().takes, sent)
    except RecursionError:
        raise Refused(400, "unreadable_json", f"{_UNREADABLE}it is too deep.") from None
    # As it was sent: what reads it further is stricter than a schema can be.
    return dict(sent)


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
    if by_browser and bearer.grant() is None and not sent_by_own_page():
        raise Refused(403, "other_site", "A page of another site needs the token of a link.")


def _json() -> Any:
    try:
        return json.loads(
            request.get_data().decode("utf-8"),
            object_pairs_hook=unique_keys,
            parse_constant=_refuse_constant,
        )
    except RecursionError:
        raise Refused(400, "unreadable_json", f"{_UNREADABLE}it is too deep.") from None
    except ValueError as error:
        raise Refused(400, "unreadable_json", f"{_UNREADABLE}{error}.") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _check_texts(value: object) -> None:
    """Refuse texts with letters that no page can show, wherever they stand. Raise Refused."""
    if isinstance(value, str) and printable(value) != value:
        raise Refused(422, "unreadable_text", "There is a letter in a text that cannot be shown.")
    if isinstance(value, dict):
        for key, inside in value.items():
            _check_texts(key)
            _check_texts(inside)
    elif isinstance(value, list):
        for inside in value:
            _check_texts(inside)


def _loaded(name: str, sent: Any) -> dict[str, Any]:
    # Here, as they take as long to import as all the rest of a small program.
    from marshmallow import ValidationError

    from scorekeeper.api import schemas

    try:
        loaded: dict[str, Any] = schemas.named(name).load(sent)
    except ValidationError as error:
        errors = [*_shape_errors(error)]
        raise Refused(422, "wrong_shape", str(errors[0]["detail"]), errors) from None
    return loaded


def _shape_errors(error: ValidationError) -> Iterator[Facts]:
    """Name each place that has not the shape it should."""
    pending: list[tuple[tuple[object, ...], Any]] = [((), error.messages)]
    while pending:
        path, found = pending.pop(0)
        if isinstance(found, dict):
            inside = ((key, each) for key, each in found.items())
            pending += [((*path, *(() if k == "_schema" else (k,))), each) for k, each in inside]
            continue
        for message in found:
            yield {"code": "wrong_shape", "detail": str(message), "pointer": pointer(*path)}

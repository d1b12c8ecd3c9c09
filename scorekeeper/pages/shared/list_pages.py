"""Lists of matches and players, a page at a time or saved as a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from flask import Response, abort, request

T = TypeVar("T")


class ListPart(NamedTuple, Generic[T]):
    """A page of a list, by its `number` from 1, and whether there is `more` after it."""

    number: int
    rows: Sequence[T]
    more: bool


def part_asked_for(found: Sequence[T], size: int) -> ListPart[T]:
    """Return the requested page, the first if the number is invalid; 404 beyond the last."""
    number = max(1, request.args.get("page", 1, type=int))
    first = (number - 1) * size
    if number > 1 and first >= len(found):
        abort(404)
    return ListPart(number, found[first : first + size], first + size < len(found))


def attached(content: bytes | Iterable[bytes], name: str, mimetype: str) -> Response:
    """Send a file for the browser to save under a name."""
    response = Response(content, mimetype=mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    response.cache_control.no_store = True
    return response

"""Lists of matches and players, a page at a time or saved as a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from flask import Response, abort, request

# Far more pages than a scorebook has, and still a number that every database can take.
MOST_PAGES = 100_000

T = TypeVar("T")


class ListPart(NamedTuple, Generic[T]):
    """A page of a list, by its `number` from 1, and whether there is `more` after it."""

    number: int
    rows: Sequence[T]
    more: bool


def page_number() -> int:
    """Return the page that is asked for, from 1; what is no number is the first page."""
    return min(max(1, request.args.get("page", 1, type=int)), MOST_PAGES)


def part_asked_for(found: Sequence[T], size: int) -> ListPart[T]:
    """Return the page of a list that is asked for; 404 beyond the last."""
    number = page_number()
    first = (number - 1) * size
    if number > 1 and first >= len(found):
        abort(404)
    return ListPart(number, found[first : first + size], first + size < len(found))


def attached(content: bytes | Iterable[bytes], name: str, mimetype: str) -> Response:
    """Send a file that the browser saves under a name."""
    response = Response(content, mimetype=mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    response.cache_control.no_store = True
    return response

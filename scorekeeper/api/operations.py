"""What a view of the API takes and gives: its answer and its description are made from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from flask import current_app, request

from scorekeeper.api.problems import unavailable
from scorekeeper.web.unavailable import when_unavailable

View = TypeVar("View", bound=Callable[..., Any])
MARK = "operation"
JSON_TYPE = "application/json"
KEY_HEADER = "Idempotency-Key"


class Operation(NamedTuple):
    """A sentence about a view, and the names in `schemas.py` of what it takes and gives.

    `needs_key` where it changes something, and an entry key makes sure that it does so once.
    """

    summary: str
    gives: str
    takes: str = ""
    query: str = ""
    status: int = 200
    needs_key: bool = False


def describes(operation: Operation) -> Callable[[View], View]:
    """Mark a view with its operation, and let it say as JSON that the scorebook is away."""

    def mark(view: View) -> View:
        setattr(view, MARK, operation)
        return when_unavailable(unavailable)(view)

    return mark


def operation_of(endpoint: str) -> Operation | None:
    """Return the operation of a view; None where it is no part of the description."""
    return getattr(current_app.view_functions[endpoint], MARK, None)


def requested() -> Operation:
    """Return the operation of the request. Raise LookupError for a view that has none."""
    operation = operation_of(request.endpoint or "")
    if operation is None:
        raise LookupError(f"{request.endpoint} does not say what it takes and gives")
    return operation

"""What a view that scripts call responds with while the database cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import current_app, request
from flask.typing import ResponseReturnValue

View = TypeVar("View", bound=Callable[..., Any])
MARK = "when_unavailable"


def when_unavailable(respond: Callable[[], ResponseReturnValue]) -> Callable[[View], View]:
    """Let `respond` stand in for the error page of a view while the database is unavailable."""

    def mark(view: View) -> View:
        setattr(view, MARK, respond)
        return view

    return mark


def response_when_unavailable() -> ResponseReturnValue | None:
    """Respond as the requested view says; None where it is to be the error page."""
    view = current_app.view_functions.get(request.endpoint or "")
    respond: Callable[[], ResponseReturnValue] | None = getattr(view, MARK, None)
    return respond() if respond else None

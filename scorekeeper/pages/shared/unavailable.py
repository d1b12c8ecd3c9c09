"""How a view answers when the database cannot be read or written; errors/views.py asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import current_app, request
from flask.typing import ResponseReturnValue

View = TypeVar("View", bound=Callable[..., Any])
Answer = Callable[[], ResponseReturnValue]

WHEN_UNAVAILABLE = "when_unavailable"


def when_unavailable(answer: Answer) -> Callable[[View], View]:
    """Say what a view that scripts ask answers, in place of a page, without the database."""

    def declare(view: View) -> View:
        setattr(view, WHEN_UNAVAILABLE, answer)
        return view

    return declare


def unavailable_answer() -> Answer | None:
    """Return the answer of the requested view; None where a page is shown."""
    view = current_app.view_functions.get(request.endpoint or "")
    return getattr(view, WHEN_UNAVAILABLE, None)

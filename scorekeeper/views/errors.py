"""Pages for what went wrong: each says what to do next."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from scorekeeper.boards.unsaved import unsaved
from scorekeeper.ledger import NoSuchMatch
from scorekeeper.views import drafts, rounds


@dataclass(frozen=True, slots=True)
class Trouble:
    """What an error page says."""

    title: str
    text: str
    link_url: str
    link_text: str


def register(app: Flask) -> None:
    """Give `app` its error pages."""
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(NoSuchMatch, no_such_match)
    app.register_error_handler(500, broken)


def no_such_match(_error: NoSuchMatch) -> tuple[str, int]:
    """Say that a match is not there."""
    return _page(404, "No such match", "This scorebook has no match under that number.")


def refused(error: HTTPException) -> tuple[str, int, dict[str, str]]:
    """Say what the web itself refused: no such page, too much sent …"""
    code = error.code or 500
    title, text = _SAID.get(code, (error.name, "That did not work. Go back and try again."))
    headers = dict(error.get_headers())
    del headers["Content-Type"]
    return *_page(code, title, text), headers


def unavailable(_error: Exception) -> ResponseReturnValue:
    """Say that the disk or the database refuses, and keep all that was sent, to be sent again.

    A change is saved whole or not at all, and by its entry key only once.
    """
    spoken = _SPOKEN.get(request.endpoint or "")
    if spoken is not None:
        return spoken()
    sent = request.form.lists() if request.method == "POST" else None
    page = unsaved(
        request.script_root + request.full_path.rstrip("?"), sent, home_url=url_for("home.index")
    )
    return render_template("unsaved.html", unsaved=page), 503, {"Retry-After": "5"}


def broken(_error: Exception) -> tuple[str, int]:
    """Say that the fault is ours; nothing half-written stays behind."""
    return _page(
        500,
        "Something broke here",
        "The fault is in the program, and nothing was recorded. Go back, and try again.",
    )


def _page(code: int, title: str, text: str) -> tuple[str, int]:
    trouble = Trouble(title, text, url_for("home.index"), "All matches")
    return render_template("error.html", error=trouble), code


_SAID = {
    404: ("No such page", "Nothing is kept under this address."),
    405: ("Not this way", "This page cannot be opened like that. Start again from the matches."),
    413: ("Too much at once", "That was more than a round of dominoes can be. Enter less."),
}

# What is asked for by a script is answered as it expects.
_SPOKEN: dict[str, Callable[[], ResponseReturnValue]] = {
    "drafts.read": drafts.unavailable,
    "drafts.keep": drafts.unavailable,
    "rounds.preview": rounds.unavailable,
    "amending.preview": rounds.unavailable,
}

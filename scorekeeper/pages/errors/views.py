"""Pages for what went wrong: each says what to do next."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_limiter import RateLimitExceeded
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from scorekeeper.access.guard import AccessDenied, PinRequired
from scorekeeper.pages.errors.unsaved import unsaved
from scorekeeper.pages.round import draft_views, views
from scorekeeper.scorebook.log import NoSuchMatch
from scorekeeper.scorebook.rights import Right
from scorekeeper.web.hosts import UnknownHost
from scorekeeper.wording.formats import minutes


@dataclass(frozen=True, slots=True)
class Trouble:
    """What an error page says."""

    title: str
    text: str
    link_url: str
    link_text: str


def init_app(app: Flask) -> None:
    """Give `app` its error pages."""
    app.register_error_handler(HTTPException, refused)
    app.register_error_handler(NoSuchMatch, no_such_match)
    app.register_error_handler(RateLimitExceeded, too_often)
    app.register_error_handler(PinRequired, pin_wanted)
    app.register_error_handler(AccessDenied, not_yours)
    app.register_error_handler(UnknownHost, unknown_host)
    app.register_error_handler(500, broken)


def no_such_match(_error: NoSuchMatch) -> tuple[str, int]:
    """Say that a match is not there."""
    return _page(404, _("No such match"), _("This scorebook has no match under that number."))


def refused(error: HTTPException) -> tuple[str, int, dict[str, str]]:
    """Say what the web itself refused: no such page, too much sent …"""
    code = error.code or 500
    title, text = _SAID.get(code, _OTHERWISE)
    headers = dict(error.get_headers())
    del headers["Content-Type"]
    return *_page(code, str(title), str(text)), headers


def not_yours(error: AccessDenied) -> tuple[str, int]:
    """Say what a device may not do, and how it may."""
    if error.needed is Right.OWN:
        text = _(
            "Only its owner may do this: the device that started the match, and whoever was given"
            " the link to own it."
        )
    elif error.held is None:
        text = _("You see it by a link. Ask whoever keeps the score for a new one.")
    else:
        text = _(
            "Your link lets you watch. To score, ask whoever keeps the score for another link."
        )
    return _page(403, _("Not your match"), text)


def pin_wanted(_error: PinRequired) -> Response | tuple[str, int]:
    """Go and ask for the PIN; what was sent without it is not lost on the way."""
    if request.method in ("GET", "HEAD"):
        here = request.full_path if request.query_string else request.path
        return redirect(url_for("pin.ask", next=here), 303)
    return _page(
        403,
        _("The PIN first"),
        _(
            "Nothing was saved: this device has to give the PIN first. Then come back to the page"
            " you were on, and send it again."
        ),
        url_for("pin.ask"),
        _("Give the PIN"),
    )


def unknown_host(_error: UnknownHost) -> tuple[str, int]:
    """Say that the site has another name."""
    return _page(
        400,
        _("Not under this name"),
        _(
            "This scorebook does not answer to the name in your address bar. Whoever runs it can"
            " list the name in SCOREKEEPER_HOSTS; the address in numbers always works."
        ),
    )


def too_often(error: RateLimitExceeded) -> tuple[str, int, dict[str, str]]:
    """Say how long to wait, and that nothing is lost."""
    known = error.limit.error_message is not None
    about = error.description if known else _("Very much came from here at once.")
    wait = _(
        "Wait %(minutes)s, then go back: what you entered is still there. Send it again.",
        minutes=minutes(-(-g.wait_seconds // 60)),
    )
    page = _page(429, _("Wait a little"), f"{about} {wait}")
    return *page, {"Retry-After": str(g.wait_seconds)}


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
    return render_template("errors/unsaved.html", unsaved=page), 503, {"Retry-After": "5"}


def broken(_error: Exception) -> tuple[str, int]:
    """Say that the fault is ours; nothing half-written stays behind."""
    return _page(
        500,
        _("Something broke here"),
        _("The fault is in the program, and nothing was recorded. Go back, and try again."),
    )


def _page(
    code: int, title: str, text: str, link_url: str = "", link_text: str = ""
) -> tuple[str, int]:
    to, label = link_url or url_for("home.index"), link_text or _("All matches")
    trouble = Trouble(title, text, to, label)
    return render_template("errors/error.html", error=trouble), code


_SAID = {
    404: (_l("No such page"), _l("Nothing is kept under this address.")),
    405: (
        _l("Not this way"),
        _l("This page cannot be opened like that. Start again from the matches."),
    ),
    413: (
        _l("Too much at once"),
        _l("That was more than a round of dominoes can be. Enter less."),
    ),
}
_OTHERWISE = _l("That did not work"), _l("Go back and try again.")

# What is asked for by a script is answered as it expects.
_SPOKEN: dict[str, Callable[[], ResponseReturnValue]] = {
    "draft.read": draft_views.unavailable,
    "draft.keep": draft_views.unavailable,
    "round.preview": views.unavailable,
    "amend.preview": views.unavailable,
}

"""How often one address may do what: enough for a whole club, and too little to guess a PIN."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from time import time
from typing import Any

from flask import Flask, Response, current_app, g, request
from flask_babel import gettext as _
from flask_limiter import Limiter, RequestLimit

from scorekeeper.config import Access

READING = ("GET", "HEAD", "OPTIONS")
# A preview goes with every tap, and a club is one address to the world.
WRITES = "1200 per minute"
WRONG_PINS = "5 per minute; 30 per hour"
OPENINGS = {Access.HOUSE: "600 per hour", Access.LINKS: "60 per hour"}
# All that one home or one phone is given: otherwise an address would be as good as none.
IPV6_PREFIX = 64


class WriteLimiter(Limiter):
    """Counts what is sent, and is out of the way of those who only look."""

    def _check_request_limit(
        self, callable_name: str | None = None, in_middleware: bool = True
    ) -> None:
        # A request filter would say the same, after as much work as a page takes from memory.
        if request.method not in READING:
            super()._check_request_limit(callable_name, in_middleware)


def init_app(app: Flask) -> None:
    """Limit what is sent to the views of `app`, which have to be there already."""
    limiter = WriteLimiter(
        address,
        app=app,
        application_limits=[WRITES],
        storage_uri="memory://",
        on_breach=remember,
    )
    # The views only borrow it.
    app.extensions["limits"] = limiter
    # Any: the limiter and Flask describe a view differently.
    views: dict[str, Any] = app.view_functions
    views["pin.ask"] = limiter.limit(
        WRONG_PINS,
        deduct_when=lambda answer: answer.status_code == 422,
        error_message=lambda: _("Too many wrong PINs came from here."),
    )(views["pin.ask"])
    opening = limiter.shared_limit(
        openings,
        scope="opening",
        deduct_when=lambda answer: answer.status_code == 303,
        error_message=lambda: _("Too many matches were started from here."),
    )
    for endpoint in ("new_match.new", "table.rematch"):
        views[endpoint] = opening(views[endpoint])


def openings() -> str:
    """Say how many matches may be started: where anybody may, fewer."""
    return OPENINGS[current_app.config["ACCESS"]]


def address() -> str:
    """Say whom a request is counted against."""
    try:
        found = ip_address(request.remote_addr or "")
    except ValueError:
        return "elsewhere"
    if isinstance(found, IPv6Address):
        return str(ip_network((found, IPV6_PREFIX), strict=False))
    return str(found)


def remember(limit: RequestLimit) -> Response | None:
    """Remember how many seconds there are to wait."""
    g.wait_seconds = max(1, int(limit.reset_at - time()))
    return None

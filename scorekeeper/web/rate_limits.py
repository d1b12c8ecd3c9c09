"""How often one address may send something: a limit for all views, and lower ones for some."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from time import time
from typing import Any, TypeVar

from flask import Flask, Response, g, request
from flask_limiter import Limiter, RequestLimit

READING = ("GET", "HEAD", "OPTIONS")
# A preview is sent with every tap, and a whole club may have one public address.
WRITES = "1200 per minute"
# What one home or one phone is given: with whole addresses everybody would have plenty of them.
IPV6_PREFIX = 64

View = TypeVar("View", bound=Callable[..., Any])
MARK = "rate_limit"


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How many responses of a status one address may cause, over all views with the limit.

    `rate` is written as Flask-Limiter reads it ("5 per minute; 30 per hour"); `message` says what
    there was too much of.
    """

    name: str
    rate: Callable[[], str]
    counted_status: int
    message: Callable[[], str]


def rate_limited(limit: RateLimit) -> Callable[[View], View]:
    """Mark a view: beyond the limit, what is sent to it is refused with 429."""

    def mark(view: View) -> View:
        setattr(view, MARK, limit)
        return view

    return mark


def init_app(app: Flask) -> None:
    """Limit what is sent to the views of `app`, which must be registered already."""
    limiter = Limiter(
        client_address,
        app=app,
        application_limits=[WRITES],
        storage_uri="memory://",
        on_breach=save_wait,
    )
    limiter.request_filter(lambda: request.method in READING)
    # The wrapped views hold it by a weak reference.
    app.extensions["rate_limiter"] = limiter
    # Any: the limiter and Flask describe a view differently.
    views: dict[str, Any] = app.view_functions
    for endpoint, view in views.items():
        if limit := getattr(view, MARK, None):
            views[endpoint] = _limited(view, limit, limiter)


def _limited(view: Any, limit: RateLimit, limiter: Limiter) -> Any:
    return limiter.shared_limit(
        limit.rate,
        scope=limit.name,
        deduct_when=lambda response: response.status_code == limit.counted_status,
        error_message=limit.message,
    )(view)


def client_address() -> str:
    """Say what a request is counted against: an address, or the /64 network of an IPv6 one."""
    try:
        found = ip_address(request.remote_addr or "")
    except ValueError:
        return "elsewhere"
    if isinstance(found, IPv6Address):
        return str(ip_network((found, IPV6_PREFIX), strict=False))
    return str(found)


def save_wait(limit: RequestLimit) -> Response | None:
    """Save for the error page how many seconds there are to wait, in `g.wait_seconds`."""
    g.wait_seconds = max(1, int(limit.reset_at - time()))
    return None

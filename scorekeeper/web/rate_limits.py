"""How often a device, and all that share its address, may send something.

This is counted in memory, as previews come with every tap; `access/limits.py` counts what must not
be tried often.
"""

from __future__ import annotations

from time import time

from flask import Flask, Response, g, request, session
from flask_limiter import ApplicationLimit, Limiter, RequestLimit

from scorekeeper.web.flask_app import DEVICE
from scorekeeper.web.shares import owner_of

READING = ("GET", "HEAD", "OPTIONS")
# A preview is sent with every tap.
WRITES = "1200 per minute"
# A whole club may have one public address.
WRITES_FROM_ONE_ADDRESS = "6000 per minute"


def init_app(app: Flask) -> None:
    """Limit what is sent to `app`."""
    limiter = Limiter(
        client_address,
        app=app,
        application_limits=[
            ApplicationLimit(limit_provider=WRITES, key_function=sender),
            ApplicationLimit(limit_provider=WRITES_FROM_ONE_ADDRESS),
        ],
        storage_uri="memory://",
        on_breach=save_wait,
    )
    limiter.request_filter(lambda: request.method in READING)


def sender() -> str:
    """Say what a request is counted against: its device, or its address where it has no session."""
    return str(session.get(DEVICE, "")) or client_address()


def client_address() -> str:
    """Return the address of a request, or the /48 network of an IPv6 one."""
    return owner_of(request.remote_addr or "")


def save_wait(limit: RequestLimit) -> Response | None:
    """Save for the error page how many seconds there are to wait, in `g.wait_seconds`."""
    g.wait_seconds = max(1, int(limit.reset_at - time()))
    return None

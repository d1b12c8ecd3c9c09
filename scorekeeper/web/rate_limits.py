"""How often a device, and all that share its address, may send something.

This is counted in memory, as previews come with every tap; `access/limits.py` counts what must not
be tried often.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network
from time import time

from flask import Flask, Response, g, request, session
from flask_limiter import ApplicationLimit, Limiter, RequestLimit

from scorekeeper.web.flask_app import DEVICE

READING = ("GET", "HEAD", "OPTIONS")
# A preview is sent with every tap.
WRITES = "1200 per minute"
# A whole club may have one public address.
WRITES_FROM_ONE_ADDRESS = "6000 per minute"
# What one home is given: with whole addresses everybody would have plenty of them.
IPV6_PREFIX = 48


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

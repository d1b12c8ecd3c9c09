"""How much one address may have of what there is only so much of, and how often it may send.

What is sent is counted in memory, as previews come with every tap; `access/attempt_limits.py`
counts what must not be tried often.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from time import time

from flask import Flask, Response, g, request, session
from flask_limiter import ApplicationLimit, Limiter, RequestLimit

from scorekeeper.web.flask_app import DEVICE

# What one home is given: with whole addresses everybody would have plenty of them.
IPV6_PREFIX = 48

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


@lru_cache(1024)
def owner_of(address: str) -> str:
    """Say whom a share belongs to: an address, or the /48 network of an IPv6 one."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return "elsewhere"
    if isinstance(found, IPv6Address):
        return str(ip_network((found, IPV6_PREFIX), strict=False))
    return str(found)


class Shares:
    """How much each owner has; not more than `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._taken: Counter[str] = Counter()

    def take(self, owner: str, amount: int = 1) -> bool:
        """Give an owner so much more; False where that would be more than a share."""
        if self._taken[owner] + amount > self.most:
            return False
        self._taken[owner] += amount
        return True

    def give_back(self, owner: str, amount: int = 1) -> None:
        """Take back what an owner had."""
        self._taken[owner] -= amount
        if self._taken[owner] <= 0:
            del self._taken[owner]

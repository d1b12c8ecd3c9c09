"""How often and how much one address may send.

Requests are counted in memory, since previews come with every tap; `access/attempt_limits.py`
counts what must not be tried often.

A body is read completely before anything is decided. Otherwise somebody who holds back the last
byte of a form would be let in by the rights of now, and would write after losing them. It stays in
memory, so a photo of somebody's table is never written to disk. Only a scorebook or an export is,
and anybody who may not send one is refused first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from threading import BoundedSemaphore
from time import time
from typing import Any, TypeVar

from flask import Flask, Response, current_app, g, request, session
from flask_limiter import ApplicationLimit, Limiter, RequestLimit
from werkzeug.exceptions import ServiceUnavailable

from scorekeeper.web.flask_app import DEVICE, ON_DISK

# The network a home gets: counted by whole addresses, a home would have plenty of them.
IPV6_PREFIX = 48

READING = ("GET", "HEAD", "OPTIONS")
# A preview is sent with every tap.
WRITES = "1200 per minute"
# A whole club may share one public address.
WRITES_FROM_ONE_ADDRESS = "6000 per minute"

# A whole scorebook, to be restored. It is on disk while it is read.
LONGEST_FILE, FILES = 512 * 2**20, 2
# A pasted table is a form field, kept in memory.
LONGEST_FIELD = 4 * 2**20
_places_for_files = BoundedSemaphore(FILES)
# A photo of 12 MB, with the other fields of its form.
LONGEST_PICTURE = 12 * 2**20 + 64 * 1024
# How many may be in progress at once: each is held in memory.
PICTURES, RETRY_SECONDS = 4, 5
_places = BoundedSemaphore(PICTURES)
# How many bytes of a refused body are read and dropped.
MOST_DROPPED, CHUNK = 64 * 2**20, 64 * 1024

View = TypeVar("View", bound=Callable[..., Any])
MARK, FILE_MARK = "takes_picture", "takes_file"


def init_app(app: Flask) -> None:
    """Limit what is sent to `app`, and read request bodies before any view runs."""
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
    app.before_request(read)


def sender() -> str:
    """Return what a request is counted by: its device, or its address if it has no session."""
    return str(session.get(DEVICE, "")) or client_address()


def client_address() -> str:
    """Return the address of a request, or the /48 network of an IPv6 one."""
    return owner_of(request.remote_addr or "")


def save_wait(limit: RequestLimit) -> Response | None:
    """Save how many seconds to wait in `g.wait_seconds`, for the error page."""
    g.wait_seconds = max(1, int(limit.reset_at - time()))
    return None


@lru_cache(1024)
def owner_of(address: str) -> str:
    """Return what an address is counted by: itself, or its /48 network for IPv6."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return "elsewhere"
    if isinstance(found, IPv6Address):
        return str(ip_network((found, IPV6_PREFIX), strict=False))
    return str(found)


def takes_picture(view: View) -> View:
    """Mark a view that takes a picture, which is larger than other forms."""
    setattr(view, MARK, True)
    return view


def takes_file(check: Callable[[], object]) -> Callable[[View], View]:
    """Mark a view that takes a large file, only from those whom `check` allows; it may raise."""

    def mark(view: View) -> View:
        setattr(view, FILE_MARK, check)
        return view

    return mark


def read() -> None:
    """Read the body of the request, if it has one.

    Raise RequestEntityTooLarge, or ServiceUnavailable if too many pictures are in progress.
    """
    # HTTP has a body only with a length, or in chunks.
    length = request.environ.get("CONTENT_LENGTH")
    if length in (None, "", "0") and "HTTP_TRANSFER_ENCODING" not in request.environ:
        return
    view = current_app.view_functions.get(request.endpoint or "")
    check: Callable[[], object] | None = getattr(view, FILE_MARK, None)
    try:
        if check:
            check()
            request.environ[ON_DISK] = True
            request.max_form_memory_size = LONGEST_FIELD
            _read_long(LONGEST_FILE, _places_for_files)
        elif hasattr(view, MARK):
            _read_long(LONGEST_PICTURE, _places)
        else:
            request.get_data(parse_form_data=True)
    except Exception:
        # A browser that is cut off while sending shows no response.
        for _ in range(MOST_DROPPED // CHUNK):
            if not request.environ["wsgi.input"].read(CHUNK):
                break
        raise


def _read_long(most: int, places: BoundedSemaphore) -> None:
    request.max_content_length = most
    if not places.acquire(blocking=False):
        raise ServiceUnavailable(retry_after=RETRY_SECONDS)
    try:
        request.get_data(parse_form_data=True)
    finally:
        places.release()

"""Read what is sent whole, before anything is decided.

Otherwise whoever holds back the last byte of a form would be let in by what holds now, and would
write when it holds no more. What is sent stays in memory: a photo of somebody's table is never on a
disk.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from threading import BoundedSemaphore
from typing import IO, TYPE_CHECKING, Any, TypeVar

from flask import Flask, Request, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge, ServiceUnavailable

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# A photo of 12 MB, and the fields of the form it comes with.
LONGEST_PICTURE = 12 * 2**20 + 64 * 1024
# How many may be on their way at once: each is held in memory.
PICTURES, RETRY_SECONDS = 4, 5
_places = BoundedSemaphore(PICTURES)
# Of what is refused so many bytes are read and dropped.
MOST_DROPPED, CHUNK = 64 * 2**20, 64 * 1024

View = TypeVar("View", bound=Callable[..., Any])
MARK = "takes_picture"


class RequestInMemory(Request):
    """A request whose files are kept in memory, however large they are."""

    def _get_file_stream(self, *_sizes: object, **_kind: object) -> IO[bytes]:
        return BytesIO()


def takes_picture(view: View) -> View:
    """Mark a view to which a picture is sent: that is longer than what other views take."""
    setattr(view, MARK, True)
    return view


def init_app(app: Flask) -> None:
    """Read what is sent to `app` before any view runs."""
    app.before_request(read)


def read() -> None:
    """Read the body of the request, if it has one.

    Raise RequestEntityTooLarge, and ServiceUnavailable where too many pictures are on their way.
    """
    if not _has_body(request.environ):
        return
    try:
        if hasattr(current_app.view_functions.get(request.endpoint or ""), MARK):
            _read_picture()
        else:
            request.get_data(parse_form_data=True)
    except (RequestEntityTooLarge, ServiceUnavailable):
        # A browser that is cut off while it sends shows no answer.
        for _ in range(MOST_DROPPED // CHUNK):
            if not request.environ["wsgi.input"].read(CHUNK):
                break
        raise


def _read_picture() -> None:
    request.max_content_length = LONGEST_PICTURE
    if not _places.acquire(blocking=False):
        raise ServiceUnavailable(retry_after=RETRY_SECONDS)
    try:
        request.get_data(parse_form_data=True)
    finally:
        _places.release()


def _has_body(environ: WSGIEnvironment) -> bool:
    """Whether anything is sent: by HTTP its length is told, or that it comes in chunks."""
    length = environ.get("CONTENT_LENGTH")
    return length not in (None, "", "0") or "HTTP_TRANSFER_ENCODING" in environ

"""Read what is sent whole, before anything is decided.

Otherwise whoever holds back the last byte of a form would be let in by what holds now, and would
write when it holds no more. How long a request may take, `worker.py` says. What is sent stays in
memory: a photo of somebody's table is never on a disk.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any, TypeVar

from flask import Flask, Request, current_app, request

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# A photo of 12 MB, and the fields of the form it comes with.
LONGEST_PICTURE = 12 * 2**20 + 64 * 1024

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
    """Read the body of the request, if it has one."""
    if not _has_body(request.environ):
        return
    if hasattr(current_app.view_functions.get(request.endpoint or ""), MARK):
        request.max_content_length = LONGEST_PICTURE
    request.get_data(parse_form_data=True)


def _has_body(environ: WSGIEnvironment) -> bool:
    """Whether anything is sent: by HTTP its length is told, or that it comes in chunks."""
    length = environ.get("CONTENT_LENGTH")
    return length not in (None, "", "0") or "HTTP_TRANSFER_ENCODING" in environ

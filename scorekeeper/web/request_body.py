"""Read what is sent whole, before anything is decided.

Otherwise whoever holds back the last byte of a form would be let in by what holds now, and would
write when it holds no more. What is sent stays in memory: a photo of somebody's table is never on a
disk. Only a scorebook or an export is, and whoever may not send one is refused before.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from tempfile import TemporaryFile
from threading import BoundedSemaphore
from typing import IO, TYPE_CHECKING, Any, TypeVar

from flask import Flask, Request, current_app, request
from werkzeug.exceptions import ServiceUnavailable

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# A whole scorebook, to be restored. It is on the disk while it is read.
LONGEST_FILE, FILES = 512 * 2**20, 2
# A table that is pasted is a field of the form, in memory.
LONGEST_FIELD = 4 * 2**20
_places_for_files = BoundedSemaphore(FILES)
# A photo of 12 MB, and the fields of the form it comes with.
LONGEST_PICTURE = 12 * 2**20 + 64 * 1024
# How many may be on their way at once: each is held in memory.
PICTURES, RETRY_SECONDS = 4, 5
_places = BoundedSemaphore(PICTURES)
# Of what is refused so many bytes are read and dropped.
MOST_DROPPED, CHUNK = 64 * 2**20, 64 * 1024

View = TypeVar("View", bound=Callable[..., Any])
MARK, FILE_MARK = "takes_picture", "takes_file"
# In the environ of a request whose files are put on the disk.
ON_DISK = "scorekeeper.on_disk"


class RequestInMemory(Request):
    """A request whose files are kept in memory, however large they are, unless it takes a file."""

    def _get_file_stream(self, *_sizes: object, **_kind: object) -> IO[bytes]:
        # Beside the scorebook there is room for it, other than in some folders for work.
        on_disk = ON_DISK in self.environ
        return TemporaryFile(dir=current_app.instance_path) if on_disk else BytesIO()


def takes_picture(view: View) -> View:
    """Mark a view to which a picture is sent: that is longer than what other views take."""
    setattr(view, MARK, True)
    return view


def takes_file(check: Callable[[], object]) -> Callable[[View], View]:
    """Mark a view to which a large file is sent, by those alone whom `check` lets: it may raise."""

    def mark(view: View) -> View:
        setattr(view, FILE_MARK, check)
        return view

    return mark


def init_app(app: Flask) -> None:
    """Read what is sent to `app` before any view runs."""
    app.before_request(read)


def read() -> None:
    """Read the body of the request, if it has one.

    Raise RequestEntityTooLarge, and ServiceUnavailable where too many pictures are on their way.
    """
    if not _has_body(request.environ):
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
        # A browser that is cut off while it sends shows no answer.
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


def _has_body(environ: WSGIEnvironment) -> bool:
    """Whether anything is sent: by HTTP its length is told, or that it comes in chunks."""
    length = environ.get("CONTENT_LENGTH")
    return length not in (None, "", "0") or "HTTP_TRANSFER_ENCODING" in environ

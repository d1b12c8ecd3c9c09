"""Read what is sent whole, and in a limited time, before anything is decided.

Otherwise whoever holds back the last byte of a form would be let in by what holds now, and would
write when it holds no more.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from flask import Flask, request
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

# A form is a few kB, also on a slow phone.
SECONDS = 10
# A wait of 0 would be none at all.
LEAST_SECONDS = 0.001


class TimedSocket(socket.socket):
    """A socket that gives up reading at its `deadline`, by the monotonic clock; None for never.

    The timeout of a socket begins anew with every byte.
    """

    deadline: float | None = None

    def recv(self, *args: int) -> bytes:
        """Receive what has come. Raise TimeoutError at the deadline."""
        if self.deadline is not None:
            self.settimeout(max(LEAST_SECONDS, self.deadline - monotonic()))
        return super().recv(*args)

    @contextmanager
    def reading_for(self, seconds: float) -> Iterator[None]:
        """Give up reading after some seconds, until the block ends."""
        self.deadline = monotonic() + seconds
        try:
            yield
        finally:
            self.deadline = None
            self.settimeout(None)


def init_app(app: Flask) -> None:
    """Read what is sent to `app` before any view runs."""
    app.before_request(read)


def read() -> None:
    """Read the body of the request. Raise RequestTimeout (408) where it does not come."""
    connection = request.environ.get("gunicorn.socket")
    if not isinstance(connection, TimedSocket):
        # Waitress has read it already.
        request.get_data(parse_form_data=True)
        return
    with connection.reading_for(SECONDS):
        try:
            request.get_data(parse_form_data=True)
        except ClientDisconnected as error:
            raise RequestTimeout from error

"""Finished answers, given again to the same question for as long as nothing was written.

Whoever keeps a page open asks for it again and again. What is answered hangs on what is asked and
on the database: SQLite says at almost no cost whether that is as it was.
"""

from __future__ import annotations

import os
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import finalize

from flask import Flask, request
from sqlalchemy.pool import PoolProxiedConnection

from scorekeeper.scorebook.db import UNAVAILABLE, db

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

# All that a page which may be kept hangs on, beside the database and the settings.
KEY_PARTS = (
    "wsgi.url_scheme",
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_HOST",
    "HTTP_COOKIE",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_IF_NONE_MATCH",
)
MAX_RESPONSES = 1024
CACHEABLE = "scorekeeper.keep"

RequestKey = tuple[object, ...]


class CachedResponse(NamedTuple):
    """An answer, and the state of the database that it was made from."""

    state: int
    status: str
    headers: list[tuple[str, str]]
    body: bytes


class DataVersion:
    """Looks whether anything was written, on a connection of its own that never writes."""

    def __init__(self, connection: PoolProxiedConnection) -> None:
        self._connection: Any = connection.driver_connection
        # It is kept for long, and the pool is for those who come and go.
        connection.detach()
        self._lock = Lock()
        finalize(self, connection.close)

    def state(self) -> int:
        """Give a number that is another as soon as anything was written."""
        with self._lock:
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])


def watch_database(app: Flask) -> DataVersion:
    """Begin to look at the database of an application."""
    with app.app_context():
        return DataVersion(db.engine.raw_connection())


class ResponseCache:
    """Stands before an application, and answers in its place what was answered already."""

    def __init__(self, app: Flask) -> None:
        self._app, self._answer = app, app.wsgi_app
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._lock = Lock()
        self._look: DataVersion | None = None
        self._kept: OrderedDict[RequestKey, CachedResponse] = OrderedDict()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET":
            return self._answer(environ, start_response)
        state = self._state()
        if state is None:
            return self._answer(environ, start_response)
        asked = tuple(map(environ.get, KEY_PARTS))
        kept = self._kept.get(asked)
        if kept is None or kept.state != state:
            return self._answered(environ, start_response, asked, state)
        start_response(kept.status, [*kept.headers])
        return (kept.body,)

    def _state(self) -> int | None:
        """Say in which state the database is; None where it does not say."""
        # What was forked must not share a connection.
        if self._pid != os.getpid():
            self._begin()
        try:
            if self._look is None:
                self._look = watch_database(self._app)
            return self._look.state()
        except (sqlite3.Error, *UNAVAILABLE):
            # The page itself knows what to say. Another connection counts from elsewhere.
            self._begin()
            return None

    def _answered(
        self, environ: WSGIEnvironment, start_response: StartResponse, asked: RequestKey, state: int
    ) -> Iterable[bytes]:
        said: tuple[str, list[tuple[str, str]]] = ("", [])

        def start(
            status: str, headers: list[tuple[str, str]], *exc_info: Any
        ) -> Callable[[bytes], object]:
            nonlocal said
            said = status, headers
            return start_response(status, headers, *exc_info)

        chunks = self._answer(environ, start)
        if CACHEABLE not in environ or any(name == "Set-Cookie" for name, _ in said[1]):
            return chunks
        try:
            body = b"".join(chunks)
        finally:
            if hasattr(chunks, "close"):
                chunks.close()
        self._keep(asked, CachedResponse(state, *said, body))
        return (body,)

    def _keep(self, asked: RequestKey, answer: CachedResponse) -> None:
        with self._lock:
            self._kept[asked] = answer
            self._kept.move_to_end(asked)
            if len(self._kept) > MAX_RESPONSES:
                self._kept.popitem(last=False)


def init_app(app: Flask) -> None:
    """Let `app` keep answers where its database is a file."""
    with app.app_context():
        url = db.engine.url
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        app.wsgi_app = ResponseCache(app)  # type: ignore[method-assign] # as in Flask's documentation


def cache_response() -> None:
    """Let the answer to this request be kept: it hangs on nothing else than `ASKED_BY` says."""
    request.environ[CACHEABLE] = True

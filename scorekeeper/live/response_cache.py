"""Cache whole responses until the database changes.

An open page is fetched again and again, and its response depends only on the request and on the
database: SQLite says at almost no cost whether anything was written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask, request

from scorekeeper.live.kept import Kept
from scorekeeper.scorebook.database_file import DatabaseFile
from scorekeeper.scorebook.db import UNAVAILABLE
from scorekeeper.web.shares import owner_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

# All of a request that a cached response may depend on. No page that is cached reads its query.
KEY_PARTS = (
    "wsgi.url_scheme",
    "SCRIPT_NAME",
    "PATH_INFO",
    "HTTP_HOST",
    "HTTP_COOKIE",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_IF_NONE_MATCH",
)
CACHEABLE, ADDRESS = "scorekeeper.cacheable", "scorekeeper.address"

RequestKey = tuple[object, ...]


class CachedResponse(NamedTuple):
    """A response, and the state of the database it was made from."""

    state: tuple[int, int]
    status: str
    headers: list[tuple[str, str]]
    body: bytes


class ResponseCache:
    """WSGI middleware that answers a repeated GET from memory until the database changes."""

    def __init__(self, app: Flask, file: DatabaseFile) -> None:
        self._wsgi_app, self._file = app.wsgi_app, file
        bytes_kept = app.config["KEPT_MEGABYTES"] * 2**20 // 2
        self.responses = Kept[CachedResponse](bytes_kept, app.config["SHARE"])

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        state = self._read_state() if environ["REQUEST_METHOD"] == "GET" else None
        if state is None:
            return self._wsgi_app(environ, start_response)
        key = tuple(map(environ.get, KEY_PARTS))
        cached = self.responses.find(key)
        if cached is None or cached.state != state:
            return self._respond(environ, start_response, key, state)
        start_response(cached.status, [*cached.headers])
        return (cached.body,)

    def _read_state(self) -> tuple[int, int] | None:
        """Read the state of the database; None where it cannot be read."""
        try:
            return self._file.state()
        except (sqlite3.Error, *UNAVAILABLE):
            # The page says what is wrong.
            return None

    def _respond(
        self,
        environ: WSGIEnvironment,
        start_response: StartResponse,
        key: RequestKey,
        state: tuple[int, int],
    ) -> Iterable[bytes]:
        """Let the application respond, and cache that where the view allowed it."""
        started: tuple[str, list[tuple[str, str]]] = ("", [])

        def start(
            status: str, headers: list[tuple[str, str]], *exc_info: Any
        ) -> Callable[[bytes], object]:
            nonlocal started
            started = status, headers
            return start_response(status, headers, *exc_info)

        chunks = self._wsgi_app(environ, start)
        if CACHEABLE not in environ or any(name == "Set-Cookie" for name, _ in started[1]):
            return chunks
        try:
            body = b"".join(chunks)
        finally:
            if hasattr(chunks, "close"):
                chunks.close()
        size = len(body) + sum(len(part) for part in key if isinstance(part, str))
        owner = owner_of(str(environ.get(ADDRESS) or ""))
        self.responses.store(key, CachedResponse(state, *started, body), size, owner)
        return (body,)


def init_app(app: Flask) -> None:
    """Cache the responses of `app` where its database is an SQLite file."""
    if file := app.extensions["database_file"]:
        app.wsgi_app = ResponseCache(app, file)  # type: ignore[method-assign] # as in Flask's documentation


def cache_response() -> None:
    """Allow the response to this request to be cached: it depends on `KEY_PARTS` alone."""
    request.environ[CACHEABLE] = True
    # As the proxies say it.
    request.environ[ADDRESS] = request.remote_addr

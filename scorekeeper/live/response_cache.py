"""Cache whole responses until the database changes.

An open page is fetched again and again, and its response depends only on the request and on the
database: SQLite says at almost no cost whether anything was written.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import finalize

from cachetools import LRUCache
from flask import Flask, request
from sqlalchemy.pool import PoolProxiedConnection

from scorekeeper.scorebook.db import UNAVAILABLE, db

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

# All of a request that a cached response may depend on.
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
CACHEABLE = "scorekeeper.cacheable"

RequestKey = tuple[object, ...]


class CachedResponse(NamedTuple):
    """A response, and the data version of the database it was made from."""

    data_version: int
    status: str
    headers: list[tuple[str, str]]
    body: bytes


class DataVersion:
    """SQLite's data version, read on a connection of its own that never writes."""

    def __init__(self, connection: PoolProxiedConnection) -> None:
        self._connection: Any = connection.driver_connection
        # Kept for the life of the process; the pool's connections are lent for a request.
        connection.detach()
        self._lock = Lock()
        finalize(self, connection.close)

    def read(self) -> int:
        """Return a number that changes with every commit of any other connection."""
        with self._lock:
            return int(self._connection.execute("PRAGMA data_version").fetchone()[0])


def open_data_version(app: Flask) -> DataVersion:
    """Connect to the database of `app` to read its data version."""
    with app.app_context():
        return DataVersion(db.engine.raw_connection())


class ResponseCache:
    """WSGI middleware that answers a repeated GET from memory until the database changes."""

    def __init__(self, app: Flask) -> None:
        self._app, self._wsgi_app = app, app.wsgi_app
        self._reset()

    def _reset(self) -> None:
        self._pid = os.getpid()
        self._lock = Lock()
        self._data_version: DataVersion | None = None
        self._responses: LRUCache[RequestKey, CachedResponse] = LRUCache(MAX_RESPONSES)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        version = self._read_version() if environ["REQUEST_METHOD"] == "GET" else None
        if version is None:
            return self._wsgi_app(environ, start_response)
        key = tuple(map(environ.get, KEY_PARTS))
        with self._lock:
            cached = self._responses.get(key)
        if cached is None or cached.data_version != version:
            return self._respond(environ, start_response, key, version)
        start_response(cached.status, [*cached.headers])
        return (cached.body,)

    def _read_version(self) -> int | None:
        """Read the data version; None where the database cannot be read."""
        # A forked worker must not share its parent's connection.
        if self._pid != os.getpid():
            self._reset()
        try:
            if self._data_version is None:
                self._data_version = open_data_version(self._app)
            return self._data_version.read()
        except (sqlite3.Error, *UNAVAILABLE):
            # The page says what is wrong. Data versions of two connections do not compare.
            self._reset()
            return None

    def _respond(
        self, environ: WSGIEnvironment, start_response: StartResponse, key: RequestKey, version: int
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
        with self._lock:
            self._responses[key] = CachedResponse(version, *started, body)
        return (body,)


def init_app(app: Flask) -> None:
    """Cache the responses of `app` where its database is an SQLite file."""
    with app.app_context():
        url = db.engine.url
    if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        app.wsgi_app = ResponseCache(app)  # type: ignore[method-assign] # as in Flask's documentation


def cache_response() -> None:
    """Allow the response to this request to be cached: it depends on `KEY_PARTS` alone."""
    request.environ[CACHEABLE] = True

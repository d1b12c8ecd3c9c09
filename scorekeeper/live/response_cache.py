"""Cache whole responses for as long as what they were made from is the same.

An open page is fetched again and again, and its response depends only on the request and on its
match. SQLite says at almost no cost whether anything was written at all; otherwise one query says
whether this match has changed.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

from cachetools import LRUCache
from flask import Flask, request

from scorekeeper.scorebook.database.db import UNAVAILABLE
from scorekeeper.scorebook.database.sqlite_file import DatabaseFile
from scorekeeper.web.rate_limits import Shares, owner_of

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
# What a response takes beside its bytes, about.
OVERHEAD = 2000
SOURCE, ADDRESS = "scorekeeper.source", "scorekeeper.address"

RequestKey = tuple[object, ...]


# What a response was made from: a way to read it, and what was found: it holds while that is read.
MadeFrom = tuple[Callable[[], object], object]
# The number of the SQLite file, and that of its last commit; None where there is no file.
FileState = tuple[int, int] | None


@dataclass(slots=True)
class CachedResponse:
    """A response, what it was made from, and the state of the file when that was last compared."""

    state: FileState
    source: MadeFrom
    status: str
    headers: list[tuple[str, str]]
    body: bytes
    # What it takes, and whose share it is part of.
    size: int
    owner: str


class Responses(LRUCache[RequestKey, CachedResponse]):
    """The responses used last. Whoever has a full share loses the oldest of it for the next."""

    def __init__(self, most: int, share: int) -> None:
        super().__init__(most, getsizeof=lambda response: response.size)
        self._shares = Shares(most * share // 100)
        # The keys of each owner, the oldest first.
        self._owned: defaultdict[str, dict[RequestKey, None]] = defaultdict(dict)

    def __setitem__(self, key: RequestKey, response: CachedResponse) -> None:
        """Keep a response in the place of another with its key, unless it is too large."""
        if response.size > self._shares.most:
            return
        self.pop(key, None)
        while not self._shares.take(response.owner, response.size):
            del self[next(iter(self._owned[response.owner]))]
        self._owned[response.owner][key] = None
        super().__setitem__(key, response)

    def __delitem__(self, key: RequestKey) -> None:
        response = self[key]
        super().__delitem__(key)
        self._shares.give_back(response.owner, response.size)
        del self._owned[response.owner][key]
        if not self._owned[response.owner]:
            del self._owned[response.owner]


class ResponseCache:
    """WSGI middleware that answers a repeated GET from memory while its match is the same."""

    def __init__(self, app: Flask, file: DatabaseFile | None) -> None:
        self._app, self._wsgi_app, self._file = app, app.wsgi_app, file
        bytes_kept = app.config["KEPT_MEGABYTES"] * 2**20 // 2
        self.responses, self._lock = Responses(bytes_kept, app.config["SHARE"]), Lock()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "GET":
            return self._wsgi_app(environ, start_response)
        try:
            state = self._file.state() if self._file else None
        except (sqlite3.Error, *UNAVAILABLE):
            # The page says what is wrong.
            return self._wsgi_app(environ, start_response)
        key = tuple(map(environ.get, KEY_PARTS))
        with self._lock:
            cached = self.responses.get(key)
        if cached is None or not self._holds(cached, state):
            return self._respond(environ, start_response, key, state)
        start_response(cached.status, [*cached.headers])
        return (cached.body,)

    def _holds(self, cached: CachedResponse, state: FileState) -> bool:
        """Say whether what a response was made from is the same now."""
        if state and cached.state:
            if state == cached.state:
                return True
            if state[0] != cached.state[0]:
                # Another file has other matches at the same versions.
                return False
        try:
            with self._app.app_context():
                read, found = cached.source
                same = read() == found
        except (LookupError, *UNAVAILABLE):
            return False
        if same:
            # What was read is no older than this state.
            cached.state = state
        return same

    def _respond(
        self,
        environ: WSGIEnvironment,
        start_response: StartResponse,
        key: RequestKey,
        state: FileState,
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
        source: MadeFrom | None = environ.get(SOURCE)
        if source is None or any(name == "Set-Cookie" for name, _ in started[1]):
            return chunks
        try:
            body = b"".join(chunks)
        finally:
            if hasattr(chunks, "close"):
                chunks.close()
        size = len(body) + sum(len(part) for part in key if isinstance(part, str)) + OVERHEAD
        owner = owner_of(str(environ.get(ADDRESS) or ""))
        with self._lock:
            self.responses[key] = CachedResponse(state, source, *started, body, size, owner)
        return (body,)


def init_app(app: Flask) -> None:
    """Cache the responses of `app`."""
    file = app.extensions["database_file"]
    app.wsgi_app = ResponseCache(app, file)  # type: ignore[method-assign] # as in Flask's documentation


def cache_response(source: MadeFrom) -> None:
    """Allow the response to this request to be cached: it depends on it and `KEY_PARTS` alone.

    The source was read before anything else that the response was made from.
    """
    request.environ[SOURCE] = source
    # As the proxies say it.
    request.environ[ADDRESS] = request.remote_addr

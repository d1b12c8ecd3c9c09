"""Static files under addresses that change with their content, so that browsers can cache them."""

from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

MAX_AGE = timedelta(days=365)
# A part of a file is read while it is sent.
WHOLE = (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)


def init_app(app: Flask) -> None:
    """Add `?v=` to the address of every static file; with it, a response is cached for a year."""
    static = Path(app.static_folder or "")

    @app.url_defaults
    def add_fingerprint(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and (path := static / values["filename"]).is_file():
            values.setdefault("v", fingerprint(path, path.stat().st_mtime_ns))

    @app.after_request
    def read_file(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in WHOLE:
            if response.status_code == HTTPStatus.OK:
                response.direct_passthrough = False
                response.make_sequence()
            # Closed at once: compressed as a stream, or where the client is gone, it stays open.
            response.close()
        return response

    @app.after_request
    def cache(response: Response) -> Response:
        if request.endpoint == "static" and "v" in request.args and response.status_code < 400:
            response.cache_control.no_cache = None
            response.cache_control.max_age = int(MAX_AGE.total_seconds())
            response.cache_control.immutable = True
        return response


@lru_cache
def fingerprint(path: Path, _modified_ns: int) -> str:
    """Hash the content, 12 hex digits; the time of change is part of the key of the cache."""
    return sha256(path.read_bytes()).hexdigest()[:12]

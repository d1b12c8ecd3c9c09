"""Addresses of static files that change with their content, so that browsers may keep them."""

from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

KEPT = timedelta(days=365)


def init_app(app: Flask) -> None:
    """Add `v=` to the address of every static file; let what is asked for by it be kept."""
    static = Path(app.static_folder or "")

    @app.url_defaults
    def add_fingerprint(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and (path := static / values["filename"]).is_file():
            values.setdefault("v", fingerprint(path, path.stat().st_mtime_ns))

    @app.after_request
    def read(response: Response) -> Response:
        # Compressed as a stream, a file would be left open.
        if request.endpoint == "static" and response.status_code == HTTPStatus.OK:
            response.direct_passthrough = False
            response.make_sequence()
        return response

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint == "static" and "v" in request.args and response.status_code < 400:
            response.cache_control.no_cache = None
            response.cache_control.max_age = int(KEPT.total_seconds())
            response.cache_control.immutable = True
        return response


@lru_cache
def fingerprint(path: Path, _modified_ns: int) -> str:
    """Shorten the content to a few letters; with its time, as an edited file is another."""
    return sha256(path.read_bytes()).hexdigest()[:12]

"""Static files under addresses that change with their content, so that browsers can cache them.

Scripts and stylesheets are sent with what they import in them (joined_files.py). Their addresses
change with whatever they load, so a page seen before asks for none of them again.
"""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from scorekeeper.web.joined_files import fingerprint, joined

MAX_AGE = timedelta(days=365)
# A part of a file is read while it is sent.
WHOLE = (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)


def init_app(app: Flask) -> None:
    """Add `?v=` to the address of every static file; with it, a response is cached for a year."""
    static = Path(app.static_folder or "").resolve()

    @app.url_defaults
    def add_fingerprint(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static" and (path := static / values["filename"]).is_file():
            values.setdefault("v", fingerprint(path))

    @app.after_request
    def read_file(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in WHOLE:
            if response.status_code == HTTPStatus.OK:
                response.direct_passthrough = False
                _send(response, static, (request.view_args or {})["filename"])
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


def _send(response: Response, static: Path, name: str) -> None:
    text = joined(static, static / name)
    if text is None:
        response.make_sequence()
    else:
        response.close()
        response.set_data(text)

"""Files to be saved."""

from __future__ import annotations

from flask import Response


def attached(content: bytes, name: str, mimetype: str) -> Response:
    """Send a file that the browser saves under a name."""
    response = Response(content, mimetype=mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    response.cache_control.no_store = True
    return response

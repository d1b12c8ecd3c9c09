"""Smaller answers for phones far from the router."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

# Smaller answers fit into a packet as they are.
SMALLEST = 500
TYPES = {
    "application/json",
    "application/manifest+json",
    "application/problem+json",
    "image/svg+xml",
}


def init_app(app: Flask) -> None:
    """Compress what the views return."""
    app.after_request(_compressed)


def encoded(data: bytes) -> tuple[str, bytes]:
    """Return how this request accepts an answer ("" for as it is), and the answer so."""
    if request.accept_encodings["gzip"] == 0:
        return "", data
    return "gzip", gzip.compress(data, 6, mtime=0)


def _compressed(response: Response) -> Response:
    response.vary.add("Accept-Encoding")
    kind = response.mimetype or ""
    if (
        200 <= response.status_code < 300
        and (kind.startswith("text/") or kind in TYPES)
        and not response.is_streamed
        and "Content-Encoding" not in response.headers
        and len(response.get_data()) >= SMALLEST
    ):
        encoding, data = encoded(response.get_data())
        if encoding:
            response.set_data(data)
            response.headers["Content-Encoding"] = encoding
            etag, _is_weak = response.get_etag()
            if etag:
                # It is the same, but not to the byte.
                response.set_etag(etag, weak=True)
    return response

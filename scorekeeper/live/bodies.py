"""Pages as they are sent: each is compressed once, for all who accept the same.

Flask-Compress compresses every answer anew, and takes longer for its headers than for that.
"""

from __future__ import annotations

from flask import Response, current_app, request
from flask_compress import Compress

from scorekeeper.live.page_cache import Body, CachedPage

# Browsers accept the same for years; of a page no more bodies are kept.
MOST_BODIES = 4


def body_of(page: CachedPage) -> Body:
    """Return a page as this request accepts it."""
    accepted = request.environ.get("HTTP_ACCEPT_ENCODING", "")
    body = page.bodies.get(accepted)
    if body is None:
        body = _compressed(page.html)
        if len(page.bodies) < MOST_BODIES:
            page.bodies[accepted] = body
    return body


def _compressed(html: bytes) -> Body:
    compress: Compress = current_app.extensions["compress"]
    answer = compress.after_request(Response(html, mimetype="text/html"))
    return Body(answer.headers.get("Content-Encoding", ""), answer.get_data())

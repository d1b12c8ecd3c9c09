"""Read what is sent whole, before anything is decided.

Otherwise whoever holds back the last byte of a form would be let in by what holds now, and would
write when it holds no more. How long a request may take, `worker.py` says.
"""

from __future__ import annotations

from flask import Flask, request


def init_app(app: Flask) -> None:
    """Read what is sent to `app` before any view runs."""
    app.before_request(read)


def read() -> None:
    """Read the body of the request."""
    request.get_data(parse_form_data=True)

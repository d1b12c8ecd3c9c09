"""The answer where even the error page fails: one sentence, and no address in the log.

Otherwise the server below would write the address of the request to its log.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

SENTENCE = (
    b"Something went wrong in the program. Go back and try again:"
    b" what was sent twice is recorded once.\n"
)
HEADERS = (("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(SENTENCE))))


def init_app(app: Flask) -> None:
    """Answer every request to `app`, whatever happens outside of its views."""
    wsgi_app = app.wsgi_app

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            return wsgi_app(environ, start_response)
        except Exception:
            # As Flask does: a test or a debugger wants to see the error itself.
            if app.testing or app.debug:
                raise
            app.logger.exception("A request broke outside of its view.")
            start: Callable[..., object] = start_response
            start("500 Internal Server Error", [*HEADERS], sys.exc_info())
            return [SENTENCE]

    app.wsgi_app = answered  # type: ignore[method-assign] # as Flask's own documentation does

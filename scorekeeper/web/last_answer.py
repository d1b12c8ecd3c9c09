"""The answer where even the error page fails: one sentence, and no address in the log.

Otherwise the server below would write the address of the request to its log.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

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
        started: list[str] = []

        def start(
            status: str, headers: list[tuple[str, str]], *exc_info: Any
        ) -> Callable[[bytes], object]:
            started.append(status)
            return start_response(status, headers, *exc_info)

        try:
            return wsgi_app(environ, start)
        except Exception:
            # As Flask does: a test or a debugger wants to see the error itself.
            if app.testing or app.debug:
                raise
            app.logger.exception("A request broke outside of its view.")
            # A response that was started is replaced, if none of it was sent.
            instead = (sys.exc_info(),) if started else ()
            start("500 Internal Server Error", [*HEADERS], *instead)
            return [SENTENCE]

    app.wsgi_app = answered  # type: ignore[method-assign] # as Flask's own documentation does

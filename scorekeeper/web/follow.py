"""Answer a script with the page that a redirect leads to, so that it need not ask once more.

A script asks for that as RFC 7240 has it, with `Prefer: return=representation`; the address of the
page is in `Content-Location`. Who asks for nothing, or gets a cookie, is redirected as ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from http.client import OK, SEE_OTHER
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.wrappers import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PREFERRED = "return=representation"
# What describes the form that was sent, and not who sent it.
OF_THE_FORM = ("CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_TRANSFER_ENCODING", "HTTP_PREFER")


def init_app(app: Flask) -> None:
    """Let scripts prefer pages to redirects in every answer of `app`."""
    wsgi_app = app.wsgi_app

    def followed(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_PREFER") != PREFERRED:
            return wsgi_app(environ, start_response)
        asked = environ.copy()
        answer = Response.from_app(wsgi_app, environ)
        location = answer.headers.get("Location", "")
        if answer.status_code == SEE_OTHER and "Set-Cookie" not in answer.headers:
            page = Response.from_app(wsgi_app, _leading_to(location, asked))
            if page.status_code == OK:
                page.headers["Content-Location"] = location
                # What is done once all is sent is done after the page.
                page.call_on_close(answer.close)
                return page(environ, start_response)
            page.close()
        return answer(environ, start_response)

    app.wsgi_app = followed  # type: ignore[method-assign] # as Flask's own documentation does


def _leading_to(location: str, environ: WSGIEnvironment) -> WSGIEnvironment:
    """Return the request of the same device for the page at an address of this site."""
    address = urlsplit(location)
    who = {name: value for name, value in environ.items() if name not in OF_THE_FORM}
    return who | {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": address.path.removeprefix(environ.get("SCRIPT_NAME", "")),
        "QUERY_STRING": address.query,
        "wsgi.input": BytesIO(),
    }

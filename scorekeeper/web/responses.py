"""What every response is given: its headers, a smaller size, and an answer for any error.

The headers say what a page may load and send, who may frame and keep it, and its language. A script
is answered with the page that a redirect leads to, so that it need not ask once more: it asks for
that as RFC 7240 has it, with `Prefer: return=representation`, and finds the address of the page in
`Content-Location`. Whoever does not ask for that, or gets a cookie, is redirected.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterable
from http.client import OK, SEE_OTHER
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask, after_this_request, request
from werkzeug.wrappers import Response

from scorekeeper.i18n import page_language

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

Headers = list[tuple[str, str]]
Wsgi = Callable[["WSGIEnvironment", "StartResponse"], Iterable[bytes]]

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

# What our pages never ask of a device.
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "hid",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "serial",
        "usb",
    )
)

PROTECTION = (
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    # What may be kept says so; all else may depend on who asks.
    ("Cache-Control", "private, no-cache"),
)
# What a page may do. Its scripts and stylesheets may do no more: without, they are there sooner.
PAGE_PROTECTION = (
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", PERMISSIONS_POLICY),
    # For browsers that do not know frame-ancestors.
    ("X-Frame-Options", "DENY"),
)
PARTS_OF_PAGES = ("text/css", "text/javascript")
# In the browser edition the pages are in a frame of the same site.
FRAMED = {"frame-ancestors 'none'": "frame-ancestors 'self'", "DENY": "SAMEORIGIN"}
# On the page that takes photos; elsewhere no script gets at the camera.
CAMERA_ALLOWED = PERMISSIONS_POLICY.replace("camera=()", "camera=(self)")
# For a year, and for this host alone: its subdomains may have no certificate.
OVER_HTTPS = (("Strict-Transport-Security", "max-age=31536000"),)


PREFERRED = "return=representation"
# Headers that describe the form that was sent, and not who sent it.
OF_THE_FORM = ("CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_TRANSFER_ENCODING", "HTTP_PREFER")

# Smaller answers fit into a packet as they are.
SMALLEST = 500
TYPES = {
    "application/json",
    "application/manifest+json",
    "application/problem+json",
    "image/svg+xml",
}

LAST_ANSWER = (
    b"Something went wrong in the program. Go back and try again:"
    b" what was sent twice is recorded once.\n"
)


def init_app(app: Flask) -> None:
    """Give all of this to every response of `app`."""
    app.after_request(_finished)
    whole = _answered(app, _followed(app.wsgi_app))
    # As Flask's own documentation does.
    app.wsgi_app = whole  # type: ignore[assignment, method-assign]


def allow_camera() -> None:
    """Let the page that is sent in response to this request use the camera."""

    @after_this_request
    def allow(response: Response) -> Response:
        response.headers["Permissions-Policy"] = CAMERA_ALLOWED
        return response


def _protection(app: Flask) -> Iterable[tuple[str, str]]:
    for name, value in PAGE_PROTECTION:
        for strict, framed in FRAMED.items() if app.config["IN_BROWSER"] else ():
            value = value.replace(strict, framed)
        yield name, value


def _is_part(headers: Headers) -> bool:
    """Whether an answer is a script or stylesheet of a page; a service worker is never kept."""
    given = dict(headers)
    kept = "immutable" in given.get("Cache-Control", "")
    return kept and given.get("Content-Type", "").startswith(PARTS_OF_PAGES)


def _answered(app: Flask, wsgi_app: Wsgi) -> Wsgi:
    """Answer every request with our headers, whatever happens outside of its view."""
    # In an after_request function Flask would check the same constants again each time.
    of_parts = [(name.lower(), (name, value)) for name, value in PROTECTION]
    of_pages = of_parts + [(name.lower(), (name, value)) for name, value in _protection(app)]

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        started: list[str] = []

        def start(status: str, headers: Headers, *exc_info: Any) -> Callable[[bytes], object]:
            started.append(status)
            given = {name.lower() for name, _ in headers}
            usual = of_parts if _is_part(headers) else of_pages
            added = [each for name, each in usual if name not in given]
            if environ["wsgi.url_scheme"] == "https":
                added += OVER_HTTPS
            return start_response(status, [*headers, *added], *exc_info)

        try:
            return wsgi_app(environ, start)
        except Exception:
            # As Flask does: a test or a debugger wants to see the error itself.
            if app.testing or app.debug:
                raise
            app.logger.exception("A request broke outside of its view.")
            # A response that was started is replaced, if none of it was sent.
            headers = [
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Length", str(len(LAST_ANSWER))),
            ]
            instead = (sys.exc_info(),) if started else ()
            start("500 Internal Server Error", headers, *instead)
            return [LAST_ANSWER]

    return answered


def _followed(wsgi_app: Wsgi) -> Wsgi:
    """Let scripts prefer pages to redirects."""

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

    return followed


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


def _finished(response: Response) -> Response:
    """Say in which language a page is, and make what is sent smaller."""
    kind = response.mimetype or ""
    # What a redirect says is English, and nobody reads it.
    if kind == "text/html" and not response.location:
        response.headers["Content-Language"] = page_language()
        response.vary.add("Accept-Language")
    response.vary.add("Accept-Encoding")
    if (
        200 <= response.status_code < 300
        and (kind.startswith("text/") or kind in TYPES)
        and not response.is_streamed
        and "Content-Encoding" not in response.headers
        and len(response.get_data()) >= SMALLEST
        and request.accept_encodings["gzip"]
    ):
        response.set_data(gzip.compress(response.get_data(), 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        etag, _is_weak = response.get_etag()
        if etag:
            # It is the same, but not to the byte.
            response.set_etag(etag, weak=True)
    return response

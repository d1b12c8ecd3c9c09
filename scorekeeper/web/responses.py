"""What every response gets: headers, compression, and an answer for any error.

The headers say what a page may load and send, who may frame and cache it, and its language. A
script that posts a form can get the page that the redirect leads to in the same response: it asks
with `Prefer: return=representation` (RFC 7240), and finds the address of the page in
`Content-Location`. Requests without that header, and responses that set a cookie, are redirected.
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

# Device features that our pages never use.
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
    # Responses that may be cached say so; all others may depend on who asks.
    ("Cache-Control", "private, no-cache"),
)
# What a page may do. Scripts and stylesheets are sent without the header, which makes them smaller.
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
# For the page that takes photos; elsewhere no script can use the camera.
CAMERA_ALLOWED = PERMISSIONS_POLICY.replace("camera=()", "camera=(self)")
# For a year, and this host only: its subdomains may have no certificate.
OVER_HTTPS = (("Strict-Transport-Security", "max-age=31536000"),)


PREFERRED = "return=representation"
# Headers of the form's body that do not apply to the page that follows.
OF_THE_FORM = ("CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_TRANSFER_ENCODING", "HTTP_PREFER")

# Smaller responses fit in a packet uncompressed.
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
    """Install all of this on `app`."""
    app.after_request(_finished)
    whole = _answered(app, _followed(app.wsgi_app))
    # As Flask's own documentation does.
    app.wsgi_app = whole  # type: ignore[assignment, method-assign]


def allow_camera() -> None:
    """Let the page in this response use the camera."""

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
    """Whether a response is a script or stylesheet of a page; a service worker is never cached."""
    given = dict(headers)
    kept = "immutable" in given.get("Cache-Control", "")
    return kept and given.get("Content-Type", "").startswith(PARTS_OF_PAGES)


def _answered(app: Flask, wsgi_app: Wsgi) -> Wsgi:
    """Answer every request with our headers, even if an error happens outside of its view."""
    # An after_request function would check the same constants for each request.
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
            # As Flask does: a test or a debugger needs the error itself.
            if app.testing or app.debug:
                raise
            app.logger.exception("A request broke outside of its view.")
            # A response that was started can be replaced if none of it was sent.
            headers = [
                ("Content-Type", "text/plain; charset=utf-8"),
                ("Content-Length", str(len(LAST_ANSWER))),
            ]
            instead = (sys.exc_info(),) if started else ()
            start("500 Internal Server Error", headers, *instead)
            return [LAST_ANSWER]

    return answered


def _followed(wsgi_app: Wsgi) -> Wsgi:
    """Give a script that asks for it the page instead of the redirect."""

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
                # Run what the first response does on closing after the page was sent.
                page.call_on_close(answer.close)
                return page(environ, start_response)
            page.close()
        return answer(environ, start_response)

    return followed


def _leading_to(location: str, environ: WSGIEnvironment) -> WSGIEnvironment:
    """Return a request of the same device for another page of this site."""
    address = urlsplit(location)
    who = {name: value for name, value in environ.items() if name not in OF_THE_FORM}
    return who | {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": address.path.removeprefix(environ.get("SCRIPT_NAME", "")),
        "QUERY_STRING": address.query,
        "wsgi.input": BytesIO(),
    }


def _finished(response: Response) -> Response:
    """Set the language of a page, and compress it."""
    kind = response.mimetype or ""
    # The body of a redirect is English, but nobody reads it.
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
        response.set_data(gzip.compress(response.get_data(), 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        etag, _is_weak = response.get_etag()
        if etag:
            # The content is the same, but not byte by byte.
            response.set_etag(etag, weak=True)
    return response

"""Security headers of every response: what a page may load and send, who may frame and keep it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from flask import Flask, after_this_request
from werkzeug.wrappers import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

Headers = list[tuple[str, str]]

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
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", PERMISSIONS_POLICY),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    # For browsers that do not know frame-ancestors.
    ("X-Frame-Options", "DENY"),
    # What may be kept says so; all else may depend on who asks.
    ("Cache-Control", "private, no-cache"),
)
# In the browser edition the pages are in a frame of the same site.
FRAMED = {"frame-ancestors 'none'": "frame-ancestors 'self'", "DENY": "SAMEORIGIN"}
# On the page that takes photos; elsewhere no script gets at the camera.
CAMERA_ALLOWED = PERMISSIONS_POLICY.replace("camera=()", "camera=(self)")
# For a year, and for this host alone: its subdomains may have no certificate.
OVER_HTTPS = (("Strict-Transport-Security", "max-age=31536000"),)


def allow_camera() -> None:
    """Let the page that is sent in response to this request use the camera."""

    @after_this_request
    def allow(response: Response) -> Response:
        response.headers["Permissions-Policy"] = CAMERA_ALLOWED
        return response


def _protection(app: Flask) -> Iterable[tuple[str, str]]:
    for name, value in PROTECTION:
        for strict, framed in FRAMED.items() if app.config["IN_BROWSER"] else ():
            value = value.replace(strict, framed)
        yield name, value


def init_app(app: Flask) -> None:
    """Add the headers to every response of `app`, outside of Flask."""
    wsgi_app = app.wsgi_app
    usual = [(name.lower(), (name, value)) for name, value in _protection(app)]

    # In an after_request function Flask would check the same constants again each time.
    def protected(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        secure = environ["wsgi.url_scheme"] == "https"

        def start(status: str, headers: Headers, *exc_info: Any) -> Callable[[bytes], object]:
            given = {name.lower() for name, _ in headers}
            added = [each for name, each in usual if name not in given]
            if secure:
                added += OVER_HTTPS
            return start_response(status, [*headers, *added], *exc_info)

        return wsgi_app(environ, start)

    app.wsgi_app = protected  # type: ignore[method-assign] # as Flask's own documentation does

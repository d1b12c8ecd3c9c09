"""What every response says about itself: what a page may load, send, and be shown in."""

from flask import Flask, Response, request

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


# What pages of ours never ask of a device.
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

PROTECTION = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS_POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    # For browsers that do not know frame-ancestors.
    "X-Frame-Options": "DENY",
}
# A year, for this name alone: other names may have no certificate.
STRICT_TRANSPORT_SECURITY = "max-age=31536000"


def register(app: Flask) -> None:
    """Set the headers on every response of `app`."""

    @app.after_request
    def protect(response: Response) -> Response:
        response.headers.extend(PROTECTION)
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = STRICT_TRANSPORT_SECURITY
        return response

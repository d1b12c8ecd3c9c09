"""The Flask application itself: sessions that last, and a log that names no address."""

from datetime import UTC, datetime
from typing import Any

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature


class PersistentSessions(SecureCookieSessionInterface):
    """Sessions that last PERMANENT_SESSION_LIFETIME from their last change.

    Flask's `session.permanent` would either start a session for every visitor or send the cookie
    with every response, and then a late response to an old request restores the older session.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read a session whenever it was signed: the browser forgets it when it is old.

        Flask drops one that is signed later than it is now, or long ago, and the next answer would
        replace it. A clock that was wrong for a minute must end no right.
        """
        signer, cookie = self.get_signing_serializer(app), self.get_cookie_name(app)
        if signer is None:
            return None
        try:
            return self.session_class(signer.loads(request.cookies.get(cookie, "")))
        except BadSignature:
            return self.session_class()

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:
        return datetime.now(UTC) + app.permanent_session_lifetime

    def get_cookie_secure(self, app: Flask) -> bool:
        """Keep a cookie that was set over https off http."""
        return super().get_cookie_secure(app) or request.is_secure


class ScorekeeperFlask(Flask):
    """Logs which view failed, without its address: a link in it would let readers in."""

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error("%s broke [%s]", request.endpoint, request.method, exc_info=exc_info)

"""Sessions that last: a match left half-finished is taken up again next week."""

from datetime import UTC, datetime
from typing import Any

from flask import Flask, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin


class PersistentSessions(SecureCookieSessionInterface):
    """Keeps each session for PERMANENT_SESSION_LIFETIME from its last change.

    Flask's `session.permanent` would either make a session for every visitor or send the cookie
    with every answer, where a late answer to an old request puts the older session back.
    """

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:
        return datetime.now(UTC) + app.permanent_session_lifetime

    def get_cookie_secure(self, app: Flask) -> bool:
        """Keep a cookie that was given over https off http."""
        return super().get_cookie_secure(app) or request.is_secure


class ScorekeeperFlask(Flask):
    """Says in its log which page broke, not by which address."""

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error("%s broke [%s]", request.endpoint, request.method, exc_info=exc_info)

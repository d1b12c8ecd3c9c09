"""The Flask application itself: sessions that last, and a log that names no address."""

from datetime import UTC, datetime
from secrets import token_hex
from typing import Any

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin

# Under this a session has a random id, which tells its device from all others.
DEVICE = "id"


def new_device() -> str:
    """Draw the id of a device."""
    return token_hex(16)


class PersistentSessions(SecureCookieSessionInterface):
    """Sessions that last PERMANENT_SESSION_LIFETIME from their last change, each with an id.

    Flask's `session.permanent` would either start a session for every visitor or send the cookie
    with every response, and then a late response to an old request restores the older session.
    """

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:
        return datetime.now(UTC) + app.permanent_session_lifetime

    def get_cookie_secure(self, app: Flask) -> bool:
        """Keep a cookie that was set over https off http."""
        return super().get_cookie_secure(app) or request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Give a new session its id with the first cookie, so that two tabs have the same."""
        if session and session.modified:
            session.setdefault(DEVICE, new_device())
        super().save_session(app, session, response)


class ScorekeeperFlask(Flask):
    """Logs which view failed, without its address: a link in it would let readers in."""

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error("%s broke [%s]", request.endpoint, request.method, exc_info=exc_info)

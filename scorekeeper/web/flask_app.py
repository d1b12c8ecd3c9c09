"""The Flask application itself: sessions that last, addresses made once, a log that names none."""

from datetime import UTC, datetime
from typing import Any

from flask import Flask, has_request_context, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin

MAX_ADDRESSES = 10_000
# Values that have equals only of the same type.
_PLAIN = frozenset((str, int, bool))


class PersistentSessions(SecureCookieSessionInterface):
    """Sessions that last PERMANENT_SESSION_LIFETIME from their last change.

    Flask's `session.permanent` would either start a session for every visitor or send the cookie
    with every response, and then a late response to an old request restores the older session.
    """

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime:
        return datetime.now(UTC) + app.permanent_session_lifetime

    def get_cookie_secure(self, app: Flask) -> bool:
        """Keep a cookie that was set over https off http."""
        return super().get_cookie_secure(app) or request.is_secure


class ScorekeeperFlask(Flask):
    """Remembers the addresses it made, and logs which view failed, without its address.

    A link in the log would let readers in.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._addresses: dict[tuple[object, ...], str] = {}

    def url_for(self, /, endpoint: str, **values: Any) -> str:
        """Make an address as Flask does, but only once while the program runs.

        A page has fifty of them, and those of static files depend on what the files hold. While
        debugging, files change and addresses with them.
        """
        if self.debug or not has_request_context() or not _is_plain(endpoint, values):
            return super().url_for(endpoint, **values)
        # Where the application is mounted is all of a request that such an address depends on.
        mounted = request.environ.get("SCRIPT_NAME")
        key = (mounted, endpoint, *values.items(), *map(type, values.values()))
        address = self._addresses.get(key)
        if address is None:
            address = super().url_for(endpoint, **values)
            if len(self._addresses) >= MAX_ADDRESSES:
                self._addresses.clear()
            self._addresses[key] = address
        return address

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error("%s broke [%s]", request.endpoint, request.method, exc_info=exc_info)


def _is_plain(endpoint: str, values: dict[str, Any]) -> bool:
    """Whether an address is a path of this site, and made from simple values alone."""
    return (
        endpoint[0] != "."
        and "_external" not in values
        and "_scheme" not in values
        and all(type(value) in _PLAIN for value in values.values())
    )

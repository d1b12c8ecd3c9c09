"""The Flask application class: sessions that last, and strict reading of addresses."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from flask import Flask, Request, Response, current_app, request
from flask.ctx import RequestContext
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature
from jinja2.ext import Extension
from werkzeug.exceptions import BadHost
from werkzeug.routing import IntegerConverter, Map, MapAdapter

from scorekeeper.config import LARGEST_ID, SettingError, secret_key

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# Not a valid host name, so the host check refuses it; Werkzeug builds the adapter without it.
NO_HOST = "?"

# The session key of a random id that identifies the device.
DEVICE = "id"
# The environ key of the name of the session cookie, if the request sent one.
COOKIE = "scorekeeper.cookie"
# The environ key of a request whose files may be written to disk.
ON_DISK = "scorekeeper.on_disk"
# The view attribute with its response while the database is unavailable.
WHEN_UNAVAILABLE = "when_unavailable"
INDENT = re.compile(r"^ +", re.MULTILINE)

View = TypeVar("View", bound=Callable[..., Any])


def new_device() -> str:
    """Return a random id for a device."""
    return token_hex(16)


class LastingSession(SecureCookieSession):
    """A permanent session; Flask's own would have to be marked so for each visitor."""

    permanent = True


class PersistentSessions(SecureCookieSessionInterface):
    """Sessions that last PERMANENT_SESSION_LIFETIME from their last change, each with an id."""

    session_class = LastingSession

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read a session regardless of when it was signed: the browser forgets it when it is old.

        Flask drops a session signed in the future or long ago, and the next response would replace
        it. A clock that was wrong for a minute must not take anybody's rights away.
        """
        name = super().get_cookie_name(app)
        # Most people who watch have no session.
        if name in request.cookies and (signer := self.get_signing_serializer(app)):
            for each in (own := f"{name}-{_word_for(str(app.secret_key))}", name):
                with suppress(BadSignature):
                    session = self.session_class(signer.loads(request.cookies.get(each, "")))
                    request.environ[COOKIE] = each
                    return session
            request.environ[COOKIE] = own
        return self.session_class()

    def get_cookie_name(self, app: Flask) -> str:
        """Leave a cookie that another key has signed, and use one with another name beside it.

        So a device is recognized again once a restored backup has brought back the old key.
        """
        return str(request.environ.get(COOKIE) or super().get_cookie_name(app))

    def get_cookie_path(self, app: Flask) -> str:
        """Limit the cookie to the path of the site: other sites on the host have their own."""
        return f"{request.script_root}/"

    def get_cookie_secure(self, app: Flask) -> bool:
        """Do not send a cookie over http that was set over https."""
        return super().get_cookie_secure(app) or request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Give a new session its id with the first cookie, so that two tabs share it."""
        if session and session.modified:
            session.setdefault(DEVICE, new_device())
        super().save_session(app, session, response)


@cache
def _word_for(key: str) -> str:
    """Return a word that tells cookies of one key from those of another."""
    return sha256(f"cookies of {key}".encode()).hexdigest()[:8]


class NumberConverter(IntegerConverter):
    """A number in an address; one too large for a database matches no page."""

    regex = "[0-9]+"

    def __init__(self, map_: Map, *args: Any, **options: Any) -> None:
        super().__init__(map_, *args, **{"max": LARGEST_ID, **options})


class RequestInMemory(Request):
    """A request whose files stay in memory, however large, unless its view takes a file."""

    def _get_file_stream(self, *_sizes: object, **_kind: object) -> IO[bytes]:
        # The scorebook's disk has room for large files; a temporary folder may not.
        on_disk = ON_DISK in self.environ
        return TemporaryFile(dir=current_app.instance_path) if on_disk else BytesIO()


class Unindented(Extension):
    """Renders templates without their indentation, which saves a tenth of each page."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Take off what each line of a template begins with."""
        return INDENT.sub("", source)


class ScorekeeperFlask(Flask):
    """Reads addresses strictly, and logs which view failed but not its address.

    A link in the address would let in anybody who reads the log.
    """

    request_class = RequestInMemory
    jinja_options = {"extensions": [Unindented]}  # noqa: RUF012 # Flask's own has no ClassVar

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # When the key file was written, as last read.
        self._key_written = 0
        # Read when a URL rule is added, so this must be set before any view.
        self.url_map.converters["int"] = NumberConverter

    def request_context(self, environ: WSGIEnvironment) -> RequestContext:
        """Quote bytes in the query that the client should have: Werkzeug cannot read them all.

        First check whether the secret key has changed.
        """
        self._read_key()
        query = environ.get("QUERY_STRING", "")
        if not query.isascii():
            environ["QUERY_STRING"] = quote(query.encode("latin-1"), safe=string.printable)
        return super().request_context(environ)

    def _read_key(self) -> None:
        """Read the secret key again if its file has changed: a restore brings that of the backup.

        If it cannot be read, keep the old key.
        """
        path: Path | None = self.config["SECRET_KEY_FILE"]
        if path is None:
            return
        with suppress(OSError, SettingError):
            written = path.stat().st_mtime_ns
            if written != self._key_written:
                self.config["SECRET_KEY"] = secret_key(path.parent)
                self._key_written = written

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Make a URL adapter even for an invalid host name, so that it can be refused."""
        try:
            return super().create_url_adapter(request)
        except BadHost:
            if request is None:
                raise
            request.environ["HTTP_HOST"] = NO_HOST
            return super().create_url_adapter(request)

    def log_exception(self, exc_info: Any) -> None:
        self.logger.error("%s broke [%s]", request.endpoint, request.method, exc_info=exc_info)


def when_unavailable(respond: Callable[[], ResponseReturnValue]) -> Callable[[View], View]:
    """Use `respond` in place of the error page of a view while the database is unavailable."""

    def mark(view: View) -> View:
        setattr(view, WHEN_UNAVAILABLE, respond)
        return view

    return mark


def response_when_unavailable() -> ResponseReturnValue | None:
    """Return the requested view's own response; None for the error page."""
    view = current_app.view_functions.get(request.endpoint or "")
    respond: Callable[[], ResponseReturnValue] | None = getattr(view, WHEN_UNAVAILABLE, None)
    return respond() if respond else None

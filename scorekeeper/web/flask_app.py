"""The Flask application itself: sessions that last, addresses that are read strictly."""

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

# No host name, so that the host check refuses it; Werkzeug builds addresses without a name for it.
NO_HOST = "?"

# The key in a session of a random id, which tells its device from all others.
DEVICE = "id"
# The key in the environ of a request of the name of its session cookie, where it sent one.
COOKIE = "scorekeeper.cookie"
# The key in the environ of a request whose files are put on the disk.
ON_DISK = "scorekeeper.on_disk"
# The attribute of a view with its response for while the database cannot be used.
WHEN_UNAVAILABLE = "when_unavailable"
INDENT = re.compile(r"^ +", re.MULTILINE)

View = TypeVar("View", bound=Callable[..., Any])


def new_device() -> str:
    """Draw the id of a device."""
    return token_hex(16)


class LastingSession(SecureCookieSession):
    """A session whose cookie lasts; Flask's own has to be told, and so each visitor has one."""

    permanent = True


class PersistentSessions(SecureCookieSessionInterface):
    """Sessions that last PERMANENT_SESSION_LIFETIME from their last change, each with an id."""

    session_class = LastingSession

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read a session whenever it was signed: the browser forgets it when it is old.

        Flask drops one that is signed later than it is now, or long ago, and the next answer would
        replace it. A clock that was wrong for a minute must end no right.
        """
        name = super().get_cookie_name(app)
        # Most who watch have none.
        if name in request.cookies and (signer := self.get_signing_serializer(app)):
            for each in (own := f"{name}-{_word_for(str(app.secret_key))}", name):
                with suppress(BadSignature):
                    session = self.session_class(signer.loads(request.cookies.get(each, "")))
                    request.environ[COOKIE] = each
                    return session
            request.environ[COOKIE] = own
        return self.session_class()

    def get_cookie_name(self, app: Flask) -> str:
        """Leave a cookie alone that another key has signed, and use one of our own beside it.

        So a device is still the same once a backup has brought back the key of before.
        """
        return str(request.environ.get(COOKIE) or super().get_cookie_name(app))

    def get_cookie_path(self, app: Flask) -> str:
        """Keep the cookie to the path under which the site lives: other sites have their own."""
        return f"{request.script_root}/"

    def get_cookie_secure(self, app: Flask) -> bool:
        """Keep a cookie that was set over https off http."""
        return super().get_cookie_secure(app) or request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Give a new session its id with the first cookie, so that two tabs have the same."""
        if session and session.modified:
            session.setdefault(DEVICE, new_device())
        super().save_session(app, session, response)


@cache
def _word_for(key: str) -> str:
    """Return a word by which cookies of one key are told from those of another."""
    return sha256(f"cookies of {key}".encode()).hexdigest()[:8]


class NumberConverter(IntegerConverter):
    """A number in an address; one that no database holds leads to no page."""

    regex = "[0-9]+"

    def __init__(self, map_: Map, *args: Any, **options: Any) -> None:
        super().__init__(map_, *args, **{"max": LARGEST_ID, **options})


class RequestInMemory(Request):
    """A request whose files are kept in memory, however large they are, unless it takes a file."""

    def _get_file_stream(self, *_sizes: object, **_kind: object) -> IO[bytes]:
        # Beside the scorebook there is room for it, other than in some folders for work.
        on_disk = ON_DISK in self.environ
        return TemporaryFile(dir=current_app.instance_path) if on_disk else BytesIO()


class Unindented(Extension):
    """Sends pages without the indentation of their templates: a tenth of what is sent."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Take off what each line of a template begins with."""
        return INDENT.sub("", source)


class ScorekeeperFlask(Flask):
    """Reads addresses strictly, and logs which view failed without its address.

    A link in it would let whoever reads the log in.
    """

    request_class = RequestInMemory
    jinja_options = {"extensions": [Unindented]}  # noqa: RUF012 # Flask's own has no ClassVar

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # When its file was written, as far as it was read.
        self._key_written = 0
        # Read when a rule is added, so that this is in time for every view.
        self.url_map.converters["int"] = NumberConverter

    def request_context(self, environ: WSGIEnvironment) -> RequestContext:
        """Quote what a query should have quoted itself: Werkzeug cannot read each byte of it.

        First look for another secret key.
        """
        self._read_key()
        query = environ.get("QUERY_STRING", "")
        if not query.isascii():
            environ["QUERY_STRING"] = quote(query.encode("latin-1"), safe=string.printable)
        return super().request_context(environ)

    def _read_key(self) -> None:
        """Read the secret key again where its file is another: a restore brings that of a backup.

        While it cannot be read, the key stays what it is.
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
        """Find addresses also for a request to a name that no host can have: to refuse it."""
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
    """Let `respond` stand in for the error page of a view while the database is unavailable."""

    def mark(view: View) -> View:
        setattr(view, WHEN_UNAVAILABLE, respond)
        return view

    return mark


def response_when_unavailable() -> ResponseReturnValue | None:
    """Respond as the requested view says; None where it is to be the error page."""
    view = current_app.view_functions.get(request.endpoint or "")
    respond: Callable[[], ResponseReturnValue] | None = getattr(view, WHEN_UNAVAILABLE, None)
    return respond() if respond else None

"""The application on a real port, and what a browser complains about while it is used."""

from contextlib import contextmanager
from socket import SHUT_RDWR
from threading import Thread
from typing import Any

from flask import Flask
from playwright.sync_api import BrowserContext
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.serving import BaseWSGIServer, make_server
from werkzeug.wrappers import Response as Answer
from werkzeug.wsgi import get_current_url

from tests.support.running_server import free_port

# Seconds between two looks at whether to stop.
STOP_SECONDS = 0.01
# What a browser says of a page that answers 404 or 422, which the stage knows better, of a worker
# where it was told to do without, and of sound that waits for a touch: it says so when it has time.
EXPECTED = (
    "Failed to load resource",
    "Service Worker registration blocked",
    "The AudioContext was not allowed to start",
)
# A round is sent by a script first, and again as a page where it is refused.
SENT_BY_SCRIPT = ("/rounds/new", "/edit")
REFUSED = (400, 409, 422)
# A page of the stage itself, whatever it shows.
EMPTY = "/empty-page"
FORGET = "localStorage.clear(); sessionStorage.clear()"
# The header by which a page says in which test it was opened.
OF_TEST = "X-Of-Test"


class Switch:
    """Serves `app` on one port, whenever it is switched on."""

    def __init__(self, app):
        self._app, self._port = app, free_port()
        self._running: tuple[BaseWSGIServer, Thread] | None = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self._port}"

    def on(self):
        server = make_server("127.0.0.1", self._port, self._answer, threaded=True)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": STOP_SECONDS})
        self._running = server, thread
        thread.start()

    def off(self):
        if self._running is not None:
            (server, thread), self._running = self._running, None
            server.shutdown()
            thread.join()
            server.server_close()

    def _answer(self, environ, answer):
        # A browser may keep a connection at hand, opened before the server was switched off.
        if self._running is None:
            environ["werkzeug.socket"].shutdown(SHUT_RDWR)
            raise ConnectionAbortedError
        return self._app(environ, answer)


class Stage:
    """Serves the scorebook of one test after the other, at one address.

    A browser knows the styles and scripts of that address already when the next test begins. What
    is refused is written down here: to be told of each answer by the browser takes far longer.
    """

    def __init__(self):
        # Where it does so; the address ends without a slash.
        self.url = ""
        self._app: Flask | None = None
        self._refused: list[tuple[str, int]] = []
        self._shown = 0

    @property
    def headers(self):
        """Return what the pages of this test send with all that they ask for."""
        return {OF_TEST: str(self._shown)}

    def __call__(self, environ, answer):
        page = environ.get("HTTP_SEC_FETCH_MODE") == "navigate"
        if environ["PATH_INFO"] == EMPTY:
            return Answer("<!doctype html>", mimetype="text/html")(environ, answer)
        # What a page still asks for when its test is over is not for the next one.
        app, of_test = self._app, self.headers[OF_TEST]
        if app is None or environ.get("HTTP_X_OF_TEST", of_test) != of_test:
            return ServiceUnavailable()(environ, answer)

        def heard(status, *others):
            self._hear(get_current_url(environ), int(status.split()[0]), page=page)
            return answer(status, *others)

        try:
            return app(environ, heard)
        except Exception:
            self._hear(get_current_url(environ), 500, page=page)
            raise

    def _hear(self, url, status, *, page):
        """Note what is refused, unless it is a whole page: of those the test says what they are."""
        by_script = url.partition("?")[0].endswith(SENT_BY_SCRIPT) and status in REFUSED
        if status >= 400 and not page and not by_script:
            self._refused.append((url, status))

    def take(self):
        """Return what was refused since this was asked last."""
        taken, self._refused = self._refused, []
        return taken

    @contextmanager
    def shows(self, app):
        self._app, self._refused = app, []
        self._shown += 1
        try:
            yield
        finally:
            self._app = None


@contextmanager
def live(app):
    """Serve `app` until the block ends; yield its address, which ends without a slash."""
    switch = Switch(app)
    switch.on()
    try:
        yield switch.url
    finally:
        switch.off()


class Complaints(list[str]):
    """What goes wrong behind the pages of contexts; the stage says what it refused."""

    def __init__(self, home, stage):
        super().__init__()
        self._home, self._stage = home, stage
        self._forgiven: list[tuple[str, int]] = []

    @contextmanager
    def of(self, context):
        """Hear what goes wrong in a context until the block ends; fail if anything did."""
        hearing: dict[Any, Any] = {
            "console": self._console,
            "weberror": lambda error: self.append(f"A script broke: {error.error}"),
            "requestfailed": self._host,
        }
        for event, hear in hearing.items():
            context.on(event, hear)
        yield context
        heard = self.heard(context)
        for event, hear in hearing.items():
            context.remove_listener(event, hear)
        assert heard == [], heard

    def forgive(self, ending, status):
        """Say that an address may answer so, whatever its query: the test sees to it."""
        self._forgiven.append((ending, status))

    def heard(self, context):
        """Return everything there was, what is still on its way from a context included."""
        context.cookies()
        for url, status in self._stage.take():
            path = url.partition("?")[0]
            if not any(path.endswith(end) and status == known for end, known in self._forgiven):
                self.append(f"{url} answered {status}")
        return [*self]

    def _console(self, message):
        known = any(each in message.text for each in EXPECTED)
        if message.type in ("error", "warning") and not known:
            self.append(f"The console says: {message.text}")

    def _host(self, request):
        if not request.url.startswith((f"{self._home}/", "data:")):
            self.append(f"Another host was asked: {request.url}")


class Contexts:
    """Lends contexts in which nothing is left of the test before but what the browser cached."""

    def __init__(self, browser, stage):
        self._browser, self._stage = browser, stage
        self._free: dict[str, BrowserContext] = {}

    @contextmanager
    def lend(self, args, *, anew=False):
        """Lend a context with such arguments; a new one if asked for, or if not all is cleared."""
        kept = args["base_url"] == self._stage.url and args.get("service_workers") == "block"
        headers = self._stage.headers
        if anew or not kept:
            with self._browser.new_context(**args, extra_http_headers=headers) as context:
                yield context
            return
        key = repr(sorted(args.items()))
        if key not in self._free:
            self._free[key] = self._browser.new_context(**args)
            # A page that stays: it clears what others have left, and keeps alive what draws them.
            self._free[key].new_page().goto(EMPTY)
        context = self._free.pop(key)
        context.set_extra_http_headers(headers)
        yield context
        staying, *others = context.pages
        for page in others:
            page.close()
        context.unroute_all()
        context.set_offline(False)
        context.clear_permissions()
        context.clear_cookies()
        staying.evaluate(FORGET)
        self._free[key] = context

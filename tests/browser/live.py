"""The application on a real port, and what a browser complains about while it is used."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from flask import Flask
from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError
from werkzeug.serving import make_server

# Seconds between two looks at whether to stop.
STOP_SECONDS = 0.01
# A page that answers 404 or 422 is logged like this too: which those are is told by the responses.
LOGGED_ANSWER = "Failed to load resource"


@contextmanager
def live(app: Flask) -> Iterator[str]:
    """Serve `app` until the block ends; yield its address, which ends without a slash."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": STOP_SECONDS})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Complaints(list[str]):
    """What goes wrong behind the pages of a context, as sentences."""

    def __init__(self, context: BrowserContext, home: str) -> None:
        super().__init__()
        self._context, self._home = context, home
        context.on("console", self._console)
        context.on("weberror", self._script)
        context.on("request", self._request)
        context.on("response", self._response)

    def heard(self) -> list[str]:
        """Return everything there was, what is still on its way included."""
        self._context.cookies()
        return [*self]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and LOGGED_ANSWER not in message.text:
            self.append(f"The console says: {message.text}")

    def _script(self, error: WebError) -> None:
        self.append(f"A script broke: {error.error}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self._home}/", "data:")):
            self.append(f"Another host was asked: {request.url}")

    def _response(self, response: Response) -> None:
        # A whole page may be refused, and the test says so; what belongs to a page may not.
        if response.status >= 400 and not response.request.is_navigation_request():
            self.append(f"{response.url} answered {response.status}")

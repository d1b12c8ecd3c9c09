"""Firefox as it is on the machine, by WebDriver BiDi."""

import json
import re
import subprocess
import time
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websocket import WebSocket, create_connection

from tests.browser.engines.guest import Away
from tests.browser.scorer import PHONE, TABLET

# What it says of what was still coming when its page was left, or its server stopped.
CUT = re.compile(r"connection to .*/events\?|error loading dynamically imported module")
# Seconds a busy machine may need to start it, and to answer.
TO_START, TO_ANSWER = 60, 30
# Where it writes down on which port it listens.
LISTENS = "WebDriverBiDiServer.json"
# Nothing is asked of the network but our pages, and nothing is shown before them.
SETTINGS: dict[str, object] = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    # Every page comes from the server.
    "dom.serviceWorkers.enabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class Refused(Exception):
    """The browser could not do what it was told."""


class Bidi:
    """A session with a browser that listens at an address."""

    def __init__(self, address):
        # A browser answers no page, so nobody may say where the question comes from.
        self._socket: WebSocket = create_connection(
            f"{address}/session", timeout=TO_ANSWER, suppress_origin=True
        )
        self._asked = 0
        self.events: list[dict[str, Any]] = []
        self.ask("session.new", capabilities={})

    def ask(self, method, **parameters):
        """Have something done and return the result. Raise Refused."""
        self._asked += 1
        message = {"id": self._asked, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        while (answer := self._next()).get("id") != self._asked:
            self.events.append(answer)
        if answer["type"] == "error":
            raise Refused(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def close(self):
        """Hang up."""
        self._socket.close()

    def _next(self):
        answer: dict[str, Any] = json.loads(self._socket.recv())
        return answer


class FirefoxPage:
    """A tab of Firefox."""

    def __init__(self, bidi, tab):
        self._bidi, self._tab = bidi, tab
        self.resize(TABLET)

    def open(self, address):
        self._bidi.ask("browsingContext.navigate", context=self._tab, url=address, wait="none")

    def evaluate(self, function, *given):
        called = f"JSON.stringify(({function})(...{json.dumps(given)}) ?? null)"
        try:
            answer = self._bidi.ask(
                "script.evaluate",
                expression=called,
                target={"context": self._tab},
                awaitPromise=False,
            )
        except Refused as error:
            raise Away(str(error)) from error
        if answer["type"] == "exception":
            raise Away(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def tap(self, x, y):
        self._act(
            {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}},
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def type(self, text):
        steps: list[dict[str, object]] = [
            {"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keys"}, *steps)

    def resize(self, size):
        self._bidi.ask("browsingContext.setViewport", context=self._tab, viewport=size)

    def complaints(self):
        # What is on its way has come once this is answered.
        self._bidi.ask("session.status")
        said = [event["params"] for event in self._bidi.events]
        errors = [str(each["text"]) for each in said if each.get("level") == "error"]
        return [each for each in errors if not CUT.search(each)]

    def _act(self, source, *steps):
        self._bidi.ask(
            "input.performActions", context=self._tab, actions=[{**source, "actions": steps}]
        )


class FirefoxEngine:
    """A Firefox with a profile of its own."""

    narrow = PHONE

    def __init__(self, program):
        with ExitStack() as stack:
            folder = TemporaryDirectory(ignore_cleanup_errors=True)
            profile = Path(stack.enter_context(folder))
            lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in SETTINGS.items()]
            (profile / "user.js").write_text("\n".join(lines))
            process = stack.enter_context(start(program, profile))
            stack.callback(process.terminate)
            self._bidi = stack.enter_context(closing(Bidi(listening(profile))))
            self._bidi.ask("session.subscribe", events=["log.entryAdded"])
            self._stack = stack.pop_all()

    @contextmanager
    def visit(self):
        visitor = self._bidi.ask("browser.createUserContext")
        tab = self._bidi.ask("browsingContext.create", type="tab", **visitor)["context"]
        self._bidi.events.clear()
        yield FirefoxPage(self._bidi, tab)
        self._bidi.ask("browser.removeUserContext", **visitor)

    def close(self):
        self._stack.close()


def start(program, profile):
    """Start a Firefox that listens."""
    return subprocess.Popen(
        [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def listening(profile):
    """Wait until a Firefox listens, and return where."""
    told, late = profile / LISTENS, time.monotonic() + TO_START
    while time.monotonic() < late:
        if told.is_file() and (text := told.read_text()):
            where = json.loads(text)
            return f"ws://{where['ws_host']}:{where['ws_port']}"
        time.sleep(0.1)
    raise RuntimeError("Firefox does not listen.")

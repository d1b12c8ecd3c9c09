"""Firefox as it is on the machine, by WebDriver BiDi."""

import base64
import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.engines.bidi import Bidi, Refused
from tests.browser.engines.driver import TABLET, Away

# What it says of what was still coming when its page was left, or its server stopped.
CUT = re.compile(r"connection to .*/events\?|error loading dynamically imported module")
# Seconds a busy machine may need to start it.
PATIENCE = 60
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


class FirefoxPage:
    """A tab of Firefox."""

    def __init__(self, bidi: Bidi, tab: str) -> None:
        self._bidi, self._tab = bidi, tab
        self.resize(*TABLET)

    def open(self, address: str) -> None:
        self._bidi.ask("browsingContext.navigate", context=self._tab, url=address, wait="none")

    def evaluate(self, function: str, *given: object) -> Any:
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

    def tap(self, x: float, y: float) -> None:
        self._act(
            {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}},
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        )

    def type(self, text: str) -> None:
        steps: list[dict[str, object]] = [
            {"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keys"}, *steps)

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._bidi.ask("browsingContext.setViewport", context=self._tab, viewport=size)

    def complaints(self) -> list[str]:
        # What is on its way has come once this is answered.
        self._bidi.ask("session.status")
        said = [event["params"] for event in self._bidi.events]
        errors = [str(each["text"]) for each in said if each.get("level") == "error"]
        return [each for each in errors if not CUT.search(each)]

    def picture(self, path: Path) -> None:
        answer = self._bidi.ask("browsingContext.captureScreenshot", context=self._tab)
        path.write_bytes(base64.b64decode(answer["data"]))

    def _act(self, source: dict[str, object], *steps: dict[str, object]) -> None:
        self._bidi.ask(
            "input.performActions", context=self._tab, actions=[{**source, "actions": steps}]
        )


class FirefoxEngine:
    """A Firefox with a profile of its own."""

    def __init__(self, program: Path, scripts: bool) -> None:
        with ExitStack() as stack:
            folder = TemporaryDirectory(ignore_cleanup_errors=True)
            profile = Path(stack.enter_context(folder))
            write_settings(profile, {**SETTINGS, "javascript.enabled": scripts})
            process = stack.enter_context(start(program, profile))
            stack.callback(process.terminate)
            self._bidi = stack.enter_context(closing(Bidi(listening(profile))))
            self._bidi.ask("session.subscribe", events=["log.entryAdded"])
            self._stack = stack.pop_all()

    @contextmanager
    def visit(self) -> Iterator[FirefoxPage]:
        visitor = self._bidi.ask("browser.createUserContext")
        tab = self._bidi.ask("browsingContext.create", type="tab", **visitor)["context"]
        self._bidi.events.clear()
        yield FirefoxPage(self._bidi, tab)
        self._bidi.ask("browser.removeUserContext", **visitor)

    def close(self) -> None:
        self._stack.close()


def write_settings(profile: Path, settings: dict[str, object]) -> None:
    """Write down what a Firefox with this profile does otherwise."""
    lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in settings.items()]
    (profile / "user.js").write_text("\n".join(lines))


def start(program: Path, profile: Path) -> subprocess.Popen[bytes]:
    """Start a Firefox that listens."""
    return subprocess.Popen(
        [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def listening(profile: Path) -> str:
    """Wait until a Firefox listens, and return where."""
    told, late = profile / LISTENS, time.monotonic() + PATIENCE
    while time.monotonic() < late:
        if told.is_file() and (text := told.read_text()):
            where = json.loads(text)
            return f"ws://{where['ws_host']}:{where['ws_port']}"
        time.sleep(0.1)
    raise RuntimeError("Firefox does not listen.")

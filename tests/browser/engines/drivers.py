"""The engines as they are on the machine: Firefox by WebDriver BiDi, and WebKitGTK by WebDriver."""

import json
import os
import re
import subprocess
import time
import warnings
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError
from websocket import WebSocket, create_connection

from tests.browser.scorer import TABLET

# What it says of what was still coming when its page was left, or its server stopped.
CUT = re.compile(r"connection to .*/events\?|error loading dynamically imported module")
# Seconds a busy machine may need to start it, and to answer.
TO_START, TO_ANSWER = 60, 30
NULL = subprocess.DEVNULL
# Where it writes down on which port it listens.
LISTENS = "WebDriverBiDiServer.json"
# Nothing is asked of the network but our pages, and nothing is shown before them.
SETTINGS: dict[str, object] = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class Away(Exception):
    """The page is not there just now: another one is on its way."""


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
        """Have something done and return the result. Raise Away."""
        self._asked += 1
        message = {"id": self._asked, "method": method, "params": parameters}
        self._socket.send(json.dumps(message))
        while (answer := json.loads(self._socket.recv())).get("id") != self._asked:
            self.events.append(answer)
        if answer["type"] == "error":
            raise Away(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def close(self):
        self._socket.close()


class FirefoxPage:
    def __init__(self, bidi, tab):
        self._bidi, self._tab = bidi, tab
        self.resize(TABLET)

    def open(self, address):
        self._bidi.ask("browsingContext.navigate", context=self._tab, url=address, wait="none")

    def evaluate(self, function, *given):
        called = f"JSON.stringify(({function})(...{json.dumps(given)}) ?? null)"
        target = {"context": self._tab}
        answer = self._bidi.ask(
            "script.evaluate", expression=called, target=target, awaitPromise=False
        )
        if answer["type"] == "exception":
            raise Away(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def tap(self, x, y, again=None):
        """Touch a place, and once more so many seconds later."""
        once: list[dict[str, object]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        pause = {"type": "pause", "duration": round(1000 * (again or 0))}
        steps = once if again is None else [*once, pause, *once]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        self._act(finger, *steps)

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
    """A Firefox with a profile of its own; pages come from the server, unless from `workers`."""

    def __init__(self, program, *, workers=False):
        settings = {**SETTINGS, "dom.serviceWorkers.enabled": workers}
        with ExitStack() as stack:
            folder = TemporaryDirectory(ignore_cleanup_errors=True)
            profile = Path(stack.enter_context(folder))
            lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in settings.items()]
            (profile / "user.js").write_text("\n".join(lines))
            command = [program, "--headless", "--no-remote", "--remote-debugging-port=0"]
            process = stack.enter_context(
                subprocess.Popen([*command, "--profile", profile], stdout=NULL, stderr=NULL)
            )
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


def listening(profile):
    told, late = profile / LISTENS, time.monotonic() + TO_START
    while time.monotonic() < late:
        if told.is_file() and (text := told.read_text()):
            where = json.loads(text)
            return f"ws://{where['ws_host']}:{where['ws_port']}"
        time.sleep(0.1)
    raise RuntimeError("Firefox does not listen.")


PATIENCE_SECONDS = 5
# How large its screen is, and how many colours it has.
ROOM = "1400x1300x24"
# Its window is never narrower than its own buttons: without letters and pictures they are nothing.
NO_BUTTONS = "* { min-width: 0; padding: 0; font-size: 1px; -gtk-icon-transform: scale(0); }"
# It draws nothing by hardware, and as root it has no sandbox.
ENVIRONMENT = {
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
}


@contextmanager
def screen(xvfb):
    """Switch an X display of our own on until the block ends; yield its name."""
    told, tells = os.pipe()
    command = [xvfb, "-displayfd", str(tells), "-screen", "0", ROOM, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[tells], stdout=NULL, stderr=NULL) as process:
        os.close(tells)
        try:
            with os.fdopen(told) as number:
                yield f":{number.readline().strip()}"
        finally:
            process.terminate()


class WebKitPage:
    def __init__(self, browser, console):
        self._browser, self._console = browser, console
        self._heard, self._opened = 0, False
        self.resize(TABLET)

    def open(self, address):
        if not self._opened:
            # What the page of another test still says is not about this one.
            self._heard, self._opened = self._console.stat().st_size, True
        self._browser.get(address)

    def evaluate(self, function, *given):
        try:
            return self._browser.execute_script(f"return ({function})(...arguments)", *given)
        except (WebDriverException, HTTPError) as error:
            raise Away(str(error)) from error

    def tap(self, x, y, again=None):
        """Touch a place, and once more so many seconds later."""
        # Its WebDriver makes a mouse of every finger.
        actions = ActionBuilder(self._browser)
        pointer: Any = actions.pointer_action
        pointer.move_to_location(round(x), round(y)).pointer_down().pointer_up()
        if again is not None:
            pointer.pause(again).pointer_down().pointer_up()
        actions.perform()

    def type(self, text):
        ActionChains(self._browser).send_keys(text).perform()

    def resize(self, size):
        # Its driver sizes the window with its frame, and a page that is just opened may still say
        # the size of the one before.
        end = time.monotonic() + PATIENCE_SECONDS
        measure = "() => ({ width: innerWidth, height: innerHeight })"
        while (inner := self.evaluate(measure)) != size:
            if time.monotonic() > end:
                raise TimeoutError(f"The page is {inner}, not {size}")
            outer = self._browser.get_window_size()
            frame = {side: max(0, outer[side] - inner[side]) for side in size}
            self._browser.set_window_size(*(size[side] + frame[side] for side in size))

    def complaints(self):
        with self._console.open(errors="replace") as written:
            written.seek(self._heard)
            return [line.strip() for line in written if "CONSOLE" in line and "ERROR" in line]


class WebKitEngine:
    """A WebKitGTK browser on a screen of its own."""

    def __init__(self, driver, browser, xvfb, *, workers=False):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            self._console = folder / "console"
            self._console.touch()
            (folder / "gtk-3.0").mkdir()
            (folder / "gtk-3.0" / "gtk.css").write_text(NO_BUTTONS)
            display = stack.enter_context(screen(xvfb))
            # Keeps what the browser says, which its driver drops.
            program = folder / "browser"
            program.write_text(f'#!/bin/sh\nexec "{browser}" "$@" 2>>"{self._console}"\n')
            program.chmod(0o700)
            around = {"DISPLAY": display, "XDG_CONFIG_HOME": str(folder)}
            self._browser = started(driver, program, around, workers=workers)
            stack.callback(self._browser.quit)
            self._stack = stack.pop_all()

    @contextmanager
    def visit(self):
        yield WebKitPage(self._browser, self._console)
        # Each test has a site of its own, so only cookies would be met again.
        self._browser.delete_all_cookies()

    def close(self):
        self._stack.close()


def started(driver, program, around, *, workers):
    options = Options()
    options.binary_location = str(program)
    # A page with a stream has never loaded.
    options.page_load_strategy = "none"
    options.add_argument("--automation")
    options.add_argument("--enable-write-console-messages-to-stdout=true")
    if not workers:
        options.add_argument("--features=-ServiceWorkers")
    service = Service(driver, env=os.environ | ENVIRONMENT | around)
    with warnings.catch_warnings():
        # Selenium says that it uses something of its own that it is about to change.
        warnings.simplefilter("ignore", DeprecationWarning)
        browser = WebKitGTK(options, service)
    # What is asked while one page gives way to another may never be answered.
    connection: Any = browser.command_executor
    connection.client_config.timeout = PATIENCE_SECONDS
    return browser

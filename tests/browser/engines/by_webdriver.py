"""WebKit as Debian has it, WebKitGTK, by WebDriver."""

import os
import subprocess
import warnings
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from playwright.sync_api import ViewportSize
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

from tests.browser.engines.guest import Away
from tests.browser.scorer import TABLET

PATIENCE_SECONDS = 5
# How large its screen is, and how many colours it has.
ROOM = "1400x1300x24"
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
    with subprocess.Popen(
        command, pass_fds=[tells], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        os.close(tells)
        try:
            with os.fdopen(told) as number:
                yield f":{number.readline().strip()}"
        finally:
            process.terminate()


class WebKitPage:
    """The window of a WebKitGTK browser."""

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

    def tap(self, x, y):
        # Its WebDriver makes a mouse of every finger.
        actions = ActionBuilder(self._browser)
        pointer: Any = actions.pointer_action
        pointer.move_to_location(round(x), round(y)).pointer_down().pointer_up()
        actions.perform()

    def type(self, text):
        ActionChains(self._browser).send_keys(text).perform()

    def resize(self, size):
        # Its driver sizes the window with its frame, and a page that is just opened may still say
        # the size of the one before.
        end = monotonic() + PATIENCE_SECONDS
        measure = "() => ({ width: innerWidth, height: innerHeight })"
        while (inner := self.evaluate(measure)) != size:
            if monotonic() > end:
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

    # It makes no window narrower than that.
    narrow = ViewportSize(width=500, height=844)

    def __init__(self, programs):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            self._console = folder / "console"
            self._console.touch()
            display = stack.enter_context(screen(programs.xvfb))
            program = wrapped(programs.browser, folder, self._console)
            self._browser = start(programs.driver, options(program), display)
            stack.callback(self._browser.quit)
            self._stack = stack.pop_all()

    @contextmanager
    def visit(self):
        yield WebKitPage(self._browser, self._console)
        # Each test has a site of its own, so only cookies would be met again.
        self._browser.delete_all_cookies()

    def close(self):
        self._stack.close()


def start(driver, options, display):
    """Start a browser on a display."""
    service = Service(str(driver), env=os.environ | ENVIRONMENT | {"DISPLAY": display})
    with warnings.catch_warnings():
        # Selenium says that it uses something of its own that it is about to change.
        warnings.simplefilter("ignore", DeprecationWarning)
        browser = WebKitGTK(options, service)
    # What is asked while one page gives way to another may never be answered.
    connection: Any = browser.command_executor
    connection.client_config.timeout = PATIENCE_SECONDS
    return browser


def options(program):
    """Say how a browser is started."""
    options = Options()
    options.binary_location = str(program)
    # A page with a stream has never loaded.
    options.page_load_strategy = "none"
    options.add_argument("--automation")
    options.add_argument("--enable-write-console-messages-to-stdout=true")
    # Every page comes from the server.
    options.add_argument("--features=-ServiceWorkers")
    return options


def wrapped(browser, folder, console):
    """Return a program that starts the browser and keeps what it says, which its driver drops."""
    program = folder / "browser"
    program.write_text(f'#!/bin/sh\nexec "{browser}" "$@" 2>>"{console}"\n')
    program.chmod(0o700)
    return program

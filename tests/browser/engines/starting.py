"""Which programs the engines are, and how they are started: none is ever downloaded."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from tests.browser.engines.by_bidi import FirefoxEngine
from tests.browser.engines.by_webdriver import WebKitEngine, WebKitPrograms
from tests.browser.engines.driver import Engine
from tests.browser.finding import REQUIRED, NoBrowser

FIREFOXES = ("firefox-esr", "firefox")
MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"
FOLDERS = ("/usr/lib/*", "/usr/lib", "/usr/libexec")


def find_firefox(which=shutil.which):
    """Find Firefox on the machine. Raise NoBrowser."""
    for name in FIREFOXES:
        if (found := which(name)) is not None:
            return Path(found)
    raise _missing("Firefox", "firefox-esr")


def find_webkit(browsers, which=shutil.which):
    """Find WebKitGTK on the machine. Raise NoBrowser."""
    driver, xvfb = which("WebKitWebDriver"), which("Xvfb")
    browser = next(iter(browsers), None)
    if driver is None or xvfb is None or browser is None:
        raise _missing("WebKit", "webkit2gtk-driver and xvfb")
    return WebKitPrograms(Path(driver), browser, Path(xvfb))


def _missing(engine, packages):
    return NoBrowser(
        f"No {engine} was found for the tests in every engine: install {packages}.",
        required=os.environ.get(REQUIRED) == "1",
    )


def installed():
    """List the small browsers of WebKitGTK on this machine, the newest first."""
    patterns = [f"{folder}/{MINI_BROWSER}".lstrip("/") for folder in FOLDERS]
    found = [each for pattern in patterns for each in Path("/").glob(pattern)]
    return sorted(found, key=lambda each: each.parent.name, reverse=True)


ENGINES: dict[str, Callable[[], Engine]] = {
    "firefox": lambda: FirefoxEngine(find_firefox()),
    "webkit": lambda: WebKitEngine(find_webkit(installed())),
}

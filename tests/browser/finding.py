"""Which browser the tests use: none is ever downloaded."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

NAMED, REQUIRED = "SCOREKEEPER_BROWSER", "SCOREKEEPER_REQUIRE_BROWSER"
# Chromium without windows comes first: it opens a page in a fifth of the time.
ON_THIS_MACHINE = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
# Nothing may be asked of the network, and nothing drawn by hardware that another machine lacks.
ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--host-resolver-rules=MAP tablet.lan 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--no-first-run",
    # All pages share one process, also those that are about to be opened, and what draws them has
    # none of its own: a new process takes longer than a page.
    "--process-per-site",
    "--renderer-process-limit=1",
    "--in-process-gpu",
)

FIREFOXES = ("firefox-esr", "firefox")
MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"
FOLDERS = ("usr/lib/*", "usr/lib", "usr/libexec")

Which = Callable[[str], str | None]


class NoBrowser(Exception):
    """There is no browser to test with; `required` where the tests may not go without."""

    def __init__(self, sentence, required=False):
        super().__init__(sentence)
        self.required = required or os.environ.get(REQUIRED) == "1"


class WebKitPrograms(NamedTuple):
    """What is needed of WebKitGTK."""

    driver: Path
    browser: Path
    xvfb: Path


def find_browser(environment, own, which=shutil.which):
    """Find the browser that is named, else Playwright's `own`, else one on the machine.

    Raise NoBrowser.
    """
    if named := environment.get(NAMED):
        found = which(named)
        if found is None:
            # Whoever names a browser does not want to go without.
            raise NoBrowser(f"{NAMED} names {named}, which cannot be run.", required=True)
        return Path(found)
    if own.is_file():
        return own
    for name in ON_THIS_MACHINE:
        if (found := which(name)) is not None:
            return Path(found)
    raise NoBrowser(
        "No browser was found for the browser tests: install Chromium, Chrome or Edge,"
        f" or say where one is with {NAMED}."
    )


def find_firefox(which=shutil.which):
    """Find Firefox on the machine. Raise NoBrowser."""
    for name in FIREFOXES:
        if (found := which(name)) is not None:
            return Path(found)
    raise NoBrowser("No Firefox was found for the tests in every engine: install firefox-esr.")


def mini_browsers():
    """List the small browsers of WebKitGTK on this machine, the newest first."""
    found = [each for folder in FOLDERS for each in Path("/").glob(f"{folder}/{MINI_BROWSER}")]
    return sorted(found, key=lambda each: each.parent.name, reverse=True)


def find_webkit(browsers, which=shutil.which):
    """Find WebKitGTK on the machine. Raise NoBrowser."""
    driver, xvfb = which("WebKitWebDriver"), which("Xvfb")
    if driver is None or xvfb is None or not browsers:
        raise NoBrowser(
            "No WebKit was found for the tests in every engine: install webkit2gtk-driver and xvfb."
        )
    return WebKitPrograms(Path(driver), browsers[0], Path(xvfb))


def launch_options(environment, own):
    """Say how the browser is started, `own` being where Playwright's would be.

    Raise NoBrowser.
    """
    # Chromium's sandbox refuses to work for root, as whom containers run.
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {
        "executable_path": find_browser(environment, Path(own)),
        "args": [*ARGUMENTS, *(["--no-sandbox"] if as_root else [])],
    }

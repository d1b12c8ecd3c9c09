"""Which browser the tests use: none is ever downloaded."""

import os
import shutil
from pathlib import Path

import pytest

NAMED, REQUIRED = "SCOREKEEPER_BROWSER", "TESTS_REQUIRE_BROWSER"
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
MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"


class NoBrowser(Exception):
    """There is no browser to test with; `required` where the tests may not go without."""

    def __init__(self, sentence, required=False):
        super().__init__(sentence)
        self.required = required or os.environ.get(REQUIRED) == "1"

    def leave_out(self):
        """Skip what needs a browser, or let it fail where one is required."""
        if self.required:
            pytest.fail(str(self), pytrace=False)
        pytest.skip(str(self))


def needed(look):
    """Return what `look` finds; without a browser skip, or fail where one is required."""
    try:
        return look()
    except NoBrowser as error:
        missing = error
    return missing.leave_out()


def first_of(names, which):
    """Return where the first of some programs is that can be run, if any can."""
    return next((Path(found) for name in names if (found := which(name)) is not None), None)


def find_browser(environment, own, which=shutil.which):
    """Find the browser named, else Playwright's `own`, else one on the machine. Raise NoBrowser."""
    if named := environment.get(NAMED):
        found = first_of([named], which)
        # Whoever names a browser does not want to go without.
        missing = NoBrowser(f"{NAMED} names {named}, which cannot be run.", required=True)
    else:
        found = own if own.is_file() else first_of(ON_THIS_MACHINE, which)
        missing = NoBrowser(
            "No browser was found for the browser tests: install Chromium, Chrome or Edge,"
            f" or say where one is with {NAMED}."
        )
    if found is None:
        raise missing
    return found


def find_firefox(which=shutil.which):
    found = first_of(("firefox-esr", "firefox"), which)
    if found is None:
        raise NoBrowser("No Firefox was found for the tests in every engine: install firefox-esr.")
    return found


def mini_browsers():
    """List the small browsers of WebKitGTK on this machine, the newest first."""
    folders = ("usr/lib/*", "usr/lib", "usr/libexec")
    found = [each for folder in folders for each in Path("/").glob(f"{folder}/{MINI_BROWSER}")]
    return sorted(found, key=lambda each: each.parent.name, reverse=True)


def find_webkit(browsers, which=shutil.which):
    """Find WebKitGTK on the machine: its driver, a browser and a screen. Raise NoBrowser."""
    driver, xvfb = which("WebKitWebDriver"), which("Xvfb")
    if driver is None or xvfb is None or not browsers:
        raise NoBrowser(
            "No WebKit was found for the tests in every engine: install webkit2gtk-driver and xvfb."
        )
    return driver, browsers[0], xvfb


def launch_options(environment, own):
    """Say how the browser is started, Playwright's own being at `own`. Raise NoBrowser."""
    # Chromium's sandbox refuses to work for root, as whom containers run.
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {
        "executable_path": find_browser(environment, Path(own)),
        "args": [*ARGUMENTS, *(["--no-sandbox"] if as_root else [])],
    }

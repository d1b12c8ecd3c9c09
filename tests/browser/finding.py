"""Which browser the tests use: none is ever downloaded."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

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

Which = Callable[[str], str | None]


class NoBrowser(Exception):
    """There is no browser to test with; `required` where the tests may not go without."""

    def __init__(self, sentence, required):
        super().__init__(sentence)
        self.required = required


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
        f" or say where one is with {NAMED}.",
        required=environment.get(REQUIRED) == "1",
    )


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

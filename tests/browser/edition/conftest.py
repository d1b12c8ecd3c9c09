"""The browser edition on a site, and a Chromium that can be killed."""

import os
import signal
import subprocess
import time
from contextlib import contextmanager, suppress

import pytest

from tests.browser.edition.folder import built, served
from tests.browser.scorer import TABLET


@pytest.fixture(scope="session")
def folder(pytestconfig, tmp_path_factory):
    cache = getattr(pytestconfig, "cache", None)
    return built(cache.mkdir("browser-edition") if cache else tmp_path_factory.mktemp("edition"))


@pytest.fixture
def site(tmp_path):
    return tmp_path / "site"


@pytest.fixture
def address(folder, site):
    with served(folder, site) as address:
        yield address


class Chromium:
    """A Chromium with a profile that lasts: opened, closed and killed as often as one likes."""

    def __init__(self, playwright, launch, profile):
        self._playwright, self._launch, self._profile = playwright, launch, profile

    @contextmanager
    def opened(self):
        """Yield its context until it is closed as people do."""
        context = self._playwright.chromium.launch_persistent_context(
            self._profile, viewport=TABLET, has_touch=True, **self._launch
        )
        context.set_default_timeout(20_000)
        yield context
        context.close()

    @contextmanager
    def killed(self):
        """Yield its context until it is killed, with all that it has in memory."""
        self._profile.mkdir(exist_ok=True)
        told = self._profile / "DevToolsActivePort"
        told.unlink(missing_ok=True)
        program, arguments = self._launch["executable_path"], self._launch["args"]
        debug = (f"--user-data-dir={self._profile}", "--remote-debugging-port=0", "about:blank")
        null = subprocess.DEVNULL
        command = [program, *arguments, *debug]
        with subprocess.Popen(command, stdout=null, stderr=null, start_new_session=True) as process:
            while not told.is_file() or not told.read_text():
                time.sleep(0.05)
            port = told.read_text().split()[0]
            browser = self._playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            yield browser.contexts[0]
            # What draws its pages, too.
            os.killpg(process.pid, signal.SIGKILL)
        with suppress(Exception):
            browser.close()


@pytest.fixture
def chromium(playwright, browser_type_launch_args, tmp_path):
    launch = {key: browser_type_launch_args[key] for key in ("executable_path", "args")}
    return Chromium(playwright, launch, tmp_path / "profile")

"""The engines that run here, and somebody with a tablet in each."""

from collections.abc import Callable

import pytest

from tests.browser.engines.drivers import FirefoxEngine, WebKitEngine
from tests.browser.engines.guest import Guest
from tests.browser.finding import find_firefox, find_webkit, mini_browsers, needed

ENGINES: dict[str, Callable[[], FirefoxEngine | WebKitEngine]] = {
    "firefox": lambda: FirefoxEngine(find_firefox()),
    "webkit": lambda: WebKitEngine(*find_webkit(mini_browsers())),
}
# Each in one process: starting it takes longer than a test.
IN_ONE = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ENGINES]


@pytest.fixture(scope="session", params=IN_ONE)
def engine(request):
    """Return an engine that runs; without it skip, or fail where it is required."""
    running = needed(ENGINES[request.param])
    yield running
    running.close()


@pytest.fixture
def guest(engine, switch):
    """Return somebody with a tablet, on whose pages nothing may go wrong behind what is seen."""
    with engine.visit() as page:
        yield Guest(page, switch.url)
        assert page.complaints() == []

"""Each test in WebKit, most in Firefox too; in Chromium all other tests run."""

from collections.abc import Callable

import pytest

from tests.browser.engines.driver import Engine
from tests.browser.engines.guest import Guest
from tests.browser.engines.starting import ENGINES
from tests.browser.finding import NoBrowser

Running = Callable[[str], Engine]
# For what engines hardly do in ways of their own: Firefox tries it only if thorough.
WEBKIT = "webkit"


def pytest_configure(config):
    config.addinivalue_line("markers", f"{WEBKIT}: tried in WebKit, and in Firefox by --thorough")


@pytest.fixture(scope="session")
def running():
    """Return what starts an engine, or fails or skips without one; all are ended at the end."""
    started: dict[str, Engine] = {}

    def run(name):
        if name not in started:
            started[name] = start(name)
        return started[name]

    def start(name):
        try:
            return ENGINES[name]()
        except NoBrowser as error:
            missing = error
        if missing.required:
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))

    yield run
    for engine in started.values():
        engine.close()


def pytest_generate_tests(metafunc):
    """Run a test in each engine."""
    if "engine" in metafunc.fixturenames:
        webkit_only = metafunc.definition.get_closest_marker(WEBKIT)
        names = {WEBKIT} if webkit_only and not metafunc.config.option.thorough else ENGINES
        # Each in one process: starting it takes longer than a test.
        grouped = [pytest.param(n, marks=pytest.mark.xdist_group(n)) for n in sorted(names)]
        metafunc.parametrize("engine", grouped)


@pytest.fixture
def driver(running, engine):
    """Return a page in which nothing may go wrong behind what is seen."""
    with running(engine).visit() as driver:
        yield driver
        assert driver.complaints() == []


@pytest.fixture
def guest(driver, switch):
    """Return somebody with a tablet."""
    return Guest(driver, switch.url)

"""Each test in WebKit, most in Firefox too, and those without scripts in Chromium."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Playwright

from tests.browser.engines.driver import Driver, Engine
from tests.browser.engines.guest import Guest
from tests.browser.engines.starting import ENGINES
from tests.browser.finding import NoBrowser
from tests.browser.live import Switch

Running = Callable[[str, bool], Engine]
# For what engines hardly do in ways of their own: all others try it only if thorough.
WEBKIT = "webkit"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{WEBKIT}: tried in WebKit, and in others by --thorough")


@pytest.fixture(scope="session")
def running(playwright: Playwright) -> Iterator[Running]:
    """Return what starts an engine, or fails or skips without one; all are ended at the end."""
    started: dict[tuple[str, bool], Engine] = {}

    def run(name: str, scripts: bool) -> Engine:
        if (name, scripts) not in started:
            started[name, scripts] = start(name, scripts)
        return started[name, scripts]

    def start(name: str, scripts: bool) -> Engine:
        try:
            return ENGINES[name](playwright, scripts)
        except NoBrowser as error:
            missing = error
        if missing.required:
            pytest.fail(str(missing), pytrace=False)
        pytest.skip(str(missing))

    yield run
    for engine in started.values():
        engine.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test in each engine; in Chromium, where all other tests run, only if thorough."""
    if "engine" in metafunc.fixturenames:
        usual = {WEBKIT} if metafunc.definition.get_closest_marker(WEBKIT) else {WEBKIT, "firefox"}
        # Without scripts an engine is started anew, and there is little it could do otherwise.
        usual = {"chromium"} if "typist" in metafunc.fixturenames else usual
        names = ENGINES if metafunc.config.option.thorough else usual
        # Each in one process: starting it takes longer than a test.
        grouped = [pytest.param(n, marks=pytest.mark.xdist_group(n)) for n in sorted(names)]
        metafunc.parametrize("engine", grouped)


@pytest.fixture
def home(switch: Switch) -> str:
    """Return where the scorebook is served, while it is."""
    return switch.url


@pytest.fixture
def driver(running: Running, engine: str) -> Iterator[Driver]:
    """Return a page in which nothing may go wrong behind what is seen."""
    with running(engine, True).visit() as driver:
        yield driver
        assert driver.complaints() == []


@pytest.fixture
def guest(driver: Driver, home: str) -> Guest:
    """Return somebody with a tablet."""
    return Guest(driver, home)


@pytest.fixture
def typist(running: Running, engine: str, home: str) -> Iterator[Guest]:
    """Return somebody whose browser runs no scripts."""
    with running(engine, False).visit() as driver:
        yield Guest(driver, home)
        assert driver.complaints() == []

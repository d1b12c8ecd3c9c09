"""What the browser tests may ask for. Fixtures not made here are those of pytest-playwright."""

import os

import pytest
from playwright.sync_api import expect

from tests.browser.finding import launch_options, needed
from tests.browser.live import Complaints, Contexts, Stage, Switch, live
from tests.browser.pages import FOUR
from tests.browser.scorer import PHONE, TABLET, Scorer
from tests.browser.seating import COUNT_TAPS
from tests.databases import sqlite_url
from tests.web.visitor import Visitor


def pytest_configure():
    """Wait as long as a busy machine may need; what is seen at once is not waited for."""
    expect.set_options(timeout=10_000)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, browser_type):
    """Launch the browser that there is; without one skip, or fail where one is required."""
    options = needed(lambda: launch_options(os.environ, browser_type.executable_path))
    return {**browser_type_launch_args, **options}


@pytest.fixture
def database_url(sqlite_template, tmp_path):
    """Return an empty scorebook; what a browser does with a page hangs on no database."""
    return sqlite_url(sqlite_template, tmp_path)


@pytest.fixture
def app(app):
    """Return a scorebook as people use it: its forms are protected, its tables live."""
    app.config.update(WTF_CSRF_ENABLED=True, STREAMS=100)
    return app


@pytest.fixture(scope="session")
def stage():
    stage = Stage()
    with live(stage) as url:
        stage.url = url
        yield stage


@pytest.fixture
def home(request, app, stage):
    """Return where an empty scorebook is served: at an address of its own if a test stops it."""
    if "switch" in request.fixturenames:
        yield request.getfixturevalue("switch").url
        return
    with stage.shows(app):
        yield stage.url


@pytest.fixture
def switch(app, stage):
    """Serve the scorebook such that it can be stopped and started again at the same address."""
    switch = Switch(stage)
    with stage.shows(app):
        switch.on()
        yield switch
        switch.off()


@pytest.fixture
def browser_context_args(browser_context_args, home):
    """Hold a tablet, on which every page comes from the server."""
    return {
        **browser_context_args,
        "base_url": home,
        "viewport": TABLET,
        "has_touch": True,
        "service_workers": "block",
    }


@pytest.fixture
def complaints(home, stage):
    """Return what goes wrong behind the pages; a test may forgive what it sees to itself."""
    return Complaints(home, stage)


@pytest.fixture(scope="session")
def contexts(browser, stage):
    return Contexts(browser, stage)


@pytest.fixture
def own_context():
    """Give a test a context that no other uses: it changes what cannot be undone, as the clock."""


@pytest.fixture
def context(request, contexts, browser_context_args, complaints):
    """Fail a test in which a script breaks, the page's policy is hurt, or another host is asked."""
    mark = request.node.get_closest_marker("browser_context_args")
    args = browser_context_args | (mark.kwargs if mark else {})
    anew = "own_context" in request.fixturenames
    with contexts.lend(args, anew=anew) as context, complaints.of(context):
        yield context


@pytest.fixture
def scorer(page):
    return Scorer(page)


@pytest.fixture
def pad(scorer, visitor):
    """Return somebody who enters the first round of Ana, Bea and Ciro, five tiles dealt."""
    scorer.open(f"{visitor.start('Ana', 'Bea', 'Ciro').address}/rounds/new")
    return scorer


@pytest.fixture
def phone(contexts, browser_context_args, complaints):
    """Return somebody with a phone at the same table."""
    args = {**browser_context_args, "viewport": PHONE}
    with contexts.lend(args) as context, complaints.of(context):
        yield Scorer(context.new_page())


@pytest.fixture
def visitor(app):
    """Return another device at the same table, which is quicker as it draws nothing."""
    return Visitor(app)


@pytest.fixture
def new_match(scorer, visitor):
    """Return somebody who is about to start a match, where Ana, Bea, Ciro and Dani played last."""
    visitor.start("Eva", "Fede", "Gina")
    visitor.start(*FOUR, game="partnership")
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.page.add_init_script(COUNT_TAPS)
    scorer.open("/matches/new")
    return scorer

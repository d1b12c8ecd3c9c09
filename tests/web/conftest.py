"""What the tests of the pages may ask for."""

import pytest

from tests.databases import opened, sqlite_url
from tests.web.visitor import Visitor


@pytest.fixture
def app(app):
    """Return the application with its forms protected, as people use it."""
    app.config["WTF_CSRF_ENABLED"] = True
    return app


@pytest.fixture(scope="module")
def shared_app(sqlite_template, tmp_path_factory):
    """Return one application for all tests of a file: nothing that they send is saved."""
    folder = tmp_path_factory.mktemp("shared")
    with opened(sqlite_url(sqlite_template, folder), folder) as app:
        app.config["WTF_CSRF_ENABLED"] = True
        yield app


@pytest.fixture
def visitor(app):
    return Visitor(app)


@pytest.fixture
def table(visitor):
    """Return the table of a match of Block to 100 that Ana and Bea have just started."""
    return visitor.start("Ana", "Bea")


@pytest.fixture
def new_match(visitor):
    return visitor.open("/matches/new")


@pytest.fixture
def refused(visitor, unchanged):
    """Return a way to send what must be refused with sentences, kept, and not be saved."""

    def refused(page, filled, *sentences, shows=None):
        with unchanged():
            answer = visitor.send(page, filled)
        assert answer.status == 422
        assert answer.problems == [*sentences]
        # `shows` is what cannot be shown as it was typed: a choice that was never offered …
        kept = {**page.form, **filled, **(shows or {})}
        # Its signature has the time in it.
        kept["csrf_token"] = answer.form["csrf_token"]
        assert answer.form == {name: value for name, value in kept.items() if value is not None}
        return answer

    return refused

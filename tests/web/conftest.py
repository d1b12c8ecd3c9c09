"""What the tests of the pages may ask for."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from flask import Flask

from tests.databases import opened, sqlite_url
from tests.unchanged import Unchanged
from tests.web.visitor import Page, Visitor

Refused = Callable[..., Page]


@pytest.fixture
def app(app: Flask) -> Flask:
    """Return the application with its forms protected, as people use it."""
    app.config["WTF_CSRF_ENABLED"] = True
    return app


@pytest.fixture(scope="module")
def shared_app(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return one application for all tests of a file: nothing that they send is saved."""
    folder = tmp_path_factory.mktemp("shared")
    with opened(sqlite_url(sqlite_template, folder), folder) as app:
        app.config["WTF_CSRF_ENABLED"] = True
        yield app


@pytest.fixture
def visitor(app: Flask) -> Visitor:
    """Return somebody who uses the pages."""
    return Visitor(app)


@pytest.fixture
def table(visitor: Visitor) -> Page:
    """Return the table of a match of Block to 100 that Ana and Bea have just started."""
    return visitor.start("Ana", "Bea")


@pytest.fixture
def new_match(visitor: Visitor) -> Page:
    """Return the empty form that starts a match."""
    return visitor.open("/matches/new")


@pytest.fixture
def refused(visitor: Visitor, unchanged: Unchanged) -> Refused:
    """Return a way to send what must be refused with sentences, kept, and not be saved."""

    def refused(
        page: Page,
        filled: dict[str, str],
        *sentences: str,
        shows: Mapping[str, str | None] | None = None,
    ) -> Page:
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

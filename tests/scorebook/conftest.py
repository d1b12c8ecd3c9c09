"""What the tests of the scorebook may ask for."""

import pytest

from scorekeeper.maintenance import integrity
from tests.interchange.match_factory import start


@pytest.fixture
def in_checked_app(app):
    """Enter an application, and check its whole scorebook at the end."""
    with app.app_context():
        yield
        assert integrity.check().faults == ()


@pytest.fixture
def in_app(app):
    with app.app_context():
        yield


@pytest.fixture
def match_ids(app):
    """Return the ids of three open matches between Ana and Bea, in an application context."""
    with app.app_context():
        yield [start(f"match {each}") for each in range(3)]


@pytest.fixture
def match_id(app):
    """Return the id of an open match between Ana and Bea, in an application context."""
    with app.app_context():
        yield start("opened")

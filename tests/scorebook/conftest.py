"""What the tests of the scorebook may ask for."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.maintenance import integrity


@pytest.fixture
def in_checked_app(app: Flask) -> Iterator[None]:
    """Enter an application, and check its whole scorebook at the end."""
    with app.app_context():
        yield
        assert integrity.check().faults == ()

"""What the tests of links may ask for."""

import pytest
from flask import Flask


@pytest.fixture
def app(app: Flask) -> Flask:
    """Return the application where nobody sees a match without a link."""
    app.config["ACCESS"] = "links"
    return app

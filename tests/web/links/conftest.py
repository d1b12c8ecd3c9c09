"""What the tests of links may ask for."""

import pytest


@pytest.fixture
def app(app):
    """Return the application where nobody sees a match without a link."""
    app.config["ACCESS"] = "links"
    return app

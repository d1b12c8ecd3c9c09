"""What the tests of the guide may ask for."""

import pytest


@pytest.fixture(scope="module")
def app(shared_app):
    """Return one application for all tests: the guide writes nothing."""
    return shared_app

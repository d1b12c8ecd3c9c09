"""What the tests of the guide may ask for."""

import pytest
from flask import Flask


@pytest.fixture(scope="module")
def app(shared_app: Flask) -> Flask:
    """Return one application for all tests: the guide writes nothing."""
    return shared_app

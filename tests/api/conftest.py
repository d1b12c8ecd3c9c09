"""What the tests of the API may ask for."""

import pytest

from tests.api.program import Program


@pytest.fixture
def program(app):
    return Program(app)


@pytest.fixture
def started(program):
    """Start match 1, Block to 50 with Ana and Bea."""
    return program.start()

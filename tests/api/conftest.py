"""What the tests of the API may ask for."""

from typing import Any

import pytest
from flask import Flask

from tests.api.program import Program


@pytest.fixture
def program(app: Flask) -> Program:
    """Return a program that uses an open scorebook."""
    return Program(app)


@pytest.fixture
def started(program: Program) -> dict[str, Any]:
    """Start match 1, Block to 50 with Ana and Bea."""
    return program.start()

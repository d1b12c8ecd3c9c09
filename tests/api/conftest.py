"""What the tests of the API may ask for."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from flask import Flask

from tests.api.program import Program
from tests.web.conftest import rows

Unchanged = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def program(app: Flask) -> Program:
    """Return a program that uses an open scorebook."""
    return Program(app)


@pytest.fixture
def started(program: Program) -> dict[str, Any]:
    """Start match 1, Block to 50 with Ana and Bea."""
    return program.start()


@pytest.fixture
def unchanged(app: Flask) -> Unchanged:
    """Return a block after which the scorebook must hold what it held before."""

    @contextmanager
    def unchanged() -> Iterator[None]:
        before = rows(app)
        yield
        assert rows(app) == before

    return unchanged

"""Fixtures of the pages that the tests of faults use too, and what takes long."""

import pytest

from tests.web.conftest import app, new_match, table, visitor

__all__ = ["app", "new_match", "table", "visitor"]


@pytest.fixture
def at_length(thorough):
    """Skip what takes long, unless all there is is to be tried."""
    if not thorough:
        pytest.skip("Some of what several programs do together is tried by --thorough only.")

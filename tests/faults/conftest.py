"""Fixtures of the pages that the tests of faults use too."""

from tests.web.conftest import app, new_match, table, visitor

__all__ = ["app", "new_match", "table", "visitor"]

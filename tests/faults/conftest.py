"""What the tests of faults share with those of the pages."""

from tests.web.conftest import app, table, unchanged, visitor

__all__ = ["app", "table", "unchanged", "visitor"]

"""What the tests of faults share with those of the pages."""

from tests.web.conftest import app, new_match, table, unchanged, visitor

__all__ = ["app", "new_match", "table", "unchanged", "visitor"]

"""The reader's tests are skipped where the extra `photo` is missing, or fail where it has to be."""

import os
from pathlib import Path

import pytest

from scorekeeper.vision import is_there

REQUIRED = "SCOREKEEPER_REQUIRE_PHOTO"
MISSING = "The reader of photos is not installed: its tests need the extra `photo`."


class Missing(pytest.Module):
    """A file of tests that cannot be imported here."""

    def collect(self) -> list[pytest.Item]:
        if os.environ.get(REQUIRED) == "1":
            pytest.fail(MISSING, pytrace=False)
        pytest.skip(MISSING, allow_module_level=True)


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    if is_there():
        return None
    made: pytest.Module = Missing.from_parent(parent, path=module_path)
    return made

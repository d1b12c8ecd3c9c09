"""Tests that read photos are skipped where the extra is missing, or fail where it has to be."""

import os

import pytest

from scorekeeper.vision import is_there

REQUIRED = "SCOREKEEPER_REQUIRE_PHOTO"
MISSING = "The reader of photos is not installed: its tests need the extra `photo`."


def need_reader() -> None:
    """Go on only where photos can be read."""
    if is_there():
        return
    if os.environ.get(REQUIRED) == "1":
        pytest.fail(MISSING, pytrace=False)
    pytest.skip(MISSING, allow_module_level=True)

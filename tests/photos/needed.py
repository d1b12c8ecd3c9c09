"""Tests that read photos are skipped where the extra is missing, or fail where it has to be."""

import os
from importlib.util import find_spec

import pytest

from scorekeeper.vision import is_there


def need_reader():
    """Go on only where photos can be read."""
    if not is_there():
        missing = "The reader of photos is not installed: its tests need the extra `photo`."
        _leave(missing, "SCOREKEEPER_REQUIRE_PHOTO")


def need_training():
    """Go on only where networks can be trained."""
    if not all(map(find_spec, ("torch", "onnx"))):
        missing = "Networks cannot be trained here: that needs torch and onnx."
        _leave(missing, "SCOREKEEPER_REQUIRE_TRAINING")


def _leave(message, required):
    if os.environ.get(required) == "1":
        pytest.fail(message, pytrace=False)
    pytest.skip(message, allow_module_level=True)

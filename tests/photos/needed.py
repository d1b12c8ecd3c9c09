"""Tests that read photos are skipped where the extra is missing, or fail where it has to be."""

from importlib.util import find_spec

from scorekeeper.vision import is_there
from tests.databases import leave_out


def need_reader():
    if not is_there():
        missing = "The reader of photos is not installed: `pip install -e '.[photo]'`."
        leave_out(missing, "TESTS_REQUIRE_PHOTO")


def need_training():
    if not all(map(find_spec, ("torch", "onnx"))):
        missing = "Networks cannot be trained here: `pip install torch onnx`."
        leave_out(missing, "TESTS_REQUIRE_TRAINING")

"""What the README promises is held by tests that are there."""

import re
from pathlib import Path

from scorekeeper.config import ENVIRONMENT

ROOT = Path(__file__).parents[2]


def test_every_promise_names_tests_that_are_there() -> None:
    promises = (ROOT / "README.md").read_text("utf-8").partition("## What it promises")[2]
    named = set(re.findall(r"`(test_\w+)`", promises))
    files = (ROOT / "tests").rglob("test_*.py")
    written = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}
    assert len(named) > 20
    assert named <= written


def test_every_setting_is_explained() -> None:
    explained = set(re.findall(r"^\| `(SCOREKEEPER_\w+)`", (ROOT / "README.md").read_text(), re.M))
    assert explained == set(ENVIRONMENT)

"""What docs/promises.md promises is held by tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_promise_names_tests_that_are_there() -> None:
    promises = (ROOT / "docs/promises.md").read_text("utf-8")
    rows = re.findall(r"^\| [A-Z].*", promises, re.M)
    assert len(rows) >= 40
    assert [row for row in rows if not re.search(r"`test_\w+`", row)] == []
    named = set(re.findall(r"`(test_\w+)`", promises))
    files = (ROOT / "tests").rglob("test_*.py")
    written = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}
    assert named - written == set()

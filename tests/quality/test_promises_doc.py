"""What docs/promises.md promises is held by tests, or lines of tests/cases, that are there."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_promise_names_tests_that_are_there() -> None:
    promises = (ROOT / "docs/promises.md").read_text("utf-8")
    rows = re.findall(r"^\| [A-Z].*", promises, re.M)
    assert len(rows) >= 40
    held = {row: re.findall(r"`([^`/]+)`", row.rsplit(" | ", 1)[1]) for row in rows}
    assert [row for row, names in held.items() if not names] == []
    files = (ROOT / "tests").rglob("test_*.py")
    written = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}
    for file in (ROOT / "tests/cases").glob("*.toml"):
        for chapter in tomllib.loads(file.read_text("utf-8")).values():
            written |= set(chapter if isinstance(chapter, dict) else ())
    assert {name for names in held.values() for name in names} - written == set()

"""The house rules, held by the same command as the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

# One after the other: each takes what cores there are.
pytestmark = pytest.mark.xdist_group("checkers")
ROOT = Path(__file__).parents[2]
PROGRAMS = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    ["ruff check", "ruff format --check", "mypy", "lint-imports", "djlint --lint templates"],
)
def test_a_checker_finds_nothing(command):
    program, *words = command.split()
    checked = subprocess.run(
        [PROGRAMS / program, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout


def test_the_rules_load_nothing_but_python():
    program = (
        "import sys;"
        "before = set(sys.modules);"
        "import scorekeeper.rules;"
        "loaded = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(loaded - sys.stdlib_module_names))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == ["scorekeeper"]

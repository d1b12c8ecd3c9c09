"""The house rules, held by the same command as the tests."""

import subprocess
import sys
from pathlib import Path

import pytest

# One after the other: each takes what cores there are.
pytestmark = pytest.mark.xdist_group("checkers")
ROOT = Path(__file__).parents[2]
PROGRAMS = Path(sys.executable).parent


def hold(*command: str) -> None:
    """Run a checker of this environment over the checkout; its words are the failure's."""
    checked = subprocess.run(
        [PROGRAMS / command[0], *command[1:]],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout


def test_ruff_finds_nothing() -> None:
    hold("ruff", "check")


def test_the_code_is_formatted() -> None:
    hold("ruff", "format", "--check")


def test_the_types_agree() -> None:
    hold("mypy")


def test_imports_run_one_way() -> None:
    hold("lint-imports")


def test_the_templates_are_sound() -> None:
    hold("djlint", "--lint", "templates")


def test_the_rules_load_nothing_but_python() -> None:
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

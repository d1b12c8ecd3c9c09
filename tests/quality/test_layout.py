"""The layout of the project, and the house rules: see docs/architecture.md."""

import ast
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

import pytest

from tests.quality.size import ROOT, longest_chain, parsed

PACKAGE = ROOT / "scorekeeper"
PAGES = {path.name for path in (PACKAGE / "pages").iterdir() if (path / "__init__.py").exists()}
MOST_LINES = 400
# Modules on the longest way from one to the next by imports: `__main__`, `cli`, … `rules.options`.
LONGEST_CHAIN = 14
# What is said of a round is worked out by the rules, and its examples stand with the words. The
# properties and the rounds of the simulator come on top: what only they reach would be reached by
# chance. They take twice as long as all the others.
EXAMPLES = (
    *("tests/unit/rules", "tests/unit/wording", "tests/unit/pages/test_tables.py"),
    "tests/unit/scorebook/test_round_json.py",
)


def body_lengths(path):
    """Give the lines of each function's body, its docstring left out."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            yield (node.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_at_most_eight_modules_lie_beside_the_rooms_and_each_room_says_what_lives_in_it():
    assert len(list(PACKAGE.glob("*.py"))) <= 8
    for room in sorted({path.parent for path in PACKAGE.rglob("*.py")} - {PACKAGE}):
        if "migrations" not in room.parts:
            assert ast.get_docstring(parsed(room / "__init__.py")), room


def test_the_folders_of_the_pages_are_the_same_everywhere():
    for place, beside in (
        ("templates", {"api"}),
        # The page about the API is of no page room.
        ("static", {"api", "icons"}),
        ("tests/web", {"every_page", "fuzz", "__pycache__"}),
    ):
        there = [*(ROOT / place).iterdir()]
        assert {path.name for path in there if path.is_dir()} - beside <= PAGES, place
        assert not [path for path in there if path.suffix in (".html", ".js", ".css")]


def test_no_file_is_longer_than_a_reader_can_hold():
    folders = (ROOT / name for name in ("scorekeeper", "templates", "static", "tests"))
    files = [path for folder in folders for path in folder.rglob("*.*")]
    read = [path for path in files if path.suffix in (".py", ".html", ".css", ".js")]
    assert [path for path in read if path.read_text().count("\n") > MOST_LINES] == []


def test_functions_are_short():
    lengths = [length for path in PACKAGE.rglob("*.py") for length in body_lengths(path)]
    assert median(lengths) <= 10


def test_no_two_classes_have_the_same_name():
    trees = [parsed(path) for path in PACKAGE.rglob("*.py")]
    names = Counter(n.name for tree in trees for n in tree.body if isinstance(n, ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


def test_no_chain_of_imports_is_longer_than_it_has_to_be():
    longest = longest_chain()
    assert len(longest) <= LONGEST_CHAIN, " -> ".join(longest)


def printed(*command, **environment):
    """Run what has to succeed in this checkout, and return what it prints."""
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout
    return ran.stdout


# One after the other: each takes what cores there are.
@pytest.mark.xdist_group("checkers")
@pytest.mark.parametrize(
    "command",
    ["ruff check", "ruff format --check", "mypy", "lint-imports", "djlint --lint templates"],
)
def test_a_checker_finds_nothing(command):
    program, *words = command.split()
    assert printed(Path(sys.executable).with_name(program), *words)


def test_the_examples_reach_every_branch_of_the_rules(tmp_path):
    """Each is held by an example of its own, found without any luck."""
    measured = ("--cov=scorekeeper.rules", "--cov-branch", "--cov-fail-under=100")
    quietly = ("-n0", "--quiet", "-p", "no:cacheprovider")
    command = (
        sys.executable,
        "-m",
        "pytest",
        *EXAMPLES,
        "--ignore-glob=*_properties.py",
        *measured,
        *quietly,
    )
    assert printed(*command, COVERAGE_FILE=str(tmp_path / "coverage"))

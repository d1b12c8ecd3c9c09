"""The layout of the project: rooms, a folder a page, file sizes; see docs/architecture.md."""

import ast
from collections import Counter
from pathlib import Path
from statistics import median

import pytest

from tests.quality.size import longest_chain

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "scorekeeper"
PAGES = {path.name for path in (PACKAGE / "pages").iterdir() if (path / "__init__.py").exists()}
MOST_LINES = 400
# Modules on the longest way from one to the next by imports: `__main__`, `cli`, … `rules.options`.
LONGEST_CHAIN = 14


def sources(*patterns):
    """List the files of the package, its pages and its tests that match a pattern."""
    folders = ("scorekeeper", "templates", "static", "tests")
    return [path for folder in folders for each in patterns for path in (ROOT / folder).rglob(each)]


def body_lengths(path):
    """Give the lines of each function's body, its docstring left out."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            yield (node.end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_at_most_eight_modules_lie_beside_the_rooms():
    assert len(list(PACKAGE.glob("*.py"))) <= 8


def test_every_room_says_what_lives_in_it():
    for room in sorted({path.parent for path in PACKAGE.rglob("*.py")} - {PACKAGE}):
        if "migrations" not in room.parts:
            assert ast.get_docstring(ast.parse((room / "__init__.py").read_text())), room


@pytest.mark.parametrize("place", ["templates", "static", "tests/web"])
def test_the_folders_of_the_pages_are_the_same_everywhere(place):
    beside = {
        # The page about the API is of no page room.
        "static": {"api", "icons"},
        "templates": {"api"},
        "tests/web": {"every_page", "fuzz"},
    }.get(place, set())
    folders = {path.name for path in (ROOT / place).iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders - beside <= PAGES
    assert not [
        path for path in (ROOT / place).iterdir() if path.suffix in (".html", ".js", ".css")
    ]


def test_no_file_is_longer_than_a_reader_can_hold():
    long = {
        str(path.relative_to(ROOT)): lines
        for path in sources("*.py", "*.html", "*.css", "*.js")
        if (lines := path.read_text().count("\n")) > MOST_LINES
    }
    assert long == {}


def test_functions_are_short():
    lengths = [length for path in PACKAGE.rglob("*.py") for length in body_lengths(path)]
    assert median(lengths) <= 10


def test_no_two_classes_have_the_same_name():
    trees = [ast.parse(path.read_text()) for path in PACKAGE.rglob("*.py")]
    names = Counter(n.name for tree in trees for n in tree.body if isinstance(n, ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


def test_no_chain_of_imports_is_longer_than_it_has_to_be():
    longest = longest_chain()
    assert len(longest) <= LONGEST_CHAIN, " -> ".join(longest)

"""How large the program is: `python -m tests.quality.size` prints it, a line for each measure.

Lines are those with code: without blank lines, docstrings, comments and the migrations.
"""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[2]
# Told apart from the tests, as they are programs of their own.
NO_TESTS = ("tests/bench", "tests/photos/training")
_NOTHING = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def program_files(root=ROOT):
    """List the modules of the program, the migrations left out."""
    found = sorted((root / "scorekeeper").rglob("*.py"))
    return [path for path in found if "migrations" not in path.parts]


def files_of_tests(root=ROOT):
    found = sorted((root / "tests").rglob("*.py"))
    left_out = tuple(str(root / folder) for folder in NO_TESTS)
    return [path for path in found if not str(path).startswith(left_out)]


@cache
def parsed(path):
    return ast.parse(path.read_text("utf-8"))


def code_lines(path):
    with path.open("rb") as file:
        tokens = [each for each in tokenize.tokenize(file.readline) if each.type not in _NOTHING]
    lines = {line for each in tokens[1:] for line in range(each.start[0], each.end[0] + 1)}
    return len(lines - docstring_lines(parsed(path)))


def docstring_lines(tree):
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(tree) if isinstance(node, documented)]
    first = [node.body[0] for node in found if ast.get_docstring(node) is not None]
    return {line for node in first for line in range(node.lineno, (node.end_lineno or 0) + 1)}


def classes(paths):
    nodes = (node for path in paths for node in ast.walk(parsed(path)))
    return (node for node in nodes if isinstance(node, ast.ClassDef))


def is_small(found):
    """Say whether a class only holds values: a named tuple, or a dataclass."""
    bases, decorators = map(ast.unparse, found.bases), map(ast.unparse, found.decorator_list)
    return "NamedTuple" in bases or any("dataclass" in each for each in decorators)


def longest_chain(package="scorekeeper"):
    """Return the modules on the longest way from one to the next by imports."""
    graph = grimp.build_graph(package, cache_dir=None)

    @cache
    def longest_from(module):
        below = map(longest_from, sorted(graph.find_modules_directly_imported_by(module)))
        return (module, *max(below, key=len, default=()))

    return max(map(longest_from, graph.modules), key=len)


def arrows(package="scorekeeper"):
    """Return which room imports from which; a module beside the rooms is a room of its own."""
    graph = grimp.build_graph(package, cache_dir=None)
    for room in graph.find_children(package):
        graph.squash_module(room)
    return {
        (room, other)
        for room in graph.modules - {package}
        for other in graph.find_modules_directly_imported_by(room) - {package}
    }


def steps(root=ROOT):
    """Count the steps in which the documents tell how a round is recorded."""
    text = (root / "docs/architecture.md").read_text("utf-8")
    told = text.partition("\n## How a round is recorded\n")[2].partition("\n## ")[0]
    return len(re.findall(r"^\d+\. ", told, re.M))


def measures(root=ROOT):
    files, tests = program_files(root), files_of_tests(root)
    return {
        "lines of code": lambda: sum(map(code_lines, files)),
        "modules": lambda: len(files),
        "classes": lambda: len([*classes(files)]),
        "small value classes": lambda: len([*filter(is_small, classes(files))]),
        "steps of a round that is recorded": lambda: steps(root),
        "arrows between rooms": lambda: len(arrows()),
        "longest chain of imports": lambda: len(longest_chain()),
        "lines of tests": lambda: sum(path.read_text().count("\n") for path in tests),
    }


if __name__ == "__main__":
    chosen = Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT
    for name, measure in measures(chosen).items():
        print(f"{name:34} {measure():>7}")

"""The run that everybody makes comes to the same result twice."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from hypothesis import settings

from tests.databases import KINDS, ON_BOTH, TESTS, kinds_for

UNSEEDED = ("random", "secrets", "uuid")


def test_hypothesis_draws_the_same_examples_every_time(thorough: bool) -> None:
    profile = cast(settings, settings.default)
    assert profile.derandomize is not thorough
    assert profile.database is None
    assert profile.deadline is None


def test_nothing_is_random_without_a_seed() -> None:
    files = [path for path in TESTS.rglob("*.py") if "bench" not in path.parts]
    drawn = [f"{path.relative_to(TESTS)}: {name}" for path in files for name in drawing(path)]
    # Names of databases, and the seed of a thorough run.
    assert sorted(drawn) == ["databases.py: uuid4", "effort.py: randrange"]


def drawing(path: Path) -> Iterator[str]:
    """Give what a module takes of those that draw at random, but for what is given a seed."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in UNSEEDED:
            yield from (each.name for each in node.names if each.name != "Random")
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Random"):
            yield from () if node.args else ("Random()",)
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in UNSEEDED)


@pytest.mark.parametrize("name", ON_BOTH)
def test_what_runs_on_both_databases_is_there(name: str) -> None:
    assert (TESTS / name).exists()
    assert kinds_for(TESTS / name, thorough=False) == KINDS


def test_a_thorough_run_has_everything_on_both_databases() -> None:
    pages = TESTS / "web/guide"
    assert kinds_for(pages, thorough=False) == ("sqlite",)
    assert kinds_for(pages, thorough=True) == KINDS

"""The run that everybody makes comes to the same result twice, and says which server it needs."""

import ast
from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import settings

from tests.databases import (
    KIND,
    KINDS,
    ON_BOTH,
    REQUIRED,
    SERVER,
    TESTS,
    NoServer,
    Server,
    kinds_for,
    repeated,
    values_of,
)

UNSEEDED = ("random", "secrets", "uuid")


def test_hypothesis_draws_the_same_examples_every_time(thorough):
    profile = cast(settings, settings.default)
    assert profile.derandomize is not thorough
    assert profile.database is None
    assert profile.deadline is None


def test_nothing_is_random_without_a_seed():
    files = [path for path in TESTS.rglob("*.py") if "bench" not in path.parts]
    drawn = [f"{path.relative_to(TESTS)}: {name}" for path in files for name in drawing(path)]
    # Names of databases, the seed of a thorough run, and ports.
    assert sorted(drawn) == ["databases.py: uuid4", "effort.py: randrange", "ports.py: secrets"]


def drawing(path):
    """Give what a module takes of those that draw at random, but for what is given a seed."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in UNSEEDED:
            yield from (each.name for each in node.names if each.name != "Random")
        if isinstance(node, ast.Call) and not node.args:
            yield from ["Random()"] if ast.unparse(node.func).endswith("Random") else []
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in UNSEEDED)


@pytest.mark.parametrize("name", ON_BOTH)
def test_what_runs_on_both_databases_is_there(name):
    assert (TESTS / name).exists()
    assert kinds_for(TESTS / name, thorough=False) == KINDS


def run_with(name, **values):
    """Return what pytest would make of a test and its values."""
    callspec = SimpleNamespace(params=values)
    item = SimpleNamespace(
        path=TESTS / "web/x.py", originalname=name, callspec=callspec, iter_markers=lambda _: ()
    )
    return cast(pytest.Function, item)


def test_what_many_values_go_through_meets_postgresql_with_the_first_of_them():
    asked = product(("a", "b"), ("one", "other"), KINDS)
    runs = [run_with(name, value=value, **{KIND: kind}) for name, value, kind in asked]
    left = [(each.originalname, values_of(each)) for each in repeated(runs)]
    assert left == [(name, {"value": "other", KIND: "postgresql"}) for name in ("a", "b")]


def test_a_thorough_run_has_everything_on_both_databases():
    pages = TESTS / "web/guide"
    assert kinds_for(pages, thorough=False) == ("sqlite",)
    assert kinds_for(pages, thorough=True) == KINDS


def test_the_environment_names_the_server():
    server = Server.of({SERVER: "postgresql://ana:secret@db/postgres"})
    assert server.url_of("scores") == "postgresql://ana:secret@db/scores"


@pytest.mark.parametrize(("environment", "required"), [({}, False), ({REQUIRED: "1"}, True)])
def test_without_a_server_it_is_said_what_to_do(environment, required):
    with pytest.raises(NoServer, match=f"{SERVER}=postgresql://") as missing:
        Server.of(environment)
    assert missing.value.required is required

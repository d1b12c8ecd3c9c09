import doctest
import importlib
import pkgutil

import pytest

import scorekeeper.rules

MODULES = [module.name for module in pkgutil.iter_modules(scorekeeper.rules.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_hold(name: str) -> None:
    module = importlib.import_module(f"scorekeeper.rules.{name}")
    assert doctest.testmod(module).failed == 0


def test_tiles_and_tables_have_examples_in_their_docstrings() -> None:
    for name in ("tiles", "schema"):
        module = importlib.import_module(f"scorekeeper.rules.{name}")
        assert doctest.testmod(module).attempted > 0

"""The examples in docstrings hold."""

import doctest
from importlib import import_module

import pytest

from scorekeeper.config import PACKAGE

WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for path in PACKAGE.rglob("*.py")
    if ">>> " in path.read_text()
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_in_the_docstrings_hold(module):
    outcome = doctest.testmod(import_module(module))
    assert outcome.attempted > 0
    assert outcome.failed == 0

"""What is entered on the page of a round is answered as tests/cases/entries.toml has it."""

import pytest

from tests.unchanged import Unchanged
from tests.unit.rules.lines import cases
from tests.web.round.entries import Entered, answered, blocks
from tests.web.visitor import Visitor


@pytest.mark.parametrize("lines", cases("entries"))
def test_what_is_entered_is_answered(
    visitor: Visitor, unchanged: Unchanged, lines: list[str]
) -> None:
    entered, found = None, list[str]()
    for told, *places in blocks(lines):
        entered = Entered(visitor, unchanged, told, entered)
        found += [told, *(answered(entered, place) for place in places)]
    assert found == lines

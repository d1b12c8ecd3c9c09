"""Every line of tests/cases/rounds.toml comes to what it says."""

import pytest

from tests.unit.rules.lines import cases, outcome


@pytest.mark.parametrize("lines", cases("rounds"))
def test_each_round_comes_to_what_its_line_says(lines: list[str]) -> None:
    found = [outcome(line) for line in lines]
    assert found
    assert [came_to for _, came_to in found] == [expected for expected, _ in found]

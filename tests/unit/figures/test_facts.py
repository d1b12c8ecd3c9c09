"""What a match comes to on each seat is what tests/cases/figures.toml says."""

import pytest

from scorekeeper.figures.results import Kind
from tests.unit.figures.example import EIGHT, match_of
from tests.unit.rules.lines import cases


def figure(row, name):
    """Return what a row says of a figure."""
    if name == "ended":
        return int((row.ended_at - EIGHT).total_seconds()) // 60
    return row.place if name == "place" else getattr(row.sums, name)


@pytest.mark.parametrize("lines", cases("figures"))
def test_a_match_comes_to_what_its_line_says(lines):
    for line in lines:
        match, told = line.split(" => ")
        rows = match_of(match)
        for name, *numbers in map(str.split, told.split("; ")):
            found = [rows[0].kind.code] if name == "kind" else [figure(row, name) for row in rows]
            assert [*map(str, found)] == numbers, (line, name)
        assert {row.kind for row in rows} == {Kind.of(rows[0].kind.code)}


@pytest.mark.parametrize("code", ["", "block", "block/both/points", "block/alone/goals", "a/b/c/d"])
def test_another_text_is_no_kind(code):
    with pytest.raises(ValueError, match=r"."):
        Kind.of(code)

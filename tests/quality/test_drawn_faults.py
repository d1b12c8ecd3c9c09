"""Faults are drawn and put in, and those that no test notices are printed."""

import pytest

from tests.effort import THOROUGH
from tests.quality import drawn_faults
from tests.quality.size import ROOT

# Whose tests take seconds; `python -m tests.quality.drawn_faults` draws from all there is.
QUICK, COUNT = ("scorekeeper/rules", "scorekeeper/access"), 6


@pytest.mark.parametrize("noticed", [True, False])
def test_a_fault_is_put_in_for_as_long_as_its_tests_run_and_is_printed_where_it_lives(
    monkeypatch, noticed
):
    name, number, line, changed = next(drawn_faults.places(["scorekeeper/access"]))
    there = (ROOT / name).read_text("utf-8")
    found = []

    def passed(copy, _tests):
        found.append((copy / name).read_text("utf-8"))
        return not noticed or found[-1] == there

    monkeypatch.setattr(drawn_faults, "places", lambda _of: [(name, number, line, changed)])
    monkeypatch.setattr(drawn_faults, "passed", passed)
    left = [*drawn_faults.survivors(QUICK, 1, 0)]
    assert left == (
        [] if noticed else [f"{name}:{number + 1}\n  - {line.strip()}\n  + {changed.strip()}"]
    )
    before, put_in = found
    assert before == there
    assert put_in.splitlines()[number] == changed != line


@THOROUGH
def test_drawn_faults_are_noticed_or_printed(seed, tried):
    tried["faults put in"] += COUNT
    for each in drawn_faults.survivors(QUICK, COUNT, seed):
        tried[f"of them that no test noticed: {each}"] += 1

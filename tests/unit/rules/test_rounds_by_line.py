"""Every line of tests/cases/rounds.toml comes to what it says."""

import tomllib
from pathlib import Path

import pytest

from tests.unit.rules.lines import outcome

CASES = tomllib.loads((Path(__file__).parents[2] / "cases/rounds.toml").read_text("utf-8"))


def lines(rounds: str) -> list[str]:
    return [line for line in rounds.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize(
    "rounds",
    [
        pytest.param(rounds, id=f"{chapter}: {sentence}")
        for chapter, sentences in CASES.items()
        for sentence, rounds in sentences.items()
    ],
)
def test_each_round_comes_to_what_its_line_says(rounds: str) -> None:
    found = [outcome(line) for line in lines(rounds)]
    assert found
    assert [came_to for _, came_to in found] == [expected for expected, _ in found]

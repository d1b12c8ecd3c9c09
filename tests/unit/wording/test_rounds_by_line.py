"""Every round of tests/cases/sentences.toml is described as it says there."""

import pytest

from scorekeeper.rules import score_round
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.lines import NAMES, cases, example


def described(told: str) -> list[str]:
    """Write a round and all that is said of it, as the file has it."""
    setup, played, moment = example(told)
    narrator = RoundNarrator(setup, NAMES[: setup.players])
    score = score_round(setup, played, moment)
    in_brackets = f"[{narrator.ending(score)}; {narrator.points(score)}]"
    said = [narrator.headline(score), *narrator.reasons(score), in_brackets]
    return [told, *(f"  {sentence}" for sentence in said)]


@pytest.mark.parametrize("lines", cases("sentences"))
def test_a_round_is_described_as_it_stands_there(lines: list[str]) -> None:
    rounds = [line for line in lines if not line.startswith(" ")]
    assert rounds
    assert [line for told in rounds for line in described(told)] == lines

"""What the files of tests/cases say of rounds, matches, house rules and doubts is so."""

import tomllib

import pytest

from scorekeeper.rules import RuleError, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.referee import doubts, predicted_ends
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules import lines
from tests.unit.rules.lines import NAMES, cases, example


@pytest.mark.parametrize("written", cases("rounds"))
def test_each_round_comes_to_what_its_line_says(written):
    found = [lines.outcome(line) for line in written]
    assert found
    assert [came_to for _, came_to in found] == [expected for expected, _ in found]


@pytest.mark.parametrize("written", cases("matches"))
def test_each_match_stands_as_its_line_says(written):
    assert written
    for line in written:
        expected, found = lines.standing_outcome(line)
        assert found == expected, line


def tried(told):
    """Say what is wrong with the house rules of a line, as `refused CODE KEY: WHY`, or `fits`."""
    game, _, rules = told.partition(" with ")
    try:
        with_house_rules(load_game(game), tomllib.loads(rules.replace("; ", "\n")))
    except RuleError as error:
        why = f": {error.detail['why']}" % error.detail if "why" in error.detail else ""
        return f"refused {error.code.name} {error.key}{why}".rstrip()
    return "fits"


@pytest.mark.parametrize("written", cases("rules"))
def test_house_rules_fit_or_are_refused_by_their_key(written):
    assert written
    assert [f"{told} => {tried(told)}" for told in (line.split(" => ")[0] for line in written)] == (
        written
    )


def judged(told):
    """Write a round, what the referee doubts, and the ends of the line that its hands leave."""
    setup, played, moment = example(told)
    narrator = RoundNarrator(setup, NAMES[: setup.players])
    said = [narrator.doubt(doubt) for doubt in doubts(setup, played, moment)]
    ends = predicted_ends(setup, played, moment)
    said += [] if ends is None else [f"[ends {ends[0]} {ends[1]}]"]
    return [told, *(f"  {sentence}" for sentence in said)]


@pytest.mark.parametrize("written", cases("doubts"))
def test_the_referee_says_of_a_round_what_stands_there(written):
    rounds = [line for line in written if not line.startswith(" ")]
    assert rounds
    assert [line for told in rounds for line in judged(told)] == written

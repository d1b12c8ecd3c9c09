"""Sentences about rounds, as tests/cases/sentences.toml has them, and about who sits and deals."""

import pytest

from scorekeeper.rules import score_round
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import THE_SECOND_PAIR, pairs, table
from tests.unit.rules.lines import NAMES, cases, example


def narrator(setup):
    return RoundNarrator(setup, NAMES[: setup.players])


def described(told):
    """Write a round and all that is said of it, as the file has it."""
    setup, played, moment = example(told)
    at_table, score = narrator(setup), score_round(setup, played, moment)
    in_brackets = f"[{at_table.ending(score)}; {at_table.points(score)}]"
    said = [at_table.headline(score), *at_table.reasons(score), in_brackets]
    return [told, *(f"  {sentence}" for sentence in said)]


@pytest.mark.parametrize("lines", cases("sentences"))
def test_a_round_is_described_as_it_stands_there(lines):
    rounds = [line for line in lines if not line.startswith(" ")]
    assert rounds
    assert [line for told in rounds for line in described(told)] == lines


def test_a_side_is_named_in_a_sentence_and_on_a_scoreboard():
    assert narrator(pairs()).side_name(THE_SECOND_PAIR) == "Bea and Dani"
    assert narrator(pairs()).label(THE_SECOND_PAIR) == "Bea & Dani"


@pytest.mark.parametrize(
    ("setup", "worth", "said"),
    [
        (table(players=3), 1, "Deal 5 tiles each."),
        (table(deal={"2": 1}), 1, "Deal 1 tile each."),
        (table("jamaican-cut-throat", 3), 1, "Take 0-0 out. Deal 9 tiles each."),
        (pairs("jamaican-partners"), 2, "Deal 7 tiles each. The round counts double."),
        (table("rummikub", 3), 1, ""),
    ],
)
def test_deal_says_how_many_tiles_each_player_gets_and_how_often_the_round_counts(
    setup, worth, said
):
    assert narrator(setup).deal(worth=worth) == said

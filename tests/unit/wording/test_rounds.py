"""What is said of rounds, doubts and deals; tests/cases/sentences.toml has the sentences."""

import re

import pytest

from scorekeeper.rules import Lead, score_round
from scorekeeper.rules.options import Leader
from scorekeeper.rules.referee import Doubt, Law
from scorekeeper.wording.doubts import brief_doubt, doubt_sentence
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import BEA, THE_SECOND_PAIR, claiming, leaving, pairs, table, tile
from tests.unit.rules.lines import NAMES, cases, example
from tests.unit.wording.made_up_language import in_brackets, speaking, without_brackets

# Nobody translates names, and what somebody typed.
NAME = re.compile("|".join([*NAMES, "miscounted last round"]))


def narrator(setup):
    return RoundNarrator(setup, NAMES[: setup.players])


def said_of(told):
    """Say all there is about a round: the headline, the reasons, how it ended and the points."""
    setup, played, moment = example(told)
    at_table, score = narrator(setup), score_round(setup, played, moment)
    last = at_table.ending(score), at_table.points(score)
    return [at_table.headline(score), *at_table.reasons(score), *last]


def described(told):
    """Write a round and all that is said of it, as the file has it."""
    *said, ending, points = said_of(told)
    return [told, *(f"  {sentence}" for sentence in (*said, f"[{ending}; {points}]"))]


def english(sentences):
    """Return the sentences with words, other than names, that were not translated."""
    return [
        text for text in sentences if re.search("[A-Za-z]", NAME.sub("", without_brackets(text)))
    ]


@pytest.mark.parametrize("lines", cases("sentences"))
def test_a_round_is_described_as_it_stands_there_and_every_word_can_be_translated(lines):
    rounds = [line for line in lines if not line.startswith(" ")]
    assert rounds
    assert [line for told in rounds for line in described(told)] == lines
    with in_brackets():
        assert not english(text for told in rounds for text in said_of(told))


@pytest.mark.parametrize("law", Law)
def test_every_word_about_a_doubt_can_be_translated(law):
    found = [Doubt(law, numbers, (tile("3-5"),), 5) for numbers in ((3, 5), ())]
    with in_brackets():
        sentences = [say(doubt) for doubt in found for say in (doubt_sentence, brief_doubt)]
    assert not english(sentences)
    # Across the table few words are read.
    assert len(brief_doubt(found[0]).split()) <= 8


@pytest.mark.parametrize("rule", Leader)
def test_every_word_about_what_comes_next_can_be_translated(rule):
    at_table = narrator(table("jamaican-cut-throat", 3))
    leads = (Lead(rule), Lead(rule, seat=BEA), Lead(rule, side=BEA))
    with in_brackets():
        sentences = [*map(at_table.lead, leads), at_table.deal(worth=2)]
    assert all(sentences)
    assert not english(sentences)


def test_a_verb_is_plural_for_two_people():
    won = "Blocked: %(pips)s. %(side)s wins on the lightest tile."
    spanish = {
        won: ("Cerrado: %(pips)s. Gana %(side)s.", "Cerrado: %(pips)s. Ganan %(side)s."),
        "%(names)s and %(last)s": "%(names)s y %(last)s",
    }
    alone = score_round(table(), leaving("1-2 2-4 3-5", "5-5 3-4"))
    paired = score_round(pairs(), leaving("1-2", "1-3", "5-6", "4-6"))
    with speaking("es", spanish):
        assert narrator(table()).headline(alone) == "Cerrado: 17 · 17. Gana Ana."
        assert narrator(pairs()).headline(paired) == "Cerrado: 14 · 14. Ganan Ana y Ciro."


def test_a_bonus_has_its_name_in_the_language_wherever_the_sentence_puts_it():
    hungarian = {
        "ended on a double": "duplával zárt",
        "%(bonus)s: the round counts %(times)s.": "a kör %(times)s számít: %(bonus)s.",
        ("a round counts", "double"): "duplán",
    }
    played = leaving("1-2 1-1", "3-4", "", "4-5", events=claiming("ended on a double"))
    score = score_round(table("french", 4), played)
    with speaking("hu", hungarian):
        found = narrator(table("french", 4)).reasons(score)[1]
    assert found == "A kör duplán számít: duplával zárt."


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

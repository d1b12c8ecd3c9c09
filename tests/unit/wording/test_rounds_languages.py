"""Sentences about rounds and doubts are completely in the language of the page."""

import re
from collections.abc import Iterable

import pytest

from scorekeeper.rules import Correction, Lead, Moment, Round, Setup, score_round
from scorekeeper.rules.options import Leader, Rank
from scorekeeper.rules.referee import Doubt, Law
from scorekeeper.wording.doubts import brief_doubt, doubt_sentence
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    claiming,
    laid,
    leaving,
    pairs,
    table,
    tile,
)
from tests.unit.wording.made_up_language import Phrases, in_brackets, speaking, without_brackets

NAMES = ("Ana", "Bea", "Ciro", "Dani")
NAME = re.compile("|".join(NAMES))
OUT = ("6-6", "4-5", "", "2-4")
TIED = ("1-3", "1-2", "4-6", "5-6")


def narrator(setup: Setup) -> RoundNarrator:
    return RoundNarrator(setup, NAMES[: setup.players])


def all_sentences(setup: Setup, played: Round, moment: Moment) -> list[str]:
    score = score_round(setup, played, moment)
    at_table = narrator(setup)
    first = [at_table.headline(score), at_table.ending(score), at_table.points(score)]
    return [*first, *at_table.reasons(score)]


def decided_by(key: str) -> tuple[Setup, Round]:
    setup = pairs(blocked={"rank": ["side total", key]})
    return setup, leaving(*TIED, opener=BEA, blocker=DANI)


ALONE, SECOND, TO_61 = Moment(), Moment(worth=2), Moment(2, totals=(59, 58))
FIVES = table("fives-and-threes")
CORRECTED = (Correction(BEA, 5, "Dani"), Correction(ANA, -30))
ROUNDS: list[tuple[Setup, Round, Moment]] = [
    (table(), leaving("", "4-5", corrections=CORRECTED), ALONE),
    (table(), leaving("1-2 2-4", "5-5 3-4"), ALONE),
    (table(), leaving("1-2 2-4 3-5", "5-5 3-4"), ALONE),
    (table(), leaving("0-3 6-6", "1-2 2-4 3-3"), ALONE),
    (table(players=3), leaving("1-2 2-4 3-5", "5-5 3-4", "0-0 5-6 4-5"), ALONE),
    (pairs(), leaving(*OUT), ALONE),
    (pairs(out={"winner": {"partner": -1}}), leaving("6-6", "0-1", "", "0-2"), ALONE),
    (pairs(blocked={"rank": ["seat total"]}), leaving("0-1", "1-2", "6-6", "1-3"), ALONE),
    (table("hungarian", 3), leaving("", "5-5", ""), ALONE),
    (table("hungarian", 3), leaving("0-1", "5-5", "6-6"), ALONE),
    (table("french", 4), leaving("1-2 1-1", "3-4", "", "4-5"), ALONE),
    (table("italian", 3), laid((ANA, "6-6"), (BEA, "5-6"), (CIRO, "2-5")), ALONE),
    (table("italian", 3), laid((ANA, "6-6")), ALONE),
    (table("all-fives"), leaving("6-6", "", tally=((), (15,))), ALONE),
    (FIVES, leaving("1-2", "3-4", tally=((2, 3), (1,)), order=(0, 1, 0)), TO_61),
    (FIVES, leaving("1-2", "3-4", tally=((2,), (3,))), TO_61),
    (FIVES, leaving("", "3-4", tally=((3,), ()), last_tile_scored=True), TO_61),
    (table("rummikub", 3), leaving(3, 5, 16), ALONE),
    (table("triominos", 3), leaving(0, 12, 9, tally=((), (-10,), ())), ALONE),
    (pairs("jamaican-partners"), leaving(*OUT), SECOND),
    (pairs("jamaican-partners"), leaving(*OUT), ALONE),
    (pairs("jamaican-partners"), leaving("0-3", "1-2", "6-6", "5-6"), ALONE),
    (pairs("puerto-rico-500"), leaving(*OUT, events=claiming("capicú")), ALONE),
    (pairs("brazil-to-six"), leaving(*OUT, events=claiming("lá-e-lô")), ALONE),
    (pairs("brazil-to-100"), leaving(*TIED, blocker=ANA), ALONE),
    (pairs("jamaican-partners"), leaving(*OUT), Moment(on_a_run=(1,))),
    (pairs("jamaican-partners"), leaving(12, 8, 8, 20), ALONE),
    (pairs("partnership"), leaving(*OUT), SECOND),
    (table("rummikub", 3), leaving(0, 5, 16), ALONE),
    (table(out={"losers": {"own": -1}}), leaving("", "1-2"), ALONE),
    (table("mexican-train", weights={"tile": {"0-0": 50}}), leaving("", "0-0 1-2"), SECOND),
    (table(weights={"holding_a_double": 3}), leaving("1-1 0-2", "3-3"), ALONE),
    (table(blocked={"rank": ["next tiles"]}), leaving("0-2 1-4", "1-1 0-6"), ALONE),
    (table(blocked={"rank": ["next tiles"]}), leaving("0-2 1-4", "1-1 0-5"), ALONE),
    (
        table("italian", 3, plays={"passing": True}),
        laid((ANA, "6-6"), (BEA, "5-6"), (CIRO, "4-6")),
        ALONE,
    ),
    *((*decided_by(key), ALONE) for key in Rank if key is not Rank.SIDE_TOTAL),
]


@pytest.mark.parametrize(("setup", "played", "moment"), ROUNDS)
def test_every_word_about_a_round_can_be_translated(
    setup: Setup, played: Round, moment: Moment
) -> None:
    with in_brackets():
        sentences = all_sentences(setup, played, moment)
    assert not english(sentences)


def english(sentences: Iterable[str]) -> list[str]:
    """Return the sentences with words, other than names, that were not translated."""
    return [
        text for text in sentences if re.search("[A-Za-z]", NAME.sub("", without_brackets(text)))
    ]


@pytest.mark.parametrize("law", Law)
def test_every_word_about_a_doubt_can_be_translated(law: Law) -> None:
    found = [Doubt(law, numbers, (tile("3-5"),), 5) for numbers in ((3, 5), ())]
    with in_brackets():
        sentences = [say(doubt) for doubt in found for say in (doubt_sentence, brief_doubt)]
    assert not english(sentences)
    # Across the table few words are read.
    assert len(brief_doubt(found[0]).split()) <= 8


@pytest.mark.parametrize("rule", Leader)
def test_every_word_about_what_comes_next_can_be_translated(rule: Leader) -> None:
    at_table = narrator(table("jamaican-cut-throat", 3))
    leads = (Lead(rule), Lead(rule, seat=BEA), Lead(rule, side=BEA))
    with in_brackets():
        sentences = [*map(at_table.lead, leads), at_table.deal(worth=2)]
    assert not english(sentences)


def test_a_verb_is_plural_for_two_people() -> None:
    won = "Blocked: %(pips)s. %(side)s wins on the lightest tile."
    spanish: Phrases = {
        won: ("Cerrado: %(pips)s. Gana %(side)s.", "Cerrado: %(pips)s. Ganan %(side)s."),
        "%(names)s and %(last)s": "%(names)s y %(last)s",
    }
    alone = score_round(table(), leaving("1-2 2-4 3-5", "5-5 3-4"), ALONE)
    paired = score_round(pairs(), leaving("1-2", "1-3", "5-6", "4-6"), ALONE)
    with speaking("es", spanish):
        assert narrator(table()).headline(alone) == "Cerrado: 17 · 17. Gana Ana."
        assert narrator(pairs()).headline(paired) == "Cerrado: 14 · 14. Ganan Ana y Ciro."


def test_a_bonus_has_its_name_in_the_language_wherever_the_sentence_puts_it() -> None:
    hungarian: Phrases = {
        "ended on a double": "duplával zárt",
        "%(bonus)s: the round counts %(times)s.": "a kör %(times)s számít: %(bonus)s.",
        ("a round counts", "double"): "duplán",
    }
    played = leaving("1-2 1-1", "3-4", "", "4-5", events=claiming("ended on a double"))
    score = score_round(table("french", 4), played, ALONE)
    with speaking("hu", hungarian):
        assert narrator(table("french", 4)).reasons(score)[1] == (
            "A kör duplán számít: duplával zárt."
        )

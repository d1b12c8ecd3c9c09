"""Sentences about rounds of the other games."""

from scorekeeper.rules import Correction, Moment, Round, Setup, score_round
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import (
    ANA,
    BEA,
    THE_FIRST_PAIR,
    THE_SECOND_PAIR,
    leaving,
    pairs,
    table,
)

NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva")
ALONE = Moment()
OUT = ("6-6", "4-5", "", "2-4")


def narrator(setup: Setup) -> RoundNarrator:
    return RoundNarrator(setup, NAMES[: setup.players])


def sentences(setup: Setup, played: Round, moment: Moment = ALONE) -> tuple[str, ...]:
    """Return the headline and the reasons of a round."""
    score = score_round(setup, played, moment)
    return narrator(setup).headline(score), *narrator(setup).reasons(score)


def paid(setup: Setup, played: Round) -> str:
    return narrator(setup).points(score_round(setup, played))


def test_a_correction_is_described() -> None:
    given = (Correction(BEA, 5, "miscounted"), Correction(ANA, -30))
    assert sentences(table(), leaving("", "4-5", corrections=given))[-2:] == (
        "Bonus / penalty for Bea, +5: miscounted.",
        "Bonus / penalty for Ana, −30.",
    )
    assert paid(table(), leaving("", "4-5", corrections=given)) == "Ana −21 and Bea +5"


def test_deal_says_what_to_take_out_and_how_often_the_round_counts() -> None:
    assert narrator(table("jamaican-cut-throat", 3)).deal() == "Take 0-0 out. Deal 9 tiles each."
    assert narrator(pairs("jamaican-partners")).deal(worth=2) == (
        "Deal 7 tiles each. The round counts double."
    )
    assert narrator(table("rummikub", 3)).deal() == ""


def test_a_run_that_ends_pays_nobody() -> None:
    setup, on_a_run = pairs("jamaican-partners"), Moment(number=3, on_a_run=(THE_SECOND_PAIR,))
    score = score_round(setup, leaving(*OUT), on_a_run)
    assert narrator(setup).reasons(score)[-1] == (
        "That ends the run of Bea & Dani: after this round all start from 0."
    )
    assert narrator(setup).headline(score) == "Ciro went out: Ana and Ciro win."
    assert narrator(setup).points(score) == "Nobody scores"
    still = score_round(setup, leaving(*OUT), Moment(number=3, on_a_run=(THE_FIRST_PAIR,)))
    assert narrator(setup).points(still) == "+1 point"

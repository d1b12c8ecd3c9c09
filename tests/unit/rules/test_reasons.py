"""The reasons of a score: they are made when they are asked for, and lead to the points."""

from scorekeeper.rules import Ending, RoundScore
from scorekeeper.rules.reasons import Awarded, Charged, Term, Weighed, WentOut
from tests.unit.rules.example import ANA, BEA, pairs, scored, table, tile


def test_a_score_says_why_when_it_is_asked_and_once() -> None:
    score = scored(table(), "", "1-2")
    assert score.reasons == (WentOut(ANA), Awarded(ANA, (Term("opponents", 1, 3),), 3, 3))
    assert score.reasons is score.reasons


def test_a_score_made_without_reasons_has_none() -> None:
    assert RoundScore(Ending.BLOCKED, ANA, ANA, (1, 2), (3, 0)).reasons == ()


def test_a_hand_that_does_not_count_its_pips_is_a_step_of_its_own() -> None:
    setup = table(weights={"tile": {"0-0": 50}, "holding_a_double": 2})
    weighed = Weighed(BEA, ((tile("0-0"), 50),), pips=3, times=2, points=106)
    assert scored(setup, "", "0-0 1-2").reasons == (
        WentOut(ANA),
        weighed,
        Awarded(ANA, (Term("opponents", 1, 106),), 106, 106),
    )


def test_a_hand_that_counts_its_pips_after_all_is_no_step() -> None:
    setup = table(weights={"tile": {"0-0": 50}})
    assert scored(setup, "", "1-2").reasons[1:] == (Awarded(ANA, (Term("opponents", 1, 3),), 3, 3),)


def test_what_a_hand_counts_is_said_where_its_player_is_charged() -> None:
    charges = {"winner": {"opponents": 0}, "losers": {"own": 1}}
    setup = table(weights={"holding_a_double": 2}, out=charges)
    weighed = Weighed(BEA, (), pips=3, times=2, points=6)
    assert scored(setup, "", "0-0 1-2").reasons == (
        WentOut(ANA),
        Charged(BEA, (Term("own", 1, 6),), 6, weighed=weighed),
    )


def test_a_pair_is_charged_for_both_its_hands() -> None:
    setup = pairs(out={"winner": {"opponents": 0}, "losers": {"own": 1}})
    assert scored(setup, "", "1-2", "2-2", "0-5").reasons == (
        WentOut(ANA),
        Charged(1, (Term("own", 1, 8),), 8),
    )


def test_a_player_alone_is_charged_for_what_is_left() -> None:
    setup = table(out={"winner": {"opponents": 0}, "losers": {"own": 1}})
    assert scored(setup, "", "1-2").reasons[1:] == (Charged(BEA, (Term("own", 1, 3),), 3),)

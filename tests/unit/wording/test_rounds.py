"""Sentences about rounds of Block, and about who leads and what to deal."""

from typing import Any

import pytest

from scorekeeper.rules import Lead, Setup
from scorekeeper.rules.options import Leader
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import (
    BEA,
    DANI,
    THE_SECOND_PAIR,
    Entry,
    pairs,
    scored,
    table,
)

NAMES = ("Ana", "Bea", "Ciro", "Dani")


def narrator(setup: Setup) -> RoundNarrator:
    return RoundNarrator(setup, NAMES[: setup.players])


def sentences_about(setup: Setup, *hands: Entry) -> tuple[str, ...]:
    """Return the headline and the reasons of a round."""
    score = scored(setup, *hands)
    return narrator(setup).headline(score), *narrator(setup).reasons(score)


def arithmetic(setup: Setup, *hands: Entry) -> str:
    return sentences_about(setup, *hands)[-1]


def blocked_pays(**winner: int) -> dict[str, Any]:
    nothing = {"opponents": 0, "partner": 0, "own": 0}
    return {"winner": nothing | winner}


def test_a_blocked_round_is_described() -> None:
    assert sentences_about(table(), "1-2 2-4", "5-5 3-4") == (
        "Blocked: 9 · 17. Ana wins.",
        "Ana holds 9 pips and Bea holds 17 pips.",
        "17 (opponents) − 9 (own hand) = 8 points.",
    )


def test_a_tie_won_by_the_lightest_tile_is_described() -> None:
    assert sentences_about(table(), "1-2 2-4 3-5", "5-5 3-4") == (
        "Blocked: 17 · 17. Ana wins on the lightest tile.",
        "Ana and Bea tie with 17 pips each.",
        "1-2 (3 pips) is lighter than 3-4 (7 pips).",
        "17 (opponents) − 17 (own hand) = 0 points.",
    )


def test_a_pair_that_wins_on_the_lightest_tile_is_described() -> None:
    sentences = sentences_about(pairs(), "1-2", "1-3", "5-6", "4-6")
    assert sentences[0] == "Blocked: 14 · 14. Ana and Ciro win on the lightest tile."
    assert sentences[-1] == "14 (opponents) − 14 (own side) = 0 points."


def test_a_drawn_round_is_described() -> None:
    assert sentences_about(table(), "0-3 6-6", "1-2 2-4 3-3") == (
        "Blocked: 15 · 15. Nobody wins, the round is drawn.",
        "Ana and Bea tie with 15 pips each.",
        "0-3 (3 pips) and 1-2 (3 pips) weigh the same.",
        "Nothing breaks the tie between Ana and Bea: nobody wins the round.",
    )


def test_a_tie_of_two_among_three_is_described() -> None:
    sentences = sentences_about(table(players=3), "1-2 2-4 3-5", "5-5 3-4", "0-0 5-6 4-5")
    assert sentences[1] == (
        "Ana holds 17 pips, Bea holds 17 pips and Ciro holds 20 pips: a tie for the lightest hand."
    )


def test_two_lightest_tiles_among_three_are_described() -> None:
    sentences = sentences_about(table(players=3), "1-2 2-4 3-5", "5-5 3-4", "0-3 4-6 0-4")
    assert sentences[2] == "1-2 (3 pips) and 0-3 (3 pips) are lighter than 3-4 (7 pips)."


def test_a_tie_won_by_the_next_tiles_is_described() -> None:
    setup = table(blocked={"rank": ["side total", "next tiles"]})
    sentences = sentences_about(setup, "1-2 2-4 3-5", "4-6 0-4 0-3")
    assert sentences[0] == "Blocked: 17 · 17. Bea wins on the lightest tiles."
    assert sentences[2] == "Second tile: 0-4 (4) is lighter than 2-4 (6)."


BY_NEXT = {"rank": ["side total", "next tiles"]}


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (("0-2 1-4 5-5", "1-1 0-6 4-5"), "Second tile: 1-4 (5) is lighter than 0-6 (6)."),
        (("0-3 1-3 4-4 4-6", "1-2 0-4 4-5 3-6"), "Third tile: 4-4 (8) is lighter than 3-6 (9)."),
        (("0-2 1-3 2-4", "1-2 0-3 3-3"), "0-2 (2 pips) is lighter than 0-3 (3 pips)."),
        (("0-3 1-4", "1-2 0-5"), "Tile by tile, the hands weigh the same."),
    ],
)
def test_the_first_tiles_that_differ_are_named(hands: tuple[str, str], told: str) -> None:
    assert sentences_about(table(blocked=BY_NEXT), *hands)[2] == told


def test_a_later_tile_is_named_by_its_number() -> None:
    setup = table(blocked={"rank": ["next tiles"]})
    told = sentences_about(setup, "0-3 0-4 0-5 3-3", "1-2 1-3 1-4 1-6")
    assert told[1] == "Tile 4: 3-3 (6) is lighter than 1-6 (7)."


def test_a_hand_without_a_second_tile_is_lighter_than_one_that_has_it() -> None:
    setup = table(blocked={"rank": ["next tiles"]})
    assert sentences_about(setup, "0-3", "1-2 4-5")[1] == "0-3 is lighter than 1-2 4-5."


def test_two_that_tie_tile_by_tile_beat_the_third() -> None:
    setup = table(players=3, blocked=BY_NEXT)
    assert sentences_about(setup, "0-3 1-4", "1-2 0-5", "0-2 3-3")[2] == (
        "0-2 (2 pips) is lighter than 0-3 (3 pips) and 1-2 (3 pips)."
    )
    assert sentences_about(setup, "0-3 1-4", "1-2 0-5", "0-4 1-3")[2] == (
        "0-3 (3 pips) and 1-2 (3 pips) are lighter than 0-4 (4 pips)."
    )


def test_a_round_won_by_the_lightest_hand_of_the_heavier_pair_is_described() -> None:
    setup = pairs(blocked={"rank": ["seat total"]})
    sentences = sentences_about(setup, "0-1", "1-2", "6-6", "1-3")
    assert sentences[0] == "Blocked: 1 · 3. Ana and Ciro win on the lightest hand."
    assert sentences[1] == "The lightest hands: Ana’s 0-1, 1 pip, and Bea’s 1-2, 3 pips."


def test_lightest_hands_that_tie_are_named() -> None:
    setup = pairs("jamaican-partners")
    told = sentences_about(setup, "1-3", "0-4", "4-6 4-5", "6-6 1-2")
    assert told[:2] == (
        "Blocked: 4 · 4. Nobody wins, the round is drawn.",
        "The lightest hands tie: Ana’s 1-3 and Bea’s 0-4, 4 pips each.",
    )
    assert sentences_about(setup, "6-6", "0-4", "0-1 1-2", "5-6")[1] == (
        "The lightest hands tie: Ciro’s 0-1 1-2 and Bea’s 0-4, 4 pips each."
    )
    assert narrator(setup).ending(scored(setup, "1-3", "0-4", "6-6", "5-6")) == (
        "Blocked, 4 · 4, drawn"
    )


def test_lightest_hands_that_were_counted_are_named_without_tiles() -> None:
    assert sentences_about(pairs("jamaican-partners"), 12, 8, 8, 20)[1] == (
        "The lightest hands tie: Ciro’s hand and Bea’s hand, 8 pips each."
    )


def test_going_out_is_described() -> None:
    assert sentences_about(table(), "", "4-5") == (
        "Ana went out and wins the round.",
        "Ana played the last tile.",
        "The other hand holds 9 pips: 9 points.",
    )


def test_going_out_is_described_for_partners() -> None:
    headline = sentences_about(pairs(), "6-6", "0-1", "", "0-0")[0]
    assert headline == "Ciro went out: Ana and Ciro win."


def test_one_pip_is_one_point() -> None:
    assert arithmetic(table(), "", "0-1") == "The other hand holds 1 pip: 1 point."


def test_partner_and_own_hand_are_told_apart_where_they_count_differently() -> None:
    setup = pairs(blocked={"winner": {"own": 1}})
    sentences = arithmetic(setup, "1-2", "4-5", "5-5", "2-4")
    assert sentences == "15 (opponents) − 10 (partner) + 3 (own hand) = 8 points."


def test_the_partner_alone_is_not_the_own_side() -> None:
    setup = pairs(blocked={"winner": {"own": 0}})
    sentences = arithmetic(setup, "1-2", "4-5", "5-5", "2-4")
    assert sentences == "15 (opponents) − 10 (partner) = 5 points."


def test_a_sum_below_0_pays_nothing() -> None:
    setup = pairs(out={"winner": {"partner": -1}})
    sentences = arithmetic(setup, "6-6", "0-1", "", "0-2")
    assert sentences == "3 (opponents) − 12 (partner) = −9, so 0 points."


def test_what_counts_twice_is_described() -> None:
    setup = table(out={"winner": {"opponents": 2, "flat": 1}})
    assert arithmetic(setup, "", "4-5") == "2 × 9 (opponents) + 1 (for winning) = 19 points."


def test_what_winning_costs_is_described() -> None:
    setup = table(out={"winner": {"flat": -4}})
    assert arithmetic(setup, "", "4-5") == "9 (opponents) − 4 (for winning) = 5 points."


def test_a_flat_point_is_described() -> None:
    setup = pairs(blocked=blocked_pays(flat=1))
    assert arithmetic(setup, "1-2", "4-5", "5-5", "2-4") == "Winning a round is worth 1 point."


def test_an_excess_is_described() -> None:
    setup = table(blocked=blocked_pays(excess=1))
    assert arithmetic(setup, "1-2", "4-5") == "The other hand holds 6 pips more: 6 points."


def test_an_award_that_counts_nothing_is_described() -> None:
    setup = table(blocked=blocked_pays(own=1))
    assert arithmetic(setup, "0-0", "4-5") == "There is nothing to count: 0 points."


@pytest.mark.parametrize(
    ("hands", "ending"),
    [
        (("1-2", ""), "Bea went out"),
        (("1-2", "4-5"), "Blocked, 3 · 9"),
        (("0-3 6-6", "1-2 2-4 3-3"), "Blocked, 15 · 15, drawn"),
    ],
)
def test_the_history_says_how_a_round_ended(hands: tuple[str, ...], ending: str) -> None:
    setup = table()
    assert narrator(setup).ending(scored(setup, *hands)) == ending


def test_a_side_is_named_in_a_sentence_and_on_a_scoreboard() -> None:
    assert narrator(pairs()).side_name(THE_SECOND_PAIR) == "Bea and Dani"
    assert narrator(pairs()).label(THE_SECOND_PAIR) == "Bea & Dani"


@pytest.mark.parametrize("rule", Leader)
def test_every_rule_of_the_lead_has_a_sentence(rule: Leader) -> None:
    text = narrator(table(players=3)).lead(Lead(rule))
    assert text.endswith(".")


@pytest.mark.parametrize(
    ("setup", "lead", "reminder"),
    [
        (table(), Lead(Leader.WINNER, seat=BEA), "Bea plays first."),
        (table(), Lead(Leader.WINNERS_SIDE, side=BEA), "Bea plays first."),
        (pairs(), Lead(Leader.WINNERS_SIDE, side=THE_SECOND_PAIR), "Bea and Dani play first."),
        (table(), Lead(Leader.ALTERNATE), "Whoever played second last time plays first."),
        (
            table(),
            Lead(Leader.HIGHEST_DOUBLE),
            "The highest double starts, else the heaviest tile.",
        ),
        (pairs("mexican-partners"), Lead(Leader.HIGHEST_DOUBLE), "6-6 starts."),
        (pairs("hoyle"), Lead(Leader.ALTERNATE, seat=DANI), "Dani plays first."),
    ],
)
def test_lead_says_who_leads_the_next_round(setup: Setup, lead: Lead, reminder: str) -> None:
    assert narrator(setup).lead(lead) == reminder


def test_deal_says_how_many_tiles_each_player_gets() -> None:
    assert narrator(table(players=3)).deal() == "Deal 5 tiles each."
    assert narrator(table(deal={"2": 1})).deal() == "Deal 1 tile each."

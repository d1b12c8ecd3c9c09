"""Sentences about rounds of Block, and about who leads and what to deal."""

import pytest

from scorekeeper.rules import Lead, Setup
from scorekeeper.rules.options import Leader
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import BEA, DANI, THE_SECOND_PAIR, pairs, table

NAMES = ("Ana", "Bea", "Ciro", "Dani")


def narrator(setup: Setup) -> RoundNarrator:
    return RoundNarrator(setup, NAMES[: setup.players])


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

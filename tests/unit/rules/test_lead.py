"""Who leads the next round."""

import pytest

from scorekeeper.rules import Lead, Round, Setup, Standing, score_round
from scorekeeper.rules.keys import Leader
from tests.unit.rules.example import ANA, BEA, CIRO, DANI, THE_SECOND_PAIR, leaving, pairs, table

BLOCKED_AND_DRAWN = leaving("0-3 6-6", "1-2 2-4 3-3")
BEA_WENT_OUT = leaving("1-2", "")


def led(setup: Setup, *rounds: Round, opening_seat: int | None = None) -> Lead:
    """Return who leads after some rounds."""
    standing = Standing.start(setup, opening_seat)
    for played in rounds:
        standing = standing.after(played, score_round(setup, played))
    return standing.lead


def test_the_highest_double_leads_every_round_of_block() -> None:
    assert led(table()) == Lead(Leader.HIGHEST_DOUBLE)
    assert led(table(), BEA_WENT_OUT) == Lead(Leader.HIGHEST_DOUBLE)


def test_in_hoyle_the_lead_alternates_once_somebody_said_who_led() -> None:
    hoyle = table("hoyle")
    assert led(hoyle) == Lead(Leader.HIGHEST_DOUBLE)
    assert led(hoyle, BEA_WENT_OUT) == Lead(Leader.ALTERNATE)
    first = leaving("1-2", "", opener=BEA)
    assert led(hoyle, first) == Lead(Leader.ALTERNATE, seat=ANA)
    assert led(hoyle, first, BEA_WENT_OUT) == Lead(Leader.ALTERNATE, seat=BEA)


def test_the_lead_passes_around_the_table() -> None:
    setup = table(players=3, lead={"next": "passes left"})
    first, next_ = leaving("1-2", "", "3-4", opener=BEA), leaving("1-2", "", "3-4")
    assert led(setup, first) == Lead(Leader.PASSES_LEFT, seat=CIRO)
    assert led(setup, first, next_) == Lead(Leader.PASSES_LEFT, seat=ANA)


def test_who_really_led_counts_more_than_who_should_have() -> None:
    setup = pairs("hoyle")
    first = leaving("1-2", "", "3-4", "5-5", opener=ANA)
    second = leaving("1-2", "", "3-4", "5-5", opener=CIRO)
    assert led(setup, first, second) == Lead(Leader.ALTERNATE, seat=DANI)


def test_the_winner_may_lead() -> None:
    setup = table(lead={"next": "winner"})
    assert led(setup, BEA_WENT_OUT) == Lead(Leader.WINNER, seat=BEA)
    assert led(setup, leaving("1-2", "3-4")) == Lead(Leader.WINNER, seat=ANA)


def test_either_of_the_winners_side_may_lead() -> None:
    setup = pairs(lead={"next": "winner's side"})
    played = leaving("1-2", "", "3-4", "5-5")
    assert led(setup, played) == Lead(Leader.WINNERS_SIDE, side=THE_SECOND_PAIR)


@pytest.mark.parametrize("rule", ["winner", "winner's side"])
def test_after_a_drawn_round_the_match_leads_as_it_began(rule: str) -> None:
    setup = table(lead={"next": rule})
    assert led(setup, BEA_WENT_OUT, BLOCKED_AND_DRAWN) == Lead(Leader.HIGHEST_DOUBLE)


@pytest.mark.parametrize("rule", [Leader.AGREED, Leader.HEAVIEST_HAND])
def test_some_rules_of_the_lead_name_no_seat(rule: Leader) -> None:
    assert led(table(lead={"next": rule.value}), BEA_WENT_OUT) == Lead(rule)


def test_a_rematch_goes_on_with_the_lead_where_it_was() -> None:
    hoyle = table("hoyle")
    assert led(hoyle, opening_seat=BEA) == Lead(Leader.ALTERNATE, seat=BEA)
    assert led(hoyle, BEA_WENT_OUT, opening_seat=BEA) == Lead(Leader.ALTERNATE, seat=ANA)

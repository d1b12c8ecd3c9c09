"""Who leads the next round."""

import pytest

from scorekeeper.rules import Lead, Round, Setup, Standing, score_round
from scorekeeper.rules.options import Leader
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    THE_SECOND_PAIR,
    leaving,
    pairs,
    table,
    tile,
)

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


def reminded(setup: Setup, *rounds: Round) -> str:
    names = ("Ana", "Bea", "Ciro", "Dani")
    return RoundNarrator(setup, names[: setup.players]).lead(led(setup, *rounds))


@pytest.mark.parametrize(("game", "highest"), [("mexican-train", 12), ("chicken-foot", 9)])
def test_the_double_of_the_round_leads_from_the_highest_down(game: str, highest: int) -> None:
    # htfbw.com, Chicken Foot: "During round two, the player with the double-eight begins."
    # idahogoodsam.org, Mexican Train: where nobody has it, all players draw until it is found.
    setup = table(game, match={"goal": 20})
    played = leaving("1-2", "")
    assert led(setup) == Lead(Leader.DOUBLE_OF_THE_ROUND, tile=tile(f"{highest}-{highest}"))
    assert led(setup, played).tile == tile(f"{highest - 1}-{highest - 1}")
    assert led(setup, *[played] * highest).tile == tile("0-0")
    # A level match goes on from the highest.
    assert led(setup, *[played] * (highest + 1)).tile == tile(f"{highest}-{highest}")


def test_the_double_of_the_round_is_drawn_for() -> None:
    setup = table("mexican-train")
    assert reminded(setup) == "12-12 starts; if nobody holds it, draw."
    second = reminded(setup, leaving("1-2", ""))
    assert second == "11-11 starts; if nobody holds it, draw."


def test_in_jamaican_french_the_double_blank_leads_and_then_a_double_of_the_winner() -> None:
    # sixlove.pages.dev/french-domino: "the winner of the previous hand poses with any double".
    french = table("french", 4)
    assert led(french) == Lead(Leader.DOUBLE_BLANK)
    assert reminded(french) == "0-0 starts."
    won = leaving("1-2", "", "3-4", "5-6")
    assert led(french, won) == Lead(Leader.WINNER_WITH_A_DOUBLE, seat=BEA)
    assert reminded(french, won) == (
        "Bea plays first with a double, or else the next player who holds one."
    )
    assert led(french, won, leaving("1-2", "1-1", "3-4", "5-6")) == led(french)


@pytest.mark.parametrize("game", ["hungarian", "italian"])
def test_whoever_was_dealt_the_most_pips_leads_every_round(game: str) -> None:
    setup = table(game, 3)
    won = Round(opener=BEA) if game == "italian" else leaving("1-2", "", "3-4", opener=BEA)
    dealt = "Whoever was dealt the most pips plays first, with any tile."
    assert [reminded(setup), reminded(setup, won), reminded(setup, won, won)] == [dealt] * 3


def test_the_heaviest_hand_may_be_that_of_the_last_round() -> None:
    setup = table(lead={"next": "heaviest hand"})
    assert reminded(setup, BEA_WENT_OUT) == "The heaviest hand of the last round plays first."


@pytest.mark.parametrize(("game", "players"), [("cut-throat", 3), ("cut-throat", 4), ("draw", 2)])
def test_in_jamaica_the_winner_leads_with_any_double(game: str, players: int) -> None:
    setup = table(f"jamaican-{game}", players)
    assert led(setup) == Lead(Leader.HIGHEST_DOUBLE)
    won = leaving(*("1-2", "", "3-4", "5-5")[:players])
    assert reminded(setup, won) == "Bea plays first: any double, or without one any tile."


def test_in_jamaica_either_of_the_pair_that_won_leads_with_any_double() -> None:
    setup, won = pairs("jamaican-partners"), leaving("1-2", "", "3-4", "5-5")
    assert reminded(setup) == "6-6 starts."
    assert led(setup, won) == Lead(Leader.WINNER_ANY_DOUBLE, side=THE_SECOND_PAIR)
    assert reminded(setup, won) == "Bea and Dani play first: any double, or without one any tile."

"""Sentences about hands that do not count their pips, and about rounds that count several times."""

from scorekeeper.rules import Moment
from tests.unit.rules.example import leaving, pairs, table
from tests.unit.wording.test_rounds_family import OUT, sentences


def test_a_hand_that_does_not_count_its_pips_says_what_it_counts() -> None:
    assert sentences(table("french", 4), leaving("1-2 1-1 1-6", "3-4", "", "4-5"))[2:] == (
        "Ana: 12 pips, twice for holding a double: 24.",
        "Bea +7.",
        "Dani +9.",
    )
    fifty = table("mexican-train", weights={"tile": {"0-0": 50}})
    assert sentences(fifty, leaving("", "0-0 1-2"))[2:] == ("Bea: 0-0 counts 50, and 3 pips: 53.",)
    assert sentences(fifty, leaving("", "0-0"))[2:] == ("Bea: 0-0 counts 50.",)
    assert sentences(fifty, leaving("", "1-2"))[2:] == ("Bea +3.",)


def test_blank_halves_and_half_doubles_are_named() -> None:
    setup = table(weights={"blank_end": 25, "double": "half", "holding_a_double": 3})
    assert sentences(setup, leaving("", "0-0 0-5 6-6 1-2"))[2:] == (
        "Bea: 0-0 counts 50, 0-5 counts 30 and 6-6 counts 6, and 3 pips,"
        " 3 times for holding a double: 267.",
        "The other hand counts 267 points.",
    )


def test_where_hands_are_compared_what_they_count_comes_first() -> None:
    setup = table(weights={"tile": {"0-0": 50}})
    assert sentences(setup, leaving("0-0", "6-6"))[1:] == (
        "Ana: 0-0 counts 50.",
        "Bea holds 12 points and Ana holds 50 points.",
        "50 (opponents) − 12 (own hand) = 38 points.",
    )


def test_a_hand_of_pairs_says_what_it_counts_too() -> None:
    setup = pairs(weights={"holding_a_double": 2}, out={"losers": {"own": 1}})
    assert sentences(setup, leaving("", "1-1 1-3", "6-6", "4-5"))[2:4] == (
        "Bea: 6 pips, twice for holding a double: 12.",
        "Ciro: 12 pips, twice for holding a double: 24.",
    )


def test_what_a_doubled_round_pays_is_described() -> None:
    setup = pairs("partnership", blocked={"next_worth": 2})
    assert sentences(setup, leaving(*OUT), Moment(worth=2))[-1] == (
        "The opponents hold 15 pips: counted double, 30 points."
    )


def test_pips_that_pay_by_tens_say_what_they_count() -> None:
    east = pairs("cuban-east")
    why = sentences(east, leaving("", "4-6", "0-2", "4-5"))[-1]
    assert why == "19 (opponents) + 2 (partner) = 21, which counts 3 points."
    assert sentences(east, leaving("0-0", "4-6", "", "4-5"))[-1] == (
        "19 (opponents), which counts 2 points."
    )

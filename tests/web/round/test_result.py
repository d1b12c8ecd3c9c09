"""The page that shows what a round came to, and why."""

import pytest

from tests.web.visitor import HEAVY, Page, Visitor


def test_a_round_is_explained_step_by_step(visitor: Visitor, table: Page) -> None:
    result = visitor.result(visitor.play(table, "12 24 35", "55 34 01"))
    assert result.heading == "Round 1"
    assert result.texts("h2", "")[0] == "Blocked: 17 · 18. Ana wins."
    assert result.texts("p", "award") == ["+1 point"]
    assert result.texts("p", "reason") == [
        "Ana holds 17 pips and Bea holds 18 pips.",
        "18 (opponents) − 17 (own hand) = 1 point.",
    ]


def test_hands_and_totals_are_shown(visitor: Visitor, table: Page) -> None:
    visitor.play(table, "", HEAVY)
    result = visitor.result(visitor.play(table, "66 65", ""))
    assert result.texts("ul", "totals", "li") == [
        "Ana – 69 31 to go",
        "Bea +23 23 77 to go",
    ]
    assert result.texts("ul", "hands", "li") == [
        "Ana 23 pips",
        "Bea went out",
    ]


def test_a_blocked_round_of_partners_shows_what_each_side_holds(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", partners="y")
    recorded = visitor.play(table, "1-2 0-6", "6-6", "5-5 1-1", "4-5")
    held = ["Ana & Ciro 21 pips", "Bea & Dani 21 pips"]
    hands = ["Ana 9 pips", "Ciro 12 pips", "Bea 12 pips", "Dani 9 pips"]
    for page in (visitor.result(recorded), visitor.open(table.address)):
        assert page.texts("p", "held") == held
        assert page.texts("ul", "hands", "li") == hands
    # Who went out decides, no sum.
    out = visitor.result(visitor.play(table, "", "6-6", "5-5", "4-5"))
    assert out.texts("p", "held") == []


def test_the_way_goes_on_to_the_table_and_the_next_round(visitor: Visitor, table: Page) -> None:
    result = visitor.result(visitor.play(table, "", "66"))
    assert result.links["Back to the table"] == table.address
    assert result.links["Enter round 2"] == f"{table.address}/rounds/new"
    assert "Deal 7 tiles each." in result.text


def test_an_earlier_round_keeps_the_totals_it_led_to(visitor: Visitor, table: Page) -> None:
    visitor.play(table, "", "66")
    visitor.play(table, "", "55")
    earlier = visitor.open(f"{table.address}/rounds/1")
    assert earlier.texts("ul", "totals", "li")[0] == "Ana +12 12 88 to go"


def test_the_last_round_of_a_finished_match_leads_to_no_further_one(
    visitor: Visitor, table: Page
) -> None:
    for _ in range(2):
        visitor.play(table, "", HEAVY)
    result = visitor.open(f"{table.address}/rounds/2")
    assert not [words for words in result.links if words.startswith("Enter round")]


@pytest.mark.parametrize("number", ["0", "2", "-1", "one", "9" * 31, "1.0"])
def test_a_round_that_is_not_there_is_not_found(visitor: Visitor, table: Page, number: str) -> None:
    visitor.play(table, "", "66")
    answer = visitor.open(f"{table.address}/rounds/{number}")
    assert answer.status == 404
    assert answer.heading == "Page not found"

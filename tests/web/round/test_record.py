"""The page that takes a round, by the tiles left in each hand."""

import pytest

from tests.web.conftest import Unchanged
from tests.web.visitor import CHECK, HEAVY, RECORD, Page, Visitor, tiles

TIE = tiles("1-2 24 3|5", "55, 43")
TIE_SAID = "Blocked. 17 to 17: Ana wins on the lightest tile."
TIE_WHY = "1-2 (3 pips) is lighter than 3-4 (7 pips). · 17 (opponents) − 17 (own hand) = 0 points."


def said(page: Page) -> list[str]:
    return page.texts("p", "say")


def test_a_round_is_recorded_by_typing_what_is_left(visitor: Visitor, table: Page) -> None:
    form = visitor.open_round(table)
    assert form.heading == "Round 1"
    assert form.buttons[:2] == ["Check first", "Record round"]
    result = visitor.follow(visitor.send(form, tiles("", "6-6 12") | RECORD))
    assert result.address == f"{table.address}/rounds/1"
    assert "Ana went out and wins the round." in result.text


@pytest.mark.parametrize(
    "typed",
    ["1-2 24 3|5", "2-1,4-2,5-3", " 12\t24\n35 ", "1:2; 2/4; 3–5", "\u202e12\x0024\u200b35\ufeff"],
)
def test_tiles_may_be_typed_in_many_ways(visitor: Visitor, table: Page, typed: str) -> None:
    result = visitor.follow(visitor.play(table, typed, "66 65"))
    hand = result.all("ul", "hands")[0]
    shown = [tile.get("aria-label") for tile in hand.iter("span") if tile.get("role") == "img"]
    assert shown == ["one-two", "two-four", "three-five", "double six", "five-six"]


def test_enter_records_even_where_no_button_is_pressed(visitor: Visitor, table: Page) -> None:
    answer = visitor.send(visitor.open_round(table), tiles("", "66"))
    assert answer.leads_to == f"{table.address}/rounds/1"


def test_a_tie_is_won_by_the_lightest_tile(visitor: Visitor, table: Page) -> None:
    result = visitor.follow(visitor.send(visitor.open_round(table), TIE | RECORD))
    assert TIE_SAID in result.text
    assert "Ana and Bea tie with 17 pips each." in result.text
    assert "1-2 (3 pips) is lighter than 3-4 (7 pips)." in result.text


def test_a_round_that_nothing_settles_is_drawn(visitor: Visitor, table: Page) -> None:
    result = visitor.follow(visitor.play(table, "03 44", "12 35"))
    assert "Blocked. 11 to 11: nobody wins, the round is drawn." in result.text
    assert "Nobody scores" in result.text


def test_partners_see_with_whom_they_play(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", partners="y")
    assert visitor.open_round(table).texts("p", "detail") == [
        "with Ciro · 5 dealt",
        "with Dani · 5 dealt",
        "with Ana · 5 dealt",
        "with Bea · 5 dealt",
    ]


def test_every_tile_of_the_box_can_be_tapped(visitor: Visitor, table: Page) -> None:
    pad = visitor.open_round(table).all("div", "pad")[0]
    assert {*" ".join(pad.itertext()).split()} == {
        f"{low}-{high}" for high in range(7) for low in range(high + 1)
    }


def test_the_preview_says_what_the_round_would_come_to_and_records_nothing(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    form = visitor.open_round(table)
    with unchanged():
        preview = visitor.send(form, TIE, to=f"{table.address}/rounds/preview")
    assert preview.status == 200
    assert said(preview) == [TIE_SAID]
    assert preview.texts("p", "why") == [TIE_WHY]


def test_the_preview_says_what_is_missing_or_wrong(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    form = visitor.open_round(table)
    with unchanged():
        preview = visitor.send(form, tiles("71", "6"), to=f"{table.address}/rounds/preview")
    assert preview.status == 200
    assert said(preview) == ["“6” in Bea’s hand is not a tile: write tiles like 1-2, 24 or 3|5."]
    assert preview.all("div", "fault")


def test_without_scripts_a_button_checks_first(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    form = visitor.open_round(table)
    with unchanged():
        checked = visitor.send(form, TIE | CHECK)
    assert checked.status == 200
    assert said(checked) == [TIE_SAID]
    assert TIE.items() <= checked.form.items()
    assert visitor.send(checked, RECORD).leads_to == f"{table.address}/rounds/1"


def test_checking_says_what_is_wrong_in_one_place(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    form = visitor.open_round(table)
    with unchanged():
        checked = visitor.send(form, tiles("", "") | CHECK)
    assert said(checked) == [
        "Ana and Bea have no tiles, and only one player can go out: enter what the others hold."
    ]
    assert checked.problems == []


def test_a_match_is_played_from_the_first_round_to_the_winner(
    visitor: Visitor, table: Page
) -> None:
    rounds = (("", HEAVY), ("12 24 35", "55 34"), ("03 44", "12 35"), (HEAVY, ""), ("", "66"))
    for number, hands in enumerate(rounds, 1):
        result = visitor.follow(visitor.play(table, *hands))
        assert result.heading == f"Round {number}"
        assert visitor.open(result.links["Back to the table"]).status == 200
    winner = visitor.follow(visitor.play(table, "", "66 65"))
    assert winner.address == f"{table.address}/winner"
    assert winner.heading == "Ana wins!"
    assert winner.texts("ol", "podium", "b") == ["104", "69"]
    assert "6 rounds" in winner.text


def test_the_round_after_the_last_is_the_winner(visitor: Visitor, table: Page) -> None:
    for _ in range(2):
        visitor.play(table, "", HEAVY)
    form = visitor.open_round(table)
    assert form.answer.location == f"{table.address}/winner"

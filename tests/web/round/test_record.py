"""The page that takes a round, by the tiles left in each hand."""

import pytest

from tests.unchanged import Unchanged
from tests.web.pagelint import text_of
from tests.web.visitor import CHECK, HEAVY, RECORD, Page, Visitor, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")
TIE = tiles("1-2 24 3|5", "55, 43")
TIE_SAID = "Blocked: 17 · 17. Ana wins on the lightest tile."
TIE_WHY = "1-2 (3 pips) is lighter than 3-4 (7 pips). · 17 (opponents) − 17 (own hand) = 0 points."


@pytest.fixture
def four(visitor: Visitor) -> Page:
    """Return the table of Ana, Bea, Ciro and Dani, each for themselves."""
    return visitor.start(*FOUR)


def said(page: Page) -> list[str]:
    return page.texts("p", "say")


def test_a_round_is_recorded_by_typing_what_is_left(visitor: Visitor, table: Page) -> None:
    form = visitor.open_round(table)
    assert form.heading == "Round 1"
    assert form.buttons[:2] == ["Check first", "Record round"]
    result = visitor.result(visitor.send(form, tiles("", "6-6 12") | RECORD))
    assert result.address == f"{table.address}/rounds/1"
    assert "Ana went out and wins the round." in result.text


@pytest.mark.parametrize(
    "typed",
    ["1-2 24 3|5", "2-1,4-2,5-3", " 12\t24\n35 ", "1:2; 2/4; 3–5", "\u202e12\x0024\u200b35\ufeff"],
)
def test_tiles_may_be_typed_in_many_ways(visitor: Visitor, table: Page, typed: str) -> None:
    result = visitor.result(visitor.play(table, typed, "66 65"))
    hand = result.all("ul", "hands")[0]
    shown = [tile.get("aria-label") for tile in hand.iter("span") if tile.get("role") == "img"]
    assert shown == ["one-two", "two-four", "three-five", "double six", "five-six"]


def test_enter_records_even_where_no_button_is_pressed(visitor: Visitor, table: Page) -> None:
    answer = visitor.send(visitor.open_round(table), tiles("", "66"))
    assert answer.leads_to == table.address


def test_a_round_that_nothing_settles_is_drawn(visitor: Visitor, table: Page) -> None:
    result = visitor.result(visitor.play(table, "03 44", "12 35"))
    assert "Blocked: 11 · 11. Nobody wins, the round is drawn." in result.text
    assert "Nobody scores" in result.text


def test_partners_see_with_whom_they_play(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", partners="y")
    assert visitor.open_round(table).texts("p", "detail") == [
        "with Ciro",
        "with Dani",
        "with Ana",
        "with Bea",
    ]


def test_every_tile_of_the_box_can_be_tapped(visitor: Visitor, table: Page) -> None:
    pad = visitor.open_round(table).all("div", "pad")[0]
    assert {*" ".join(pad.itertext()).split()} == {
        f"{low}-{high}" for high in range(7) for low in range(high + 1)
    }


def test_without_scripts_a_button_checks_first(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    form = visitor.open_round(table)
    with unchanged():
        checked = visitor.send(form, TIE | CHECK)
    assert checked.status == 200
    assert said(checked) == [TIE_SAID]
    assert TIE.items() <= checked.form.items()
    assert visitor.send(checked, RECORD).leads_to == table.address


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
        result = visitor.result(visitor.play(table, *hands))
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


def test_a_hand_that_nobody_entered_is_asked_about_and_recorded_when_answered(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    with unchanged():
        asked = visitor.send(visitor.open_round(table), {"hands-1-tiles": "66"} | RECORD)
    assert asked.status == 422
    assert asked.problems == []
    (question,) = asked.all("div", "at-record")
    assert "hidden" not in question.attrib
    assert "Ana has no tiles. Did Ana go out?" in text_of(question)
    assert {"Yes, Ana went out", "Go back"} <= {*asked.buttons}
    assert asked.form["hands-1-tiles"] == "66"
    # The button is the answer: it sends that Ana went out, and no action.
    result = visitor.follow(visitor.send(asked, {"hands-0-out": "y"}))
    assert "Ana went out and wins the round." in result.text


def test_going_back_from_the_question_loses_nothing(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    with unchanged():
        asked = visitor.send(visitor.open_round(table), {"hands-1-tiles": "66"} | RECORD)
        back = visitor.send(asked, CHECK)
    assert "hidden" in back.all("div", "at-record")[0].attrib
    assert back.form["hands-1-tiles"] == "66"
    assert "hands-0-out" not in back.form


def test_where_play_goes_on_several_may_have_gone_out(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", game="hungarian")
    filled = {"hands-0-out": "y", "hands-1-tiles": "66"}
    asked = visitor.send(visitor.open_round(table), filled | RECORD)
    assert "Ciro has no tiles. Did Ciro go out?" in asked.text
    result = visitor.follow(visitor.send(asked, {"hands-2-out": "y"}))
    assert "Ana and Ciro went out." in result.text


def test_where_tiles_do_not_matter_who_went_out_is_enough(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game="jamaican-partners", partners="y")
    result = visitor.follow(visitor.send(visitor.open_round(table), {"hands-1-out": "y"} | RECORD))
    assert "Bea went out: Bea and Dani win." in result.text
    assert result.texts("ul", "hands", "li")[0] == "Ana not entered"
    # What nobody entered is not said to be 0.
    assert "left:" not in visitor.open(table.address).text
    page = visitor.open(f"{table.address}/rounds/1/amend")
    assert page.form["hands-0-tiles"] == ""
    assert visitor.open(table.address).texts("p", "score") == ["0 points", "1 points"]


def test_a_pair_of_fives_and_threes_goes_out_together(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game="fives-and-threes", partners="y")
    form = visitor.open_round(table)
    both = {"hands-0-out": "y", "hands-2-out": "y", "hands-0-tally": "4"}
    result = visitor.follow(visitor.send(form, both | RECORD))
    assert "Ana and Ciro went out." in result.text
    assert visitor.open(table.address).texts("p", "score") == ["5 points", "0 points"]


def test_who_has_no_partner_left_in_play_has_not_won(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game="fives-and-threes", partners="y")
    blocked = {
        "hands-0-out": "y",
        "hands-1-tiles": "34",
        "hands-2-tiles": "12",
        "hands-3-out": "y",
        "hands-3-tally": "3",
    }
    result = visitor.follow(visitor.send(visitor.open_round(table), blocked | RECORD))
    assert "Blocked: 3 · 7." in result.text
    assert visitor.open(table.address).texts("p", "score") == ["0 points", "3 points"]

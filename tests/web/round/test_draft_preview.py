"""What the hands entered around the table come to, and the form that records them."""

from typing import Any

import pytest
from flask import Flask

from tests.unchanged import Unchanged
from tests.web.round.test_drafts import draft
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Page, Visitor

FOUR = ("Ana", "Bea", "Ciro", "Dani")


@pytest.fixture
def four(visitor: Visitor) -> Page:
    """Return the table of four, each for themselves."""
    return visitor.start(*FOUR)


def enter(visitor: Visitor, table: Page, *hands: str, number: int = 1) -> None:
    """Enter hands at their panels; "" says that a player went out, "–" that nothing is entered."""
    for seat, hand in enumerate(hands):
        if hand != "–":
            fields: dict[str, Any] = {f"hands_{seat}_{'tiles' if hand else 'out'}": hand or "y"}
            draft(visitor, table, number, f"hands-{seat}", **fields)


def checked(visitor: Visitor, table: Page, number: int = 1, query: str = "") -> Page:
    return visitor.open(f"{table.address}/rounds/{number}/draft/preview{query}")


def test_it_says_who_wins_why_and_what_it_pays(visitor: Visitor, four: Page) -> None:
    enter(visitor, four, "1-2 3-4", "", "5-5", "0-0")
    assert checked(visitor, four).texts("div", "verdict", "p") == [
        "Bea went out and wins the round.",
        "Bea 0 →to 20",
        "Ana 10 + Ciro 10 + Dani 0 = 20 points",
    ]


def test_it_says_that_the_round_wins_the_match(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    enter(visitor, table, "", HEAVY)
    assert "Ana 0 →to 69 wins the match" in checked(visitor, table).texts("p", "then")


def test_its_form_records_what_it_shows(app: Flask, visitor: Visitor, four: Page) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    enter(visitor, four, "1-2 3-4", "", "5-5", "0-0")
    form = checked(visitor, four).pressing("Record round")
    # What is entered now was not shown.
    enter(visitor, four, "–", "–", "6-6")
    back = visitor.send(form)
    assert back.leads_to == four.address
    table = visitor.follow(back)
    assert table.texts("p", "score") == ["0 points", "20 points", "0 points", "0 points"]
    assert visitor.send(form).leads_to == four.address
    assert visitor.follow(back).texts("ol", "rounds", "small")[0] == "Round 1"


def test_looking_changes_nothing(visitor: Visitor, four: Page, unchanged: Unchanged) -> None:
    enter(visitor, four, "1-2 3-4", "", "5-5", "0-0")
    with unchanged():
        answer = checked(visitor, four).answer
    assert answer.cache_control.no_store


def test_pips_and_choices_are_sent_along(visitor: Visitor) -> None:
    table = visitor.start(*FOUR)
    draft(visitor, table, 1, "hands-0", hands_0_pips="17")
    draft(visitor, table, 1, "hands-1", hands_1_pips="12")
    draft(visitor, table, 1, "hands-2", hands_2_pips="9")
    draft(visitor, table, 1, "hands-3", hands_3_out="y")
    draft(visitor, table, 1, "rest", correction_side="0", correction_points="10")
    form = checked(visitor, table)
    assert form.form["entry"] == "pips"
    table = visitor.follow(visitor.send(form.pressing("Record round")))
    assert table.texts("p", "score") == ["10 points", "0 points", "0 points", "38 points"]


def test_it_names_the_hands_that_are_missing(visitor: Visitor, four: Page) -> None:
    enter(visitor, four, "1-2", "–", "5-5", "–")
    page = checked(visitor, four)
    assert page.texts("div", "verdict") == ["The hands of Bea and Dani are not entered yet."]
    assert page.links == {"Enter the other hands": f"{four.address}/rounds/new"}
    assert page.texts("button", "") == ["Go back"]


def test_it_asks_whether_the_one_without_tiles_went_out(visitor: Visitor, four: Page) -> None:
    enter(visitor, four, "1-2 3-4", "–", "5-5", "0-0")
    page = checked(visitor, four)
    assert page.texts("div", "verdict") == ["Bea has no tiles. Did Bea go out?"]
    assert page.texts("button", "") == ["Yes, Bea went out", "Go back"]
    assert page.links == {}
    (yes,) = (each.get("data-out") for each in page.all("button") if "data-out" in each.attrib)
    assert yes == "1"
    said = checked(visitor, four, query="?out=1")
    assert "Bea went out and wins the round." in said.texts("p", "say")
    table = visitor.follow(visitor.send(said.pressing("Record round")))
    assert table.texts("p", "score")[1] == "20 points"


@pytest.mark.parametrize("query", ["?out=7", "?out=-1", "?out=x"])
def test_nobody_else_can_be_said_to_have_gone_out(visitor: Visitor, four: Page, query: str) -> None:
    enter(visitor, four, "1-2 3-4", "–", "5-5", "0-0")
    assert checked(visitor, four, query=query).text == checked(visitor, four).text


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        # Every tile is dealt: six numbers would be left over once each, and a line has two ends.
        (("", "1-2", "3-4", "5-6"), ["One tile is wrong: 1s, 2s, 3s, 4s, 5s, 6s?"]),
        (("0-1", "1-2", "2-4", "4-5"), ["Blocked? The line ends in 0 and 5."]),
    ],
)
def test_what_the_referee_doubts_is_said_in_few_words_and_looked_at_before_it_is_recorded(
    visitor: Visitor, hands: tuple[str, ...], said: list[str]
) -> None:
    table = visitor.start(*FOUR, game="partnership")
    enter(visitor, table, *hands)
    page = checked(visitor, table)
    assert page.texts("div", "verdict", "p") == said
    assert page.links == {"Check the tiles": f"{table.address}/rounds/new"}
    assert page.texts("button", "") == ["Record anyway"]
    table = visitor.follow(visitor.send(page.pressing("Record anyway")))
    assert table.texts("ol", "rounds", "small")[0] == "Round 1"


def test_what_is_impossible_is_said(visitor: Visitor, four: Page) -> None:
    enter(visitor, four, "1-2", "6-6", "6-6", "")
    page = checked(visitor, four)
    assert "6-6 is in Bea’s hand and in Ciro’s hand at once" in page.text
    assert page.links == {"Check the tiles": f"{four.address}/rounds/new"}
    assert page.texts("button", "") == ["Go back"]


def test_only_the_next_round_is_checked(visitor: Visitor, four: Page) -> None:
    assert checked(visitor, four, 2).status == 404
    visitor.play(four, "1-2", "", "5-5", "0-0")
    assert checked(visitor, four, 1).status == 404
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", HEAVY)
    assert checked(visitor, table, 2).status == 404


def test_whoever_only_watches_checks_nothing(app: Flask, visitor: Visitor, four: Page) -> None:
    enter(visitor, four, "1-2 3-4", "", "5-5", "0-0")
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, four)["watch"])
    assert checked(guest, four).status == 403

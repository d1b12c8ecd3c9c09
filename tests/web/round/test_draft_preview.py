"""The form that records the hands entered around the table; entries.toml has what they come to."""

from typing import Any

import pytest
from flask import Flask

from tests.unchanged import Unchanged
from tests.web.round.test_drafts import draft
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Page, Visitor

HANDS = ("1-2 3-4", "", "5-5", "0-0")


@pytest.fixture
def four(visitor: Visitor) -> Page:
    """Return the table of four, each for themselves."""
    return visitor.start("Ana", "Bea", "Ciro", "Dani")


def enter(visitor: Visitor, table: Page, *hands: str, number: int = 1) -> None:
    """Enter hands at their panels; "" says that a player went out, "–" that nothing is entered."""
    for seat, hand in enumerate(hands):
        if hand != "–":
            fields: dict[str, Any] = {f"hands_{seat}_{'tiles' if hand else 'out'}": hand or "y"}
            draft(visitor, table, number, f"hands-{seat}", **fields)


def checked(visitor: Visitor, table: Page, number: int = 1, query: str = "") -> Page:
    return visitor.open(f"{table.address}/rounds/{number}/draft/preview{query}")


def test_its_form_records_what_it_shows(visitor: Visitor, four: Page, unchanged: Unchanged) -> None:
    enter(visitor, four, *HANDS)
    with unchanged():
        shown = checked(visitor, four)
    assert shown.answer.cache_control.no_store
    form = shown.pressing("Record round")
    # What is entered now was not shown.
    enter(visitor, four, "–", "–", "6-6")
    back = visitor.send(form)
    table = visitor.follow(back)
    assert table.texts("p", "score") == ["0 points", "20 points", "0 points", "0 points"]
    assert visitor.send(form).leads_to == four.address
    assert visitor.follow(back).texts("ol", "rounds", "small")[0] == "Round 1"


def test_pips_and_choices_are_sent_along(visitor: Visitor, four: Page) -> None:
    for seat, pips in enumerate(("17", "12", "9")):
        counted: dict[str, Any] = {f"hands_{seat}_pips": pips}
        draft(visitor, four, 1, f"hands-{seat}", **counted)
    draft(visitor, four, 1, "hands-3", hands_3_out="y")
    draft(visitor, four, 1, "rest", correction_side="0", correction_points="10")
    form = checked(visitor, four)
    assert form.form["entry"] == "pips"
    table = visitor.follow(visitor.send(form.pressing("Record round")))
    assert table.texts("p", "score") == ["10 points", "0 points", "0 points", "38 points"]


def test_whoever_is_said_to_have_gone_out_has_and_nobody_else_can(
    visitor: Visitor, four: Page
) -> None:
    enter(visitor, four, "1-2 3-4", "–", "5-5", "0-0")
    page = checked(visitor, four)
    assert [each.get("data-out") for each in page.all("button")] == ["1", None]
    for query in ("?out=7", "?out=-1", "?out=x"):
        assert checked(visitor, four, query=query).text == page.text
    said = checked(visitor, four, query="?out=1")
    table = visitor.follow(visitor.send(said.pressing("Record round")))
    assert table.texts("p", "score")[1] == "20 points"


def test_what_is_doubted_is_recorded_anyway(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game="partnership")
    enter(visitor, table, "", "1-2", "3-4", "5-6")
    page = checked(visitor, table)
    assert page.links == {"Check the tiles": f"{table.address}/rounds/new"}
    table = visitor.follow(visitor.send(page.pressing("Record anyway")))
    assert table.texts("ol", "rounds", "small")[0] == "Round 1"


def test_only_the_next_round_is_checked(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    assert checked(visitor, table, 2).status == 404
    for number in (1, 2):
        visitor.play(table, "", "66" if number == 1 else HEAVY)
        assert checked(visitor, table, number).status == 404
    assert checked(visitor, table, 3).status == 404


def test_whoever_only_watches_checks_nothing(app: Flask, visitor: Visitor, four: Page) -> None:
    enter(visitor, four, *HANDS)
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, four)["watch"])
    assert checked(guest, four).status == 403

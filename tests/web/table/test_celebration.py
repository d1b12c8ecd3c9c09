"""The celebration of a win, which pages keep aside until they hear of it while they are open."""

import pytest
from flask import Flask

from tests.unchanged import Unchanged
from tests.web.pagelint import text_of
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Page, Visitor


@pytest.fixture
def over(visitor: Visitor, table: Page) -> Page:
    """Return the table of a match that Ana won."""
    visitor.play(table, "", HEAVY)
    visitor.play(table, "", HEAVY)
    return visitor.open(table.address)


@pytest.mark.parametrize("address", ["", "/rounds", "/wall"])
def test_open_pages_have_the_celebration_only_once_the_match_is_won(
    visitor: Visitor, table: Page, address: str
) -> None:
    visitor.play(table, "", HEAVY)
    assert visitor.open(f"{table.address}{address}").all("template") == []
    visitor.play(table, "", HEAVY)
    (kept,) = visitor.open(f"{table.address}{address}").all("template")
    assert kept.get("data-win") == "c1"
    assert [text_of(each) for each in kept.iter("h2")] == ["Ana wins!"]


def test_the_celebration_on_a_cached_page_starts_the_rematch(visitor: Visitor, over: Page) -> None:
    again = visitor.follow(visitor.tap(visitor.open(over.links["All rounds"]), "Rematch"))
    assert again.sides == ["Ana", "Bea"]
    assert again.address != over.address


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://evil.example"}])
def test_a_form_of_another_site_starts_no_rematch(
    app: Flask, visitor: Visitor, over: Page, unchanged: Unchanged, headers: dict[str, str]
) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    with unchanged():
        answer = visitor.client.post(f"{over.address}/rematch", headers=headers)
    assert answer.status_code == 400


def test_whoever_only_watches_is_shown_no_rematch(app: Flask, visitor: Visitor, over: Page) -> None:
    app.config["ACCESS"] = "links"
    watched = joined(app, links(visitor, over)["watch"]).open(over.address)
    (kept,) = watched.all("template")
    assert "Rematch" not in text_of(kept)
    assert watched.texts("div", "ended") == ["See the result"]
    assert over.texts("div", "ended") == ["Rematch See the result"]
    assert "See the result" in text_of(kept)

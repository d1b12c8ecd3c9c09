"""The page that shares a match: one code to watch, and the other links folded."""

from flask import Flask

from tests.web.share.share_links import joined, links
from tests.web.visitor import Page, Visitor


def shared(visitor: Visitor, table: Page) -> Page:
    return visitor.open(f"{table.address}/links")


def test_the_code_to_watch_is_shown_and_the_others_are_folded(
    visitor: Visitor, table: Page
) -> None:
    page = shared(visitor, table)
    folded = [each for each in page.all("details") if each.get("id")]
    assert [each.get("id") for each in folded] == ["score", "own"]
    assert not any("open" in each.attrib for each in folded)
    assert page.texts("section", "link", "h2") == ["Watch the score"]
    assert page.texts("details", "card", "h2") == ["Enter scores", "Full control"]
    assert page.links["Show on a large screen"] == f"{table.address}/wall"


def test_every_link_can_be_copied_from_a_field_that_is_not_changed(
    visitor: Visitor, table: Page
) -> None:
    page = shared(visitor, table)
    copied = [each.get("data-copy") for each in page.all("button") if "data-copy" in each.attrib]
    fields = [each.get("id") for each in page.all("input") if "readonly" in each.attrib]
    assert copied == fields == ["watch-address", "score-address", "own-address"]


def test_whoever_only_scores_shares_the_link_to_watch(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    page = shared(joined(app, links(visitor, table)["score"]), table)
    assert len(page.all("p", "code")) == 1
    assert not page.all("form")
    assert "Full control" not in page.text


def test_the_page_says_who_can_see_the_match(app: Flask, visitor: Visitor, table: Page) -> None:
    assert "Or scan to open this match." in shared(visitor, table).text
    app.config["ACCESS"] = "links"
    assert "Only people with one of these links" in shared(visitor, table).text

"""The table turned to its players, as it is sent: where each panel leads, and for whom."""

from flask import Flask

from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Page, Visitor

FOUR = ("Ana", "Bea", "Ciro", "Dani")


def hands_asked_for(table: Page) -> list[str]:
    """List where the panels lead."""
    found = [
        link.get("href", "") for panel in table.all("div", "panel") for link in panel.iter("a")
    ]
    return [address.removeprefix(table.address) for address in found]


def test_each_panel_leads_to_its_players_hand(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, partners="y")
    assert table.texts("div", "panel", "h2") == [
        "Ana with Ciro",
        "Bea with Dani",
        "Ciro with Ana",
        "Dani with Bea",
    ]
    assert hands_asked_for(table) == [f"/rounds/new?hand={seat}" for seat in range(4)]
    # Without a script it is the page that takes the whole round.
    page = visitor.open(f"{table.address}/rounds/new?hand=2")
    assert page.heading == "Round 1"
    assert page.fields >= {f"hands-{seat}-tiles" for seat in range(4)}


def test_whoever_only_watches_enters_no_hand(app: Flask, visitor: Visitor, table: Page) -> None:
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, table)["watch"])
    watched = guest.open(table.address)
    assert hands_asked_for(watched) == []
    panels = watched.all("section", "table-mode")
    assert not [each for each in panels if "data-draft" in each.attrib]


def test_a_match_that_is_over_takes_no_hands(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", HEAVY)
    assert hands_asked_for(visitor.open(table.address)) == []


def test_a_game_of_plays_is_entered_by_all_together(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", game="italian")
    assert table.texts("div", "panel", "h2") == ["Ana", "Bea", "Ciro"]
    assert hands_asked_for(table) == []

"""The page on which a player turns out to be two people of one name."""

import pytest
from flask import Flask

from tests.unchanged import Unchanged
from tests.web.players.test_players_page import listed, player, press
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Page, Visitor

BUTTON, BACK = "Make two players of one", "They are one person after all"


@pytest.fixture
def family(visitor: Visitor) -> Page:
    """Return the page that splits Ana, who won three matches."""
    for other in ("Bea", "Ciro", "Dani"):
        visitor.play(visitor.start("Ana", other, goal="50"), "", HEAVY)
    return visitor.open(player(visitor, "Ana").links["Choose the matches …"])


def test_matches_that_are_ticked_are_those_of_another_player(
    visitor: Visitor, family: Page
) -> None:
    assert family.heading == "Two people called Ana"
    assert family.form["name"] == "Ana B"
    offered = [box.get("value") for box in family.all("input") if box.get("name") == "ticked"]
    assert offered == ["3", "2", "1"]
    assert "today · Block · Ana 69 · Ciro 0" in family.text.replace("\N{NO-BREAK SPACE}", " ")
    other = visitor.follow(press(visitor, family, BUTTON, ticked="2"))
    assert other.heading == "Ana B"
    assert listed(visitor.open("/players")) == ["Ana", "Ana B", "Bea", "Ciro", "Dani"]
    assert visitor.open("/matches/2").sides == ["Ana B", "Ciro"]
    assert "2 matches" in visitor.open("/players/1").text
    assert "A player got another name in all matches." not in visitor.open("/matches/1/mend").text


def test_one_tap_makes_one_of_the_two_again(visitor: Visitor, family: Page) -> None:
    other = visitor.follow(press(visitor, family, BUTTON, ticked="2"))
    assert "Ana B has matches that were those of Ana." in other.text
    one = visitor.follow(press(visitor, other, BACK))
    assert (one.heading, one.address) == ("Ana", "/players/1/edit")
    assert visitor.open("/matches/2").sides == ["Ana", "Ciro"]
    assert listed(visitor.open("/players")) == ["Ana", "Bea", "Ciro", "Dani"]


def test_all_matches_of_some_days_are_chosen_at_once(visitor: Visitor, family: Page) -> None:
    days = {"first": "2001-01-01", "last": "2001-02-03"}
    refused = press(visitor, family, BUTTON, **days)
    assert refused.problems == ["Ana started no match on these days."]
    assert refused.form | days == refused.form
    everything = press(visitor, family, BUTTON, first="2001-01-01")
    assert everything.problems == [
        "These are all matches of Ana. If they are one person, rename them instead."
    ]


@pytest.mark.parametrize(
    ("filled", "sentence"),
    [
        ({}, "Enter days, or tick matches."),
        ({"ticked": "4"}, "Select one of these."),
        ({"ticked": "x"}, "Select one of these."),
        ({"ticked": "2", "name": ""}, "Enter a name."),
        (
            {"ticked": "2", "name": "\u3164"},
            "This name cannot be seen: enter one with letters.",
        ),
        ({"ticked": "2", "name": "x" * 400}, "Enter a name of at most 40 letters."),
        ({"ticked": "2", "name": "ANA"}, "Somebody is called ANA already: add another word."),
        ({"ticked": "2", "name": "Dani"}, "Somebody is called Dani already: add another word."),
        ({"first": "2026-02-02", "last": "2026-02-01"}, "The last day is before the first."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    visitor: Visitor, family: Page, unchanged: Unchanged, filled: dict[str, str], sentence: str
) -> None:
    with unchanged():
        refused = press(visitor, family, BUTTON, **filled)
    assert (refused.status, refused.problems) == (422, [sentence])


@pytest.mark.parametrize("day", ["yesterday", "2026-13-01", "0001-01-01", "9999-12-31", "٢"])
def test_what_is_no_day_is_refused(
    visitor: Visitor, family: Page, unchanged: Unchanged, day: str
) -> None:
    with unchanged():
        refused = press(visitor, family, BUTTON, first=day)
    (sentence,) = refused.problems
    assert sentence.startswith("Enter a day, such as 20")


@pytest.mark.usefixtures("family")
@pytest.mark.parametrize(
    "address", ["/players/99/split", "/players/0/split", f"/players/{10**30}/split"]
)
def test_nobody_is_split_who_is_not_there(visitor: Visitor, address: str) -> None:
    assert visitor.open(address).status == visitor.post(address, {"name": "Ana B"}).status == 404


def test_by_links_only_matches_of_ones_own_are_listed_and_split(
    app: Flask, visitor: Visitor, unchanged: Unchanged
) -> None:
    app.config["ACCESS"] = "links"
    tables = [visitor.start("Ana", other) for other in ("Bea", "Ciro")]
    Visitor(app).start("Ana", "Dani")
    page = visitor.open(player(visitor, "Ana").links["Choose the matches …"])
    assert "Dani" not in page.text
    guest = joined(app, links(visitor, tables[0])["watch"])
    with unchanged():
        refused = press(guest, guest.open(page.address), BUTTON, ticked="1")
    assert refused.status == 403
    visitor.follow(press(visitor, page, BUTTON, ticked="2"))
    assert listed(visitor.open("/players")) == ["Ana", "Ana B", "Bea", "Ciro"]

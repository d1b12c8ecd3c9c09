"""The home page: the list of matches."""

import pytest

from scorekeeper.scorebook.matches import MATCHES_A_PAGE
from tests.web.visitor import HEAVY, Page, Visitor


def headings(page: Page) -> list[str]:
    return page.texts("h2", "")


def matches(page: Page) -> list[str]:
    return page.texts("a", "match")


def test_an_empty_scorebook_offers_the_first_match(visitor: Visitor) -> None:
    home = visitor.open("/")
    assert headings(home) == ["Nothing played yet"]
    assert home.links["Start the first match"] == home.links["New match"] == "/matches/new"


def test_a_match_in_progress_is_one_tap_away(visitor: Visitor, table: Page) -> None:
    visitor.play(table, "", "66 12")
    home = visitor.open("/")
    (card,) = home.all("a", "match")
    assert card.get("href") == table.address
    assert headings(home) == ["Go on playing"]
    (shown,) = matches(home)
    assert shown.startswith("Block")
    assert shown.endswith("first to 100 · round 2 Ana 15 Bea 0")


def test_a_finished_match_says_who_won(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, HEAVY, "")
    home = visitor.open("/")
    assert headings(home) == ["Finished"]
    assert matches(home)[0].endswith("Bea won Ana 0 Bea 69")


def test_the_match_last_played_comes_first(visitor: Visitor) -> None:
    first = visitor.start("Ana", "Bea")
    visitor.start("Ciro", "Dani")
    assert ["Ciro" in match for match in matches(visitor.open("/"))] == [True, False]
    visitor.play(first, "", "66")
    assert ["Ciro" in match for match in matches(visitor.open("/"))] == [False, True]


def test_partners_share_a_line(visitor: Visitor) -> None:
    visitor.start("Ana", "Bea", "Ciro", "Dani", partners="y")
    (shown,) = matches(visitor.open("/"))
    assert shown.startswith("Block, partners")
    assert shown.endswith("Ana & Ciro 0 Bea & Dani 0")


def test_older_matches_are_on_further_pages(visitor: Visitor) -> None:
    for number in range(MATCHES_A_PAGE + 1):
        visitor.start(f"Ana {number}", "Bea")
    first = visitor.open("/")
    assert len(matches(first)) == MATCHES_A_PAGE
    assert "Newer matches" not in first.links
    second = visitor.open(first.links["Older matches"])
    (oldest,) = matches(second)
    assert "Ana 0 0" in oldest
    assert "Older matches" not in second.links
    assert matches(visitor.open(second.links["Newer matches"])) == matches(first)


@pytest.mark.parametrize("number", ["0", "-1", "-" + "9" * 30, "two", "", "1.5", "<b>", "9" * 5000])
@pytest.mark.usefixtures("table")
def test_an_invalid_page_number_shows_the_first_page(visitor: Visitor, number: str) -> None:
    assert len(matches(visitor.open(f"/?page={number}"))) == 1


@pytest.mark.parametrize("number", ["2", "99", "9" * 30])
@pytest.mark.usefixtures("table")
def test_there_is_no_page_beyond_the_last(visitor: Visitor, number: str) -> None:
    beyond = visitor.open(f"/?page={number}")
    assert beyond.status == 404
    assert beyond.heading == "No such page"

"""What opens over a page closes by a tap beside it, by Escape, and by one of its lines."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.scorer import Scorer
from tests.web.visitor import HEAVY, Visitor

# Each by the page of a match it is on, and its class.
SHEETS = pytest.mark.parametrize(
    ("address", "name"),
    [("", "menu"), ("/wall", "menu"), ("", "why"), ("/winner", "sharing")],
    ids=["menu", "menu of a wall", "why", "sharing"],
)


def opened(scorer: Scorer, visitor: Visitor, address: str, name: str) -> Locator:
    """Open a page of a match that is over, and a sheet on it."""
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", HEAVY)
    scorer.open(f"{table.address}{address}")
    sheet = scorer.page.locator(f"details.{name}")
    sheet.locator("summary").tap()
    expect(sheet).to_have_attribute("open", "")
    return sheet


def is_closed(sheet: Locator) -> None:
    expect(sheet).not_to_have_attribute("open", "")


@SHEETS
def test_a_tap_beside_it_or_escape_closes_it_and_a_tap_on_it_does_not(
    scorer: Scorer, visitor: Visitor, address: str, name: str
) -> None:
    sheet = opened(scorer, visitor, address, name)
    sheet.locator("summary + *").dispatch_event("click")
    expect(sheet).to_have_attribute("open", "")
    scorer.page.locator("h1").first.tap()
    is_closed(sheet)
    # Escape does, wherever the focus is.
    sheet.locator("summary").tap()
    expect(sheet).to_have_attribute("open", "")
    scorer.page.locator("main").focus()
    scorer.page.keyboard.press("Escape")
    is_closed(sheet)
    expect(sheet.locator("summary")).to_be_focused()


def test_only_one_is_open(scorer: Scorer, visitor: Visitor) -> None:
    why = opened(scorer, visitor, "", "why")
    scorer.page.locator(".menu summary").tap()
    expect(scorer.page.locator(".menu")).to_have_attribute("open", "")
    is_closed(why)


def test_a_line_of_the_menu_closes_it(scorer: Scorer, visitor: Visitor) -> None:
    menu = opened(scorer, visitor, "", "menu")
    menu.get_by_role("button", name="Turn to the players").tap()
    is_closed(menu)

"""What opens over a page closes by a tap beside it, by Escape, and by one of its lines."""

from playwright.sync_api import Locator, expect

from tests.browser.pages import won
from tests.browser.scorer import Scorer
from tests.web.visitor import Visitor

# Each by the page of a match it is on, and its class.
SHEETS = (("", "menu"), ("/wall", "menu"), ("/winner", "sharing"), ("", "why"))


def opened(scorer: Scorer, address: str, name: str) -> Locator:
    """Open a page of a match that is over, and a sheet on it."""
    scorer.open(address)
    sheet = scorer.page.locator(f"details.{name}")
    sheet.locator("summary").tap()
    is_open(sheet)
    return sheet


def is_open(sheet: Locator) -> None:
    expect(sheet).to_have_attribute("open", "")


def is_closed(sheet: Locator) -> None:
    expect(sheet).not_to_have_attribute("open", "")


def test_a_tap_beside_it_or_escape_closes_it_and_a_tap_on_it_does_not(
    scorer: Scorer, visitor: Visitor
) -> None:
    table = won(visitor)
    for address, name in SHEETS:
        sheet = opened(scorer, f"{table.address}{address}", name)
        sheet.locator("summary + *").dispatch_event("click")
        is_open(sheet)
        scorer.page.locator("h1").first.tap()
        is_closed(sheet)
        # Escape does, wherever the focus is.
        sheet.locator("summary").tap()
        is_open(sheet)
        scorer.page.locator("main").focus()
        scorer.page.keyboard.press("Escape")
        is_closed(sheet)
        expect(sheet.locator("summary")).to_be_focused()


def test_only_one_is_open_and_a_line_of_the_menu_closes_it(
    scorer: Scorer, visitor: Visitor
) -> None:
    why = opened(scorer, won(visitor).address, "why")
    menu = scorer.page.locator(".menu")
    menu.locator("summary").tap()
    is_open(menu)
    is_closed(why)
    menu.get_by_role("button", name="Turn to the players").tap()
    is_closed(menu)

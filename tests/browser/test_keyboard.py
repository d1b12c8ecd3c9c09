"""The keyboard alone will do."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.scorer import Scorer
from tests.web.visitor import Visitor

# More than there is to stop at on any page.
MOST_STOPS = 60


def tab_to(page: Page, wanted: Locator) -> None:
    """Go on from field to field until the wanted one has the focus, which is to be seen."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            outline = wanted.evaluate("element => getComputedStyle(element).outlineStyle")
            assert outline != "none", wanted
            return
    pytest.fail(f"The keyboard does not reach {wanted}.")


def test_a_match_is_started_and_a_round_recorded(scorer: Scorer) -> None:
    page, keyboard = scorer.page, scorer.page.keyboard
    scorer.open("/")
    tab_to(page, page.get_by_role("link", name="Start the first match"))
    keyboard.press("Enter")
    for number, name in enumerate(("Ana", "Bea"), 1):
        tab_to(page, page.get_by_label(f"Seat {number}", exact=True))
        keyboard.type(name)
    tab_to(page, scorer.control("Start match"))
    keyboard.press("Enter")

    tab_to(page, scorer.control("Enter round 1"))
    keyboard.press("Enter")
    tab_to(page, scorer.seat("Ana"))
    keyboard.press("Enter")
    tab_to(page, scorer.control("Ana went out"))
    keyboard.press("Enter")
    expect(scorer.line).to_have_text("Tap the tiles left in Bea’s hand")
    tab_to(page, scorer.tile("6-6"))
    for key in ("ArrowRight", "ArrowDown", "Space"):
        keyboard.press(key)
    expect(scorer.tile("4-5")).to_have_accessible_name("four-five, in Bea’s hand")
    expect(scorer.live).to_contain_text("Ana went out and wins the round.")
    tab_to(page, scorer.control("Record round"))
    keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/matches/\d+$"))
    scorer.reads_in_banner("Ana went out", "+9")
    tab_to(page, scorer.banner.locator("summary"))
    keyboard.press("Enter")
    scorer.sees("The other hand holds 9 pips: 9 points.")


@pytest.mark.browser_context_args(has_touch=False)
def test_a_hand_is_typed_and_enter_goes_on_to_the_next(scorer: Scorer, visitor: Visitor) -> None:
    page, keyboard = scorer.page, scorer.page.keyboard
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    tab_to(page, scorer.control("Type"))
    keyboard.press("Enter")
    tab_to(page, page.get_by_label("Ana: Tiles left"))
    keyboard.type("12 24 35")
    keyboard.press("Enter")
    expect(page.get_by_label("Bea: Tiles left")).to_be_focused()
    keyboard.type("55 34")
    expect(scorer.live).to_contain_text("Blocked: 17 · 17. Ana wins on the lightest tile.")

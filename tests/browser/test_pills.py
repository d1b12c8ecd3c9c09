"""What a page says in passing, in a pill, lies on nothing that is to be pressed."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.pages import FAR, FOUR, turn
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.round.test_draft_preview import enter
from tests.web.visitor import Page, Visitor

SCREENS = (TABLET, UPRIGHT, PHONE)
# What a pill lies on, of all that is shown and can be pressed.
UNDER = """pill => {
  const lies = (a, b) => a.left < b.right && b.left < a.right
    && a.top < b.bottom && b.top < a.bottom;
  const box = pill.getBoundingClientRect();
  return [...document.querySelectorAll(".btn, main a[href], .panel h2 a")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => lies(box, each.getBoundingClientRect()))
    .map((each) => each.textContent.trim());
}"""


@pytest.fixture
def table(visitor: Visitor) -> Page:
    """Play some rounds of a match between partners."""
    table = visitor.start(*FOUR, partners="y", **FAR)
    for _ in range(3):
        visitor.play(table, "", "5-5 4-5", "4-4", "3-3")
    return table


def covers(pill: Locator) -> list[str]:
    """List what a pill lies on, on one screen or another."""
    found: list[str] = []
    for screen in SCREENS:
        pill.page.set_viewport_size(screen)
        expect(pill).to_be_visible()
        found += [f"{screen['width']}: {each}" for each in pill.evaluate(UNDER)]
    return found


def lost(scorer: Scorer) -> Locator:
    """Lose the connection; return what says so."""
    scorer.page.route("**/events*", lambda route: route.abort())
    scorer.page.reload()
    scorer.page.context.set_offline(True)
    return scorer.page.get_by_text(re.compile(r"^Not live: last seen"))


def test_what_others_enter_and_a_lost_connection_lie_on_no_button(
    scorer: Scorer, visitor: Visitor, table: Page
) -> None:
    enter(visitor, table, "1-2", "6-6 5-6", "3-3", "0-0 0-1", number=4)
    for address in ("", "/rounds", "/wall"):
        scorer.open(f"{table.address}{address}")
        pill = scorer.page.locator(".entering")
        expect(pill).to_contain_text("Dani: 2 tiles")
        assert covers(pill) == [], address
        assert covers(lost(scorer)) == [], address
        scorer.page.context.set_offline(False)
        scorer.page.unroute_all()


def test_on_the_turned_table_nothing_is_covered(
    scorer: Scorer, visitor: Visitor, table: Page
) -> None:
    turn(scorer, table.address)
    enter(visitor, table, "1-2", "6-6 5-6", number=4)
    expect(scorer.page.locator("[data-seat='1'] .mark")).to_be_visible()
    # The panels say it.
    expect(scorer.page.locator(".entering")).to_be_hidden()
    assert covers(lost(scorer)) == []

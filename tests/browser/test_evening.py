"""A large screen that shows the evening between two matches, by itself."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.pages import won
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.browser.test_watching import AT_ONCE, WALL
from tests.web.visitor import HEAVY, Visitor

FITS = """() => {
  const root = document.documentElement;
  const board = document.querySelector(".board").getBoundingClientRect();
  const last = document.querySelector(".board tr:last-child").getBoundingClientRect();
  return root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth
    && last.bottom <= board.bottom + 1;
}"""


def names(scorer: Scorer) -> Locator:
    return scorer.page.locator(".board tbody th")


def test_a_wall_shows_the_evening_when_the_match_is_over_and_goes_on_to_the_next(
    scorer: Scorer, visitor: Visitor
) -> None:
    won(visitor, "Ciro", "Dani")
    table = visitor.start("Ana", "Bea", goal="50")
    scorer.open(f"{table.address}/wall")
    scorer.press_in_menu("The evening between matches")
    expect(scorer.page.locator(".score")).to_have_text(["0 points", "0 points"])
    visitor.play(table, "", HEAVY)
    expect(names(scorer)).to_have_text(["Ciro", "Ana", "Dani", "Bea"], timeout=2 * AT_ONCE)
    # How it ended is said and celebrated as on any wall.
    scorer.sees("Ana wins 69 to 0.")
    expect(scorer.page.locator("dialog.win")).to_be_visible()
    scorer.press("Close")
    # An undo brings the scores back.
    visitor.send(visitor.open(f"{table.address}/undo"))
    expect(scorer.page.locator(".score")).to_have_text(["0 points", "0 points"])
    expect(scorer.page.locator("[data-counting='NaN']")).to_have_count(0)


@pytest.mark.usefixtures("own_context")
def test_a_wall_goes_on_to_the_rematch_by_itself(scorer: Scorer, visitor: Visitor) -> None:
    table = won(visitor)
    scorer.page.clock.install()
    scorer.open(f"{table.address}/wall/evening")
    expect(names(scorer)).to_have_text(["Ana", "Bea"])
    winner = visitor.open(f"{table.address}/winner")
    rematch = visitor.send(winner.pressing("Rematch")).leads_to
    scorer.page.clock.run_for(11_000)
    scorer.page.wait_for_url(f"**{rematch}/wall/evening")
    expect(scorer.page.locator(".score")).to_have_text(["0 points", "0 points"])


def test_the_whole_evening_is_shown_at_once_on_every_screen(
    scorer: Scorer, visitor: Visitor
) -> None:
    for number in range(6):
        last = visitor.start(
            "W" * 40 if number == 5 else f"Ana {number}", f"Bea {number}", goal="50"
        )
        visitor.play(last, "", HEAVY)
    scorer.open(f"{last.address}/wall/evening")
    expect(names(scorer)).to_have_count(10)
    for screen in scorer.on(WALL, TABLET, UPRIGHT, PHONE):
        assert scorer.page.evaluate(FITS), screen

"""Somebody takes a place by touch: three taps, on a tablet and on a phone."""

from playwright.sync_api import ViewportSize

from tests.browser.measuring import misfits
from tests.web.visitor import FOUR

WINDOWS = [ViewportSize(width=wide, height=high) for wide, high in ((1024, 672), (390, 664))]


def test_eva_takes_the_place_of_dani_by_three_taps(scorer, visitor):
    page = scorer.page
    visitor.start("Eva", "Fil")
    for window in WINDOWS:
        table = visitor.start(*FOUR, game="partnership")
        visitor.play(table, "", "66", "12", "11")
        page.set_viewport_size(window)
        scorer.open(f"{table.address}/people")
        page.locator('.seat [value="3"]').click()
        scorer.sees("Who takes Dani’s place?")
        page.locator(".comes label", has_text="Eva").click()
        assert misfits(page, window, reached=".comes .primary") == []
        scorer.press("Eva takes Dani’s place")
        scorer.sees("Eva plays for Dani from round 2 on.")
        scorer.press("Undo")
        scorer.sees("Undone: the change of players")

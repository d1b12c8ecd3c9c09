"""A mistake of an earlier round is mended by touch, and can be undone."""

import re

from playwright.sync_api import expect

from tests.browser.scorer import Scorer


def score(scorer: Scorer, *points: int) -> None:
    """Expect how the sides stand, on the table page."""
    shown = scorer.page.locator(".score")
    expect(shown).to_have_text([re.compile(rf"^\s*{each}\s") for each in points])


def test_a_tile_that_was_forgotten_two_rounds_ago(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea")
    scorer.play(1, Ana="", Bea="6-6")
    scorer.play(2, Ana="5-5", Bea="")
    scorer.page.get_by_role("link", name=re.compile("^Round 1")).tap()
    scorer.press("Edit")
    scorer.seat("Bea").tap()
    scorer.tap("4-6")
    expect(scorer.live).to_contain_text("Ana 22 instead of 12.")
    scorer.press("Save changes")
    scorer.sees("Round 1 edited", "Ana 12 → 22")
    score(scorer, 22, 10)
    scorer.press("Undo")
    scorer.sees("Undone:", "Ana 22 → 12")
    score(scorer, 12, 10)


def test_a_match_won_by_mistake_goes_on(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea", goal="50")
    scorer.press("Enter round 1")
    scorer.hold("Ana", "")
    scorer.hold("Bea", "6-6 5-6 4-6 3-6 5-5 4-5")
    scorer.record()
    scorer.sees("Ana wins!")
    scorer.press("Table")
    scorer.page.get_by_role("link", name=re.compile("^Round 1")).tap()
    scorer.press("Edit")
    scorer.seat("Bea").tap()
    scorer.press("Clear Bea")
    scorer.tap("6-6")
    expect(scorer.live).to_contain_text("Round 1 would no longer end the match.")
    scorer.press("Save changes")
    score(scorer, 12, 0)
    scorer.sees("Enter round 2")


def test_players_who_sit_elsewhere_are_swapped(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea", "Ciro", "Dani", partners=True)
    scorer.play(1, Ana="", Bea="6-6", Ciro="1-2", Dani="5-5")
    scorer.press_in_menu("Edit match")
    scorer.page.get_by_label("This player").select_option("Bea")
    scorer.page.get_by_label("swaps seats with").select_option("Ciro")
    scorer.press("Swap")
    scorer.sees("Bea and Ciro swap seats.", "Ana & Bea")
    scorer.press("Change it")
    score(scorer, 13, 0)

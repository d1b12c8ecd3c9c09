"""A match with scripts switched off: everything is typed."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import won

pytestmark = pytest.mark.browser_context_args(java_script_enabled=False)


def test_a_match_is_typed_without_scripts(scorer):
    def fill(what, **hands):
        for name, text in hands.items():
            scorer.page.get_by_label(f"{name}: {what}").fill(text)

    scorer.fill_in_names("Ana", "Bea")
    scorer.press("Start match")
    scorer.press("Enter round 1")
    scorer.sees("Type the tiles left in each hand as 3-5 or 35, with spaces between, and tick")
    fill("Tiles left", Ana="71", Bea="66 65")
    scorer.press("Record round")
    scorer.sees("Please check this", "1-7 in Ana’s hand is not in the box")
    fill("Tiles left", Ana="1-2 24 3|5")
    scorer.press("Check first")
    scorer.sees("Blocked: 17 · 23. Ana wins.")
    expect(scorer.page.get_by_label("Bea: Tiles left")).to_have_value("66 65")
    scorer.press("Record round")
    scorer.unfold("Why?")
    scorer.sees("23 (opponents) − 17 (own hand) = 6 points.")
    # Pips are counted where nobody wants to type tiles.
    scorer.unfold("Close")
    scorer.press("Enter round 2")
    fill("Tiles left", Ana="1-2 24 3|5")
    scorer.press("Count pips instead")
    expect(scorer.page.get_by_label("Ana: Pips left")).to_have_value("17")
    fill("Pips left", Bea="17")
    scorer.press("Record round")
    scorer.sees("It is a tie. Enter the lightest tile in Ana’s hand and in Bea’s hand.")
    fill("Lightest tile", Ana="1-2", Bea="3-4")
    scorer.press("Record round")
    scorer.sees("Blocked: 17 · 17. Ana wins on the lightest tile.")
    scorer.press("Undo")
    scorer.sees("taken back")


def test_the_drawing_of_a_result_opens(scorer, visitor):
    scorer.open(f"{won(visitor).address}/winner")
    scorer.unfold("Share result")
    scorer.press("Wide")
    expect(scorer.page.locator("svg:root")).to_be_visible()

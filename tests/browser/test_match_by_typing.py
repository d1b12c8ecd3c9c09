"""A match with scripts switched off: everything is typed."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.scorer import Scorer

pytestmark = pytest.mark.browser_context_args(java_script_enabled=False)


def play(scorer: Scorer, number: int, **hands: str) -> None:
    """Play a round from the table to its result, by typing."""
    scorer.press(f"Enter round {number}")
    for name, tiles in hands.items():
        scorer.type(name, tiles)
    scorer.record()


def test_block_is_played_to_the_winner_at_100(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea")
    play(scorer, 1, Ana="", Bea="66 65 64 63 55 54 44")
    scorer.sees("Ana went out", "+69")

    scorer.press("Enter round 2")
    scorer.sees(
        "Type the tiles left in each hand as 3-5 or 35, with spaces between, and tick who went out."
    )
    scorer.type("Ana", "1-2 24 3|5")
    scorer.type("Bea", "5-5, 43")
    scorer.press("Check first")
    said = "Blocked: 17 · 17. Ana wins on the lightest tile."
    expect(scorer.live).to_contain_text(said)
    expect(scorer.live).to_contain_text("1-2 (3 pips) is lighter than 3-4 (7 pips).")
    expect(scorer.page.get_by_label("Ana: Tiles left")).to_have_value("1-2 24 3|5")
    scorer.record()
    scorer.unfold("Why?")
    scorer.sees(said, "17 (opponents) − 17 (own hand) = 0 points.")

    play(scorer, 3, Ana="", Bea="6-6 6-5 6-4")
    expect(scorer.heading).to_have_text("Ana wins!")
    scorer.sees("102 to 0 after 3 rounds")
    scorer.press("Rematch")
    scorer.sees("Enter round 1")


def test_what_cannot_be_is_answered_with_a_sentence_and_kept(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea")
    scorer.press("Enter round 1")
    scorer.type("Ana", "71")
    scorer.type("Bea", "1-2")
    scorer.press("Record round")
    sentence = "1-7 in Ana’s hand is not in the box: ends go from 0 to 6."
    scorer.sees("Please check this", sentence)
    expect(scorer.page.get_by_label("Ana: Tiles left")).to_have_value("71")
    expect(scorer.page.get_by_label("Bea: Tiles left")).to_have_value("1-2")
    scorer.page.get_by_role("link", name=sentence).tap()
    expect(scorer.page).to_have_url(re.compile("#hands-0-tiles$"))


def test_pips_are_counted_where_nobody_wants_to_type_tiles(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea")
    scorer.press("Enter round 1")
    scorer.type("Ana", "1-2 24 3|5")
    scorer.press("Count pips instead")
    expect(scorer.page.get_by_label("Ana: Pips left")).to_have_value("17")
    scorer.page.get_by_label("Bea: Pips left").fill("17")
    scorer.press("Record round")
    scorer.sees("It is a tie. Enter the lightest tile in Ana’s hand and in Bea’s hand.")
    scorer.page.get_by_label("Ana: Lightest tile").fill("1-2")
    scorer.page.get_by_label("Bea: Lightest tile").fill("3-4")
    scorer.record()
    scorer.sees("Blocked: 17 · 17. Ana wins on the lightest tile.")

"""A match at the table, from its names to its winner, by touching the screen."""

import re

from playwright.sync_api import expect

from tests.browser.scorer import SMALL_PHONE, Scorer

# 69 pips: the most that seven tiles can weigh.
HEAVY = "6-6 5-6 4-6 3-6 5-5 4-5 4-4"


def test_block_is_played_from_two_names_to_the_winner_at_100(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea")
    scorer.sees("first to 100", "Deal 7 tiles each. The highest double starts")

    scorer.play(1, Ana="", Bea=HEAVY)
    scorer.sees("Ana went out", "+69", "31 to go")
    scorer.unfold("Why?")
    scorer.sees("Ana went out and wins the round.", "The other hand holds 69 pips: 69 points.")
    scorer.unfold("Close")

    scorer.press("Enter round 2")
    scorer.hold("Ana", "1-2 2-4 3-5")
    scorer.hold("Bea", "5-5 3-4")
    expect(scorer.page.locator(".seat .n")).to_have_text(["17", "17"])
    expect(scorer.live).to_contain_text("Blocked: 17 · 17. Ana wins on the lightest tile.")
    expect(scorer.live).to_contain_text(
        "1-2 (3 pips) is lighter than 3-4 (7 pips). · 17 (opponents) − 17 (own hand) = 0 points."
    )
    scorer.record()
    scorer.sees("Blocked: 17 · 17. Ana wins on the lightest tile.")
    scorer.open_newest_round()
    scorer.sees(
        "Blocked: 17 · 17. Ana wins on the lightest tile.",
        "Ana and Bea tie with 17 pips each.",
        "1-2 (3 pips) is lighter than 3-4 (7 pips).",
        "17 (opponents) − 17 (own hand) = 0 points.",
    )
    expect(scorer.page.locator(".award")).to_have_text("0 points")
    scorer.press("Enter round 3")

    scorer.hold("Ana", "6-6")
    scorer.hold("Bea", "")
    expect(scorer.live).to_contain_text("Bea went out and wins the round.")
    scorer.record()
    scores = scorer.page.locator(".score")
    expect(scores).to_have_text(["69 points", "12 points"])
    expect(scorer.page.locator(".rounds li")).to_contain_text(
        ["Bea +12 went out", "Ana blocked", "Ana +69 went out"]
    )

    scorer.play(4, Ana="", Bea="6-6 5-6 4-6")
    expect(scorer.heading).to_have_text("Ana wins!")
    # Whoever recorded the round is shown no celebration over it.
    expect(scorer.page.locator("dialog")).to_have_count(0)
    scorer.sees("Went out in round 4: 69 + 33 = 102")
    scorer.won("first to 100 · 4 rounds", "Ana 102 1st", "Bea 12 2nd")

    scorer.press("Rematch")
    expect(scores).to_have_text(["0 points", "0 points"])
    scorer.sees("Ana", "Bea", "Enter round 1")


def test_a_round_is_recorded_on_the_smallest_phone(scorer: Scorer) -> None:
    scorer.page.set_viewport_size(SMALL_PHONE)
    scorer.start("Ana", "Bea", "Ciro", "Dani", partners=True)
    scorer.play(1, Ana="6-6 0-0", Bea="0-6 5-5", Ciro="", Dani="1-1")
    scorer.sees("Ciro went out", "Ana & Ciro +18")


def test_a_round_whose_button_is_tapped_twice_is_recorded_once(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea")
    scorer.press("Enter round 1")
    scorer.hold("Ana", "")
    scorer.hold("Bea", "1-2")
    scorer.control("Record round").dblclick()
    expect(scorer.page).to_have_url(re.compile(r"/matches/\d+$"))
    scorer.sees("Enter round 2")

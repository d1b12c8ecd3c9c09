"""Rounds and finishes of the games that are no plain race, by touching the screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import FIVE, FOUR, SAME_ENDS, TIED, counted
from tests.browser.scorer import Scorer
from tests.web.visitor import Visitor

LED = "Who played first?"


def hold_all(scorer: Scorer, hands: tuple[str, ...]) -> None:
    for name, hand in zip(FOUR, hands, strict=True):
        scorer.hold(name, hand)


def claim(scorer: Scorer, name: str) -> None:
    scorer.page.get_by_role("checkbox", name=name, exact=True).tap()


def keys(scorer: Scorer, name: str, digits: str) -> None:
    """Turn to a player and press a number on the pad."""
    scorer.page.get_by_role("heading", name=name, exact=True).tap()
    for digit in digits:
        scorer.press(digit)


def test_tiles_a_question_where_seats_tie_and_a_claim_to_the_winner(scorer: Scorer) -> None:
    scorer.start(*FOUR, game="Dominican, patio", goal="50")
    scorer.press("Enter round 1")
    asked = scorer.page.get_by_role("group", name=LED)
    # With 4-4 Bea alone is the lightest.
    hold_all(scorer, ("1-2 4-4", *TIED[1:]))
    expect(scorer.live).to_contain_text("Blocked: 11 · 3. Bea and Dani win")
    expect(asked).to_be_hidden()
    scorer.hold("Ana", "4-4")
    expect(scorer.live).to_contain_text("say who played first")
    expect(asked).to_be_visible()
    scorer.choose("Bea", among=LED)
    expect(scorer.live).to_contain_text(
        "Blocked: 3 · 3. The round goes to Bea and Dani, who played first."
    )
    scorer.record()
    scorer.sees("+22")
    scorer.unfold("Why?")
    scorer.sees("Blocked: 3 · 3. The round goes to Bea and Dani, who played first.")
    scorer.unfold("Close")

    scorer.press("Enter round 2")
    hold_all(scorer, SAME_ENDS)
    claim(scorer, "Capicúa")
    expect(scorer.live).to_contain_text("Capicúa for Ana & Ciro: +25.")
    scorer.record()
    scorer.sees("Ana went out", "Ana & Ciro +37")
    scorer.unfold("Why?")
    scorer.sees("Capicúa for Ana & Ciro: +25.")
    scorer.unfold("Close")


def test_totals_are_entered_by_the_number_pad(scorer: Scorer, visitor: Visitor) -> None:
    scorer.start("Ana", "Bea", "Ciro", game="Rummikub")
    scorer.sees("round 1 of 4")
    table = visitor.open(scorer.page.url)
    scorer.press("Enter round 1")
    scorer.press("Ana went out")
    expect(scorer.line).to_have_text("What is left in Bea’s hand?")
    keys(scorer, "Bea", "13")
    scorer.press("Delete")
    scorer.press("2")
    scorer.press("Next")
    keys(scorer, "Ciro", "345")
    scorer.press("Undo")
    expect(scorer.page.get_by_label("Ciro: Left")).to_have_value("34")
    expect(scorer.live).to_contain_text("Ana went out and wins the round.")
    expect(scorer.live).to_contain_text("Ciro has 34 left on the rack: −34.")
    scorer.record()
    scorer.sees("Ana +46 Bea −12 Ciro −34")
    for left in (("0", "5", "7"), ("0", "5", "7"), ("20", "0", "8")):
        counted(visitor, table, *left)
    scorer.open(f"{table.address}/winner")
    scorer.won("4 rounds, highest wins", "Ana 50 1st", "Bea 6 2nd", "Ciro −56 3rd")


def test_plays_are_tapped_as_they_are_laid(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea", "Ciro", game="Italian")
    scorer.press("Enter round 1")
    total = scorer.page.locator(".total")
    expect(scorer.line).to_have_text("Tap the tile Ana lays")
    scorer.tap("6-6 5-6")
    expect(total).to_have_text("23")
    expect(scorer.live).to_contain_text("23 on the table · next mark 30")
    expect(scorer.line).to_have_text("Tap the tile Ciro lays")
    scorer.tap("3-4")
    hit = "Ciro’s 3-4 brought the table to 30: +10."
    expect(scorer.live).to_contain_text(hit)
    expect(total).to_have_text("30")

    scorer.press("Undo")
    expect(total).to_have_text("23")
    expect(scorer.tile("3-4")).to_have_accessible_name("three-four")
    scorer.press("Ciro passes")
    scorer.tap("3-4")
    expect(scorer.live).to_contain_text("Ana’s 3-4 brought the table to 30: +10.")
    scorer.tap("5-5 4-6")
    expect(scorer.live).to_contain_text("Ciro’s 4-6 brought the table to 50: +10.")
    by_hand(scorer, "Bea")
    expect(scorer.live).to_contain_text("Bea made 10 points in play.")
    scorer.record()
    scorer.sees("Ana +10 Bea +10 Ciro +10")
    scorer.unfold("Why?")
    scorer.sees("Ana’s 3-4 brought the table to 30: +10.")
    scorer.unfold("Close")


def by_hand(scorer: Scorer, name: str) -> None:
    scorer.page.get_by_role("button", name=f"+10 for {name}, by hand", exact=True).tap()


def test_scores_in_play_count_in_the_order_they_are_tapped(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.start("Ana", "Bea", game="Fives and Threes")
    table = visitor.open(scorer.page.url)
    made = {"hands-0-tally": "58", "hands-1-tally": "57", "hands-0-tiles": "12"}
    visitor.send(visitor.open_round(table), made | {"hands-1-tiles": "34", "action": "record"})
    scorer.open(table.address)
    scorer.press("Enter round 2")
    in_play = scorer.page.locator("#steps-of")
    for name, points in (("Bea", "+3"), ("Ana", "+4"), ("Ana", "+3"), ("Bea", "+1")):
        scorer.seat(name).tap()
        scorer.press(points)
    expect(in_play).to_have_text("In play, Bea 3+1 = 4")
    # 4 would take Ana past 61; her 3 do not, and come before the last of Bea.
    expect(scorer.live).to_contain_text("Ana reached 61 first and wins the match.")
    for _ in range(2):
        scorer.press("Undo")
    expect(in_play).to_have_text("In play, Ana 4")
    scorer.seat("Bea").tap()
    scorer.press("+1")
    expect(scorer.live).to_contain_text("Bea reached 61 first and wins the match.")

    # Bea went out: it depends on whether her 1 came with the last tile.
    scorer.hold("Ana", "1-2")
    scorer.seat("Bea").tap()
    scorer.press("Bea went out")
    expect(scorer.live).to_contain_text("say whether that tile scored in play too")
    scorer.choose("Yes", among="Did the last tile score in play?")
    expect(scorer.live).to_contain_text("Bea would pass 61: 2 points not counted.")
    scorer.choose("No", among="Did the last tile score in play?")
    expect(scorer.live).to_contain_text("Bea reached 61 first and wins the match.")
    scorer.record()
    expect(scorer.heading).to_have_text("Bea wins!")


@pytest.fixture
def dealt_out(scorer: Scorer, visitor: Visitor) -> Scorer:
    """Return somebody who enters a round in which every tile was dealt."""
    scorer.open(f"{visitor.start(*FOUR, game='partnership').address}/rounds/new")
    return scorer


def test_one_wrong_tile_is_doubted_and_recorded_all_the_same(dealt_out: Scorer) -> None:
    hold_all(dealt_out, ("", "1-2", "3-4", "5-6"))
    doubt = dealt_out.live.locator(".doubts li")
    expect(doubt).to_have_count(1)
    said = doubt.inner_text()
    before = dealt_out.sends.bounding_box()
    dealt_out.press("Check the tiles")
    expect(doubt).to_have_text(said)
    expect(dealt_out.seat("Ana")).to_have_attribute("aria-pressed", "true")
    assert dealt_out.sends.bounding_box() == before
    dealt_out.record("Record anyway")
    dealt_out.open_newest_round()
    dealt_out.sees(f"Recorded all the same: {said}")


def test_the_ends_the_line_should_have_are_confirmed_with_one_tap(dealt_out: Scorer) -> None:
    hold_all(dealt_out, ("", "1-2", "2-3", "3-4"))
    expect(dealt_out.live).to_contain_text("The line should end in 1 and 4. Right?")
    dealt_out.press("Yes")
    expect(dealt_out.live).to_contain_text("The line ends in 1 and 4, as it should.")
    dealt_out.record()
    dealt_out.open_newest_round()
    dealt_out.misses("Recorded all the same")


def test_other_ends_are_tapped_and_doubted(dealt_out: Scorer) -> None:
    hold_all(dealt_out, ("", "1-2", "2-3", "3-4"))
    dealt_out.press("No")
    ends = dealt_out.page.locator(".ends")
    for end in ("2", "4"):
        ends.get_by_role("button", name=end, exact=True).tap()
    expect(dealt_out.live.locator(".doubts li")).to_have_count(1)
    expect(dealt_out.control("Record anyway")).to_be_visible()


def test_a_correction_goes_with_the_round(scorer: Scorer) -> None:
    scorer.start("Ana", "Bea")
    scorer.press("Enter round 1")
    scorer.hold("Ana", "")
    scorer.tap("6-6")
    scorer.page.locator("summary", has_text="Bonus / penalty").tap()
    scorer.choose("Bea", among="For whom")
    scorer.page.get_by_label("Points, such as 10 or -10").fill("-10")
    scorer.page.get_by_label("Reason").fill("looked at the boneyard")
    said = "Bonus / penalty for Bea, −10: looked at the boneyard."
    expect(scorer.live).to_contain_text(said)
    scorer.record()
    scorer.unfold("Why?")
    scorer.sees(said)


def test_the_turn_passes_left_from_whoever_led(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{visitor.start(*FIVE, game='italian').address}/rounds/new")
    scorer.choose("Eva", among=LED)
    expect(scorer.line).to_have_text("Tap the tile Eva lays")
    scorer.tap("6-6")
    expect(scorer.tile("6-6")).to_have_accessible_name("double six, played by Eva")
    expect(scorer.line).to_have_text("Tap the tile Ana lays")

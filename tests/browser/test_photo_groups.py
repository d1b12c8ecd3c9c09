"""A photo at the end of a round: the line on the table, whose the others are, what is asked."""

import pytest
from playwright.sync_api import expect

from tests.support.photo_page import answer, pick, send, told

COUNT = """globalThis.taps = 0;
  addEventListener("click", ({ isTrusted }) => { taps += isTrusted; }, true)"""


@pytest.fixture
def bea(scorer, visitor):
    """Return somebody who enters Bea’s hand, after Ana went out."""
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    scorer.hold("Ana", "")
    return scorer


def test_any_other_tile_is_chosen_where_none_of_the_likely_ones_is_right(bea):
    told(bea, answer(("3-4", "2-4", 0, True)))
    send(bea)
    bea.page.get_by_role("button", name="Another tile").tap()
    pick(bea, "The other end", "6")
    bea.press("Done")
    bea.walks("Use Bea’s tile | Bea, 10 pips, 1 tile")


def end_of_round(*unsure):
    """Return what is read at the end of a round: the line on the table, and a hand of five."""
    line = ["3-6", "6-6", "1-6", "1-5", "5-5", "0-5", "0-2", "2-6", "4-6", "1-4", "1-3", "3-4"]
    hand = ["5-6", "4-5", "2-3", "0-0", "1-2"]
    found = []
    for place, tile in enumerate(line + hand):
        left, top = 0.02 + 0.078 * (place % 12), 0.1 if place < 12 else 0.7
        right, bottom = left + 0.07, top + 0.05
        corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
        group, others = int(place >= 12), ["3-5" if tile == "4-5" else "0-1"]
        of_it = {"tile": tile, "others": others, "corners": corners}
        found.append({**of_it, "group": group, "unsure": tile in unsure})
    groups = [{"on_table": True, "ends": "3 4"}, {"on_table": False, "ends": ""}]
    return {"tiles": found, "groups": groups, "note": ""}


def test_at_the_end_of_a_round_the_hand_is_taken_and_the_line_says_its_ends(scorer, visitor):
    table = visitor.start("Ana", "Bea", "Ciro", "Gia")
    scorer.open(f"{table.address}/rounds/new")
    scorer.page.evaluate(COUNT)
    scorer.turn_to("Gia")
    told(scorer, end_of_round("1-5"))
    send(scorer)
    # What lies on the table is not asked about.
    scorer.sees("Photo: 17 tiles", "On the table", "12 tiles", "28")
    scorer.press("Use Gia’s 5 tiles")
    hand = scorer.page.locator("[name=hands-3-tiles]")
    expect(hand).to_have_value("5-6 4-5 2-3 0-0 1-2")
    expect(scorer.page.locator("[name=ends]")).to_have_value("3 4")
    for seat in range(3):
        expect(scorer.page.locator(f"[name=hands-{seat}-tiles]")).to_have_value("")
    # To turn to Gia, to open the camera, and to take what was read; by tiles they are five more.
    assert scorer.page.evaluate("taps") <= 3


def test_any_group_may_be_on_the_table_or_a_hand_and_a_line_that_is_corrected_has_no_ends(bea):
    told(bea, end_of_round())
    send(bea)
    cards, whose = bea.page.locator(".groups .group"), bea.page.locator(".whose")
    expect(cards.last.locator(".n:visible")).to_have_text("ends")
    # All on the table: only the ends are taken.
    whose.first.tap()
    bea.page.locator(".whose-question").get_by_text("Table").tap()
    expect(bea.control("Use the ends 3 and 4")).to_be_enabled()
    # The line as a hand is too much.
    whose.first.tap()
    bea.page.locator(".whose-question").get_by_text("Bea").tap()
    bea.sees("7 tiles at most: Bea cannot hold more.")
    expect(bea.control("Use Bea’s 12 tiles")).to_be_disabled()
    whose.first.tap()
    bea.page.locator(".whose-question").get_by_text("Table").tap()
    bea.page.locator(".mark.laid polygon").first.tap(force=True)
    pick(bea, "One end", "2")
    bea.press("Done")
    expect(bea.page.get_by_text("ends", exact=True)).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 640), (412, 700), (1024, 672)])
def test_nothing_hides_the_question_and_what_is_taken(bea, width, height):
    bea.page.set_viewport_size({"width": width, "height": height})
    told(bea, end_of_round("4-5"))
    send(bea)
    for part in (
        ".found > .ask",
        ".groups .group >> nth=0",
        ".groups .group >> nth=1",
        ".use:visible",
    ):
        expect(bea.page.locator(part)).to_be_in_viewport(ratio=1)
    assert bea.page.locator(".shot").bounding_box()["height"] > 0.3 * height
    room = "(each) => each.scrollHeight - each.clientHeight"
    assert bea.page.locator(".found").evaluate(room) <= 0

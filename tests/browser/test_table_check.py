"""A round is checked on the turned table: everybody reads it, and one tap records it."""

import re

from playwright.sync_api import expect

from tests.browser.measuring import misfits, touched_after
from tests.browser.pages import FOUR, turn
from tests.browser.scorer import PHONE, TABLET, UPRIGHT
from tests.browser.test_layout_table import ANGLES, PAIRS, panels
from tests.browser.test_table_mode import SOON, panel, scores, verdicts
from tests.web.round.test_drafts import enter
from tests.web.visitor import HEAVY

HANDS = ("1-2 3-4", "", "5-5", "0-0")
# What of the verdicts is not seen whole, and how large the smallest of them is.
CUT = """() => [...document.querySelectorAll(".panel .verdict")].flatMap((place) => {
  const cut = place.scrollHeight > place.clientHeight || place.querySelector("[hidden]");
  return cut || parseFloat(getComputedStyle(place).fontSize) < 11 ? [place.innerText] : [];
}).length === 0"""


def confirm(scorer):
    """Find what is to be pressed in the middle."""
    return scorer.page.locator(".confirm")


def checked(scorer, visitor, *hands, names=FOUR, **chosen):
    """Open a turned table at which hands are entered, and check them."""
    table = visitor.start(*names, **chosen)
    enter(visitor, table, *hands)
    scorer.open(table.address)
    if scorer.page.locator(".table-mode").is_hidden():
        turn(scorer, table.address)
    if "–" in hands:
        scorer.press("Check and record")
    expect(confirm(scorer)).to_have_css("pointer-events", "auto")
    return table


def test_everybody_reads_who_wins_why_and_what_it_pays(scorer, visitor):
    checked(scorer, visitor, *HANDS)
    said = "Bea went out and wins the round. Bea 0 →to 20 Ana 10 + Ciro 10 + Dani 0 = 20 points"
    expect(verdicts(scorer)).to_have_text([said] * 4)
    expect(verdicts(scorer).filter(visible=True)).to_have_count(4)
    for each in panels(scorer):
        assert each["angle"] == ANGLES[each["at"]]
    # Whoever listens hears it once.
    expect(scorer.page.get_by_role("form", name=re.compile("^Bea went out"))).to_have_count(1)
    # A hand is corrected from there.
    panel(scorer, "Ana").tap()
    scorer.tap("6-6")
    scorer.press("Done")
    expect(verdicts(scorer).first).to_contain_text("Ana 22 + Ciro 10 + Dani 0 = 32 points")
    # A second tap on the same place records nothing.
    assert not touched_after(confirm(scorer), 100)


def test_one_tap_records_and_the_table_stays_turned(scorer, visitor):
    checked(scorer, visitor, *HANDS)
    scorer.press("Record round")
    expect(scores(scorer).nth(1)).to_have_text("20 points")
    expect(scorer.page.locator(".table-mode")).to_be_visible()
    expect(scorer.page.locator(".middle .notice").last).to_contain_text("Bea went out")
    expect(confirm(scorer)).to_have_count(0)
    expect(scorer.control("Enter round 2")).to_be_visible()
    scorer.press("Undo")
    expect(scores(scorer).nth(1)).to_have_text("0 points")


def test_a_win_is_celebrated_on_the_turned_table(scorer, visitor):
    checked(scorer, visitor, "", HEAVY, names=FOUR[:2], goal="50")
    expect(verdicts(scorer).first).to_contain_text("wins the match")
    scorer.press("Record round")
    expect(scorer.page.get_by_role("dialog", name="Ana wins!")).to_be_visible()
    expect(scorer.control("Rematch")).to_be_visible()


def test_it_is_checked_by_a_tap_while_hands_come_from_elsewhere(scorer, visitor):
    table = visitor.start(*FOUR)
    # Hands that are there already when it looks for the first time are checked without a tap.
    with scorer.page.expect_response("**/draft"):
        turn(scorer, table.address)
    enter(visitor, table, *HANDS)
    expect(scorer.control("Check and record")).to_be_visible(timeout=SOON)
    expect(verdicts(scorer)).to_have_count(0)
    scorer.press("Check and record")
    expect(verdicts(scorer)).to_have_count(4)
    # What is changed meanwhile is read before it is recorded.
    enter(visitor, table, "6-6")
    expect(verdicts(scorer).first).to_contain_text("Bea 0 →to 22", timeout=SOON)


def test_a_hand_that_is_missing_is_asked_about_or_leads_to_the_page_that_takes_the_round(
    scorer, visitor
):
    table = checked(scorer, visitor, "1-2", "–", "–", "0-0")
    expect(verdicts(scorer).first).to_have_text("The hands of Bea and Ciro are not entered yet.")
    scorer.press("Go back")
    expect(verdicts(scorer)).to_have_count(0)
    expect(scores(scorer).first).to_be_visible()
    expect(scorer.control("Check and record")).to_be_focused()
    scorer.press("Check and record")
    scorer.press("Enter the other hands")
    expect(scorer.heading).to_have_text("Round 1")
    scorer.holds("Ana, 3 pips, 1 tile")
    enter(visitor, table, "–", "–", "5-5")
    scorer.open(table.address)
    scorer.press("Check and record")
    expect(verdicts(scorer).last).to_have_text("Bea has no tiles. Did Bea go out?")
    expect(scorer.control("Record round")).to_have_count(0)
    scorer.press("Yes, Bea went out")
    expect(verdicts(scorer).last).to_contain_text("Bea went out and wins the round.")
    scorer.press("Record round")
    expect(scores(scorer).nth(1)).to_have_text("13 points")


# What the referee doubts: tiles that no line leaves, a blocked round in which somebody could play.
DOUBTED = {
    ("", "1-2", "3-4", "5-6"): "One tile is wrong: 1s, 2s, 3s, 4s, 5s, 6s?",
    ("0-1", "1-2", "2-4", "4-5"): "Blocked? The line ends in 0 and 5.",
}


def test_a_doubt_is_read_by_everybody_in_few_words_and_the_tiles_are_checked_first(scorer, visitor):
    for hands, said in DOUBTED.items():
        scorer.page.set_viewport_size(TABLET)
        checked(scorer, visitor, *hands, game="partnership")
        expect(verdicts(scorer)).to_have_text([said] * 4)
        pressed = confirm(scorer).locator(".btn")
        expect(pressed).to_have_text(["Check the tiles", "Record anyway"])
        expect(pressed.first).to_have_class("btn primary")
        for screen in scorer.on(TABLET, UPRIGHT, PHONE):
            assert misfits(scorer.page, screen, reached=".confirm .btn") == []
            scorer.page.wait_for_function(CUT)
    scorer.press("Check the tiles")
    expect(scorer.heading).to_have_text("Round 1")
    expect(scorer.control("Record anyway")).to_be_visible()
    # Whoever comes back from all hands is not asked once more.
    scorer.press("Cancel")
    scorer.press("Check and record")
    scorer.press("Record anyway")
    expect(scorer.control("Enter round 2")).to_be_visible()


def test_no_round_is_lost_while_the_server_is_away_nor_held_up_by_what_others_enter(
    scorer, visitor
):
    table = checked(scorer, visitor, *HANDS)
    scorer.page.route("**/rounds/new", lambda route: route.abort())
    scorer.press("Record round")
    expect(confirm(scorer)).to_contain_text("your round is kept and will be sent by itself")
    with scorer.page.expect_response(lambda got: got.url.endswith("/draft") and got.ok):
        enter(visitor, table, "6-6")
    scorer.page.unroute("**/rounds/new")
    expect(scores(scorer).nth(1)).to_have_text("20 points")


def test_all_of_it_is_seen_and_can_be_touched_on_every_screen(scorer, visitor, thorough):
    for names in (FOUR[:2], FOUR[:3], PAIRS, *([FOUR] if thorough else [])):
        scorer.page.set_viewport_size(TABLET)
        hands = ("", "1-2 3-4", "5-5", "0-0")[: len(names)]
        checked(scorer, visitor, *hands, names=names)
        for screen in scorer.on(TABLET, UPRIGHT, PHONE):
            assert misfits(scorer.page, screen, reached=".confirm button") == []
            scorer.page.wait_for_function(CUT)

"""The tablet lies on the table, each panel turned to its player: hands are entered and checked."""

import re

from playwright.sync_api import expect

from tests.browser.measuring import misfits, panels, touched_after
from tests.browser.pages import FOUR, PAIRS, turn
from tests.browser.scorer import AT_ONCE, PHONE, SOON, TABLET, UPRIGHT
from tests.support.drafts import enter

HANDS = ("1-2 3-4", "", "5-5", "0-0")
# The points of each panel, what the round comes to there, and what is pressed in the middle.
SCORES, VERDICTS, CONFIRM = (
    f"{each}:visible" for each in (".panel .digits", ".panel .verdict", ".confirm")
)
# What of the verdicts is not seen whole, and how large the smallest of them is.
CUT = """() => [...document.querySelectorAll(".panel .verdict")].flatMap((place) => {
  const cut = place.scrollHeight > place.clientHeight || place.querySelector("[hidden]");
  return cut || parseFloat(getComputedStyle(place).fontSize) < 11 ? [place.innerText] : [];
}).length === 0"""


def sits(scorer):
    return [panel["at"] for panel in panels(scorer)]


def checked(scorer, visitor, *hands, names=FOUR, **chosen):
    """Open a turned table at which hands are entered, and check them."""
    table = visitor.start(*names, **chosen)
    enter(visitor, table, *hands)
    scorer.open(table.address)
    if scorer.page.locator(".table-mode").is_hidden():
        turn(scorer, table.address)
    if "–" in hands:
        scorer.press("Check and record")
    expect(scorer.page.locator(CONFIRM)).to_have_css("pointer-events", "auto")
    return table


def test_it_stays_turned_as_they_sit_until_the_normal_view(scorer, visitor):
    table = visitor.start(*FOUR, partners="y")
    turn(scorer, table.address)
    expect(scorer.control("Normal view")).to_be_focused()
    seen = [sits(scorer)]
    for _ in range(7):
        scorer.press("Change seats")
        seen.append(sits(scorer))
    # Each of four edges for the first player, and play to the left as well as to the right.
    assert len({tuple(each) for each in seen}) == 8
    assert seen[1] == ["left", "top", "right", "bottom"]
    scorer.page.reload()
    expect(scorer.page.locator(".table-mode")).to_be_visible()
    expect(scorer.page.locator(".side").first).to_be_hidden()
    # Partners see the points of their side, which another device records.
    visitor.play(table, "", "66", "11", "55")
    points = ["22 points", "0 points", "22 points", "0 points"]
    expect(scorer.page.locator(SCORES)).to_have_text(points, timeout=AT_ONCE)
    expect(scorer.page.locator(".panel h2:visible").first).to_have_text("Ana with Ciro")
    assert sits(scorer) == seen[-1]
    scorer.press("Change seats")
    assert sits(scorer) == seen[0]
    scorer.press("Normal view")
    expect(scorer.page.locator(".side").first).to_be_visible()
    expect(scorer.page.locator(".menu summary")).to_be_focused()
    scorer.page.reload()
    expect(scorer.page.locator(".table-mode")).to_be_hidden()


def test_everybody_enters_and_reads_at_the_own_panel(scorer, visitor):
    turn(scorer, visitor.start(*FOUR).address)
    hands = dict(zip(FOUR, ("0-0 0-1 0-2 0-3 0-4", "", "5-5", "1-2"), strict=True))
    for number, (name, hand) in enumerate(hands.items()):
        # Those whose hands are entered are marked.
        expect(scorer.page.locator(".mark").filter(visible=True)).to_have_count(number)
        scorer.press(f"{name}: enter the hand")
        expect(scorer.page.locator(".seat").filter(visible=True)).to_have_count(1)
        expect(scorer.page.locator("#send")).to_be_hidden()
        scorer.tap(hand) if hand else scorer.press(f"{name} went out")
        # A hand that is full stays the own.
        expect(scorer.seat(name)).to_be_visible()
        scorer.press("Done")
    said = "Bea went out and wins the round. Bea 0 →to 23 Ana 10 + Ciro 10 + Dani 3 = 23 points"
    expect(scorer.page.locator(VERDICTS)).to_have_text([said] * 4)
    # Whoever listens hears it once.
    expect(scorer.page.get_by_role("form", name=re.compile("^Bea went out"))).to_have_count(1)
    # A hand is corrected from there, and holds no more than was dealt.
    scorer.press("Ana: enter the hand")
    scorer.walks("""
        0-5 | 5 tiles at most: Ana cannot hold more.
        0-4; Done | Ana 6 + Ciro 10 + Dani 3 = 19 points
    """)
    # A second tap on the same place records nothing.
    assert not touched_after(scorer.page.locator(CONFIRM), 100)


def test_one_tap_records_and_the_table_stays_turned(scorer, visitor):
    table = checked(scorer, visitor, *HANDS, goal="50")
    scorer.press("Record round")
    expect(scorer.page.locator(SCORES).nth(1)).to_have_text("20 points")
    expect(scorer.page.locator(".table-mode")).to_be_visible()
    expect(scorer.page.locator(".middle .notice:visible").last).to_contain_text("Bea went out")
    expect(scorer.page.locator(CONFIRM)).to_have_count(0)
    expect(scorer.page.locator(".mark").filter(visible=True)).to_have_count(0)
    scorer.walks("| Enter round 2\n Undo")
    expect(scorer.page.locator(SCORES).nth(1)).to_have_text("0 points")
    enter(visitor, table, "", "6-6 5-6 4-6 3-6 5-5", "1-1", "2-2")
    scorer.look_again()
    scorer.walks("Check and record | wins the match\n Record round | Ana wins! / Rematch")


def test_what_others_enter_is_marked_and_checked_by_a_tap(scorer, visitor):
    table = visitor.start(*FOUR)
    # Hands that are there already when it looks for the first time are checked without a tap.
    with scorer.page.expect_response("**/draft"):
        turn(scorer, table.address)
    enter(visitor, table, "–", "6-6")
    expect(scorer.page.locator("[data-seat='1'] .mark")).to_be_visible(timeout=SOON)
    # The others are still to come.
    scorer.sees("Tap your panel to enter your hand.")
    enter(visitor, table, *HANDS)
    scorer.look_again()
    scorer.press("Check and record")
    expect(scorer.page.locator(VERDICTS)).to_have_count(4)
    # What is changed meanwhile is read before it is recorded.
    enter(visitor, table, "6-6")
    scorer.look_again()
    expect(scorer.page.locator(VERDICTS).first).to_contain_text("Bea 0 →to 22")
    expect(scorer.page.locator(CONFIRM)).to_have_css("pointer-events", "auto")
    scorer.page.route("**/rounds/new", lambda route: route.abort())
    scorer.press("Record round")
    expect(scorer.page.locator(CONFIRM)).to_contain_text(
        "your round is kept and will be sent by itself"
    )
    # What is on its way is held up by nothing that others enter.
    with scorer.page.expect_response(lambda got: got.url.endswith("/draft") and got.ok):
        enter(visitor, table, "5-5")
        scorer.look_again()
    scorer.page.unroute("**/rounds/new")
    expect(scorer.page.locator(SCORES).nth(1)).to_have_text("22 points")


def test_a_hand_that_is_missing_is_asked_about_or_entered(scorer, visitor):
    table = checked(scorer, visitor, "1-2", "–", "–", "0-0")
    expect(scorer.page.locator(VERDICTS).first).to_have_text(
        "The hands of Bea and Ciro are not entered yet."
    )
    scorer.press("Go back")
    expect(scorer.page.locator(VERDICTS)).to_have_count(0)
    expect(scorer.control("Check and record")).to_be_focused()
    scorer.walks("Check and record; Enter the other hands | Round 1 / Ana, 3 pips, 1 tile")
    enter(visitor, table, "–", "–", "5-5")
    scorer.open(table.address)
    scorer.walks("""
        Check and record | Bea has no tiles. Did Bea go out? / not Record round
        Yes, Bea went out | Bea went out and wins the round.
        Record round | 13 points
    """)


def test_a_check_is_seen_whole_and_touched_on_every_screen(scorer, visitor):
    # What the referee doubts: a blocked round in which somebody could play, tiles no line leaves.
    blocked, wrong = ("0-1", "1-2", "2-4", "4-5"), ("", "1-2", "3-4", "5-6")
    rounds = (
        (FOUR[:2], "block", HANDS[1::-1], "Ana went out and wins the round."),
        (PAIRS, "block", HANDS, "Konstantin went out and wins the round."),
        (FOUR, "partnership", blocked, "Blocked? The line ends in 0 and 5."),
        (FOUR, "partnership", wrong, "One tile is wrong: 1s, 2s, 3s, 4s, 5s, 6s?"),
    )
    for names, game, hands, said in rounds:
        scorer.page.set_viewport_size(TABLET)
        checked(scorer, visitor, *hands, names=names, game=game)
        expect(scorer.page.locator(VERDICTS)).to_contain_text([said] * len(names))
        for screen in scorer.on(TABLET, UPRIGHT, PHONE):
            assert misfits(scorer.page, screen, reached=".confirm button") == []
            scorer.page.wait_for_function(CUT)
    # Everybody reads a doubt in few words, and the tiles are checked first.
    pressed = scorer.page.locator(".confirm .btn:visible")
    expect(pressed).to_have_text(["Check tiles", "Record anyway"])
    expect(pressed.first).to_have_class("btn primary")
    # Whoever comes back from all hands is not asked once more.
    scorer.walks("""
        Check tiles | Round 1 / Record anyway
        Table; Check and record; Record anyway | Enter round 2
    """)

"""A round is entered by who won it and the points: a tap, the digits, and one to record."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.pages import FOUR, recording, turn
from tests.browser.scorer import SOON

WINDOWS = tuple(
    ViewportSize(width=width, height=height)
    for width, height in ((1024, 672), (390, 664), (360, 640))
)
# Counts what is tapped from when the page is opened.
COUNT = """addEventListener("click", () => {
  sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""
# How many lines the words of a button take.
LINES = """button => {
  const words = document.createRange();
  words.selectNodeContents(button);
  return new Set([...words.getClientRects()].map(({ top }) => top)).size;
}"""


@pytest.fixture
def partners(visitor):
    return visitor.start(*FOUR, game="partnership").address


def side(scorer, name):
    return scorer.page.get_by_label(f"{name}: Points")


def numbers(scorer):
    return scorer.page.locator(".seat .n:visible")


@pytest.mark.usefixtures("own_context")
@pytest.mark.parametrize("window", WINDOWS, ids=["tablet", "phone", "small phone"])
def test_a_round_takes_four_taps_and_its_digits_by_who_won_and_the_points(scorer, partners, window):
    scorer.page.set_viewport_size(window)
    scorer.page.add_init_script(COUNT)
    scorer.open(partners)
    scorer.press("Enter round 1")
    scorer.press("Points")
    scorer.sees("Who won the round? Tap them.")
    side(scorer, "Ana & Ciro").tap()
    scorer.walks("2; 7 | 27")
    expect(scorer.live.locator(".new-totals")).to_contain_text("27")
    everything = scorer.page.locator(".keys button, .seat, .tools button, #send").filter(
        visible=True
    )
    for each in everything.all():
        box = each.bounding_box()
        assert box["width"] >= 48 <= box["height"]
        assert box["y"] + box["height"] <= window["height"]
    button = scorer.page.locator("#send")
    assert button.evaluate(LINES) == 1
    scorer.record()
    scorer.reads_in_banner("Ana and Ciro won the round", "Ana & Ciro +27")
    assert int(scorer.page.evaluate("sessionStorage.taps")) == 4 + 2
    # From then on the page begins so: three taps and the digits.
    scorer.press("Enter round 2")
    side(scorer, "Bea & Dani").tap()
    scorer.walks("5; Record round | Enter round 3")
    assert int(scorer.page.evaluate("sessionStorage.taps")) == 6 + 4


def test_digits_may_come_first_are_added_up_and_go_to_whoever_is_tapped(scorer, partners):
    scorer.open(f"{partners}/rounds/new?entry=points")
    scorer.walks("1; 0; +; 1; 5 | 10+15 points: who won? Tap them.")
    side(scorer, "Bea & Dani").tap()
    expect(numbers(scorer)).to_have_text(["0", "25"])
    scorer.walks("+; 2 | 10 + 15 + 2 = 27")
    # It was the others.
    side(scorer, "Ana & Ciro").tap()
    expect(numbers(scorer)).to_have_text(["27", "0"])
    scorer.walks("Undo")
    expect(numbers(scorer)).to_have_text(["0", "27"])
    scorer.walks("Nobody won | Nobody won the round.")
    expect(numbers(scorer)).to_have_text(["0", "0"])
    # Kept, and there again.
    with scorer.page.expect_response("**/draft"):
        scorer.look_again()
    scorer.reload()
    scorer.walks("Nobody won | Who won the round? Tap them.")
    side(scorer, "Ana & Ciro").tap()
    scorer.walks("2; 7; 0 | All tiles of the set come to 168 points.")
    scorer.press("Check the points")
    scorer.walks("Delete; Record round")
    scorer.reads_in_banner("Ana and Ciro won the round", "Ana & Ciro +27")


def test_a_keyboard_gives_the_points_to_the_side_in_whose_field_it_types(scorer, partners):
    scorer.open(f"{partners}/rounds/new?entry=points")
    side(scorer, "Ana & Ciro").focus()
    scorer.page.keyboard.type("27")
    # On the way to the button nobody else wins.
    for key in ("Enter", "Tab"):
        scorer.page.keyboard.press(key)
        expect(numbers(scorer)).to_have_text(["27", "0"])
    side(scorer, "Bea & Dani").press_sequentially("10+15x")
    expect(numbers(scorer)).to_have_text(["0", "0"])
    expect(scorer.page.locator("#live")).to_contain_text("15x is not a whole number")
    scorer.walks("Record round | In 10+15x, 15x is not a whole number.")
    side(scorer, "Bea & Dani").press("End")
    scorer.page.keyboard.press("Backspace")
    scorer.walks("| 10 + 15 = 25")
    # From the last field Enter goes to the button, and there it records.
    side(scorer, "Bea & Dani").press("Enter")
    expect(scorer.page.locator("#send")).to_be_focused()
    scorer.page.keyboard.press("Enter")
    scorer.reads_in_banner("Bea and Dani won the round", "Bea & Dani +25")


def test_each_side_has_a_number_and_next_goes_on(scorer, visitor):
    recording(scorer, visitor, "all-fives", *FOUR[:3])
    scorer.press("Points")
    scorer.walks("""
        3; 5; Next | What does Bea get?
        0; Next; 1; 0 | Ana +35 and Ciro +10
        Record round | Ana +35 Ciro +10
    """)


def test_a_tap_is_enough_where_every_round_pays_the_same(scorer, visitor):
    recording(scorer, visitor, "jamaican-partners", *FOUR)
    scorer.press("Points")
    side(scorer, "Bea & Dani").tap()
    scorer.walks("Record round | Bea and Dani won the round")


def test_another_device_sees_the_points_and_tiles_stay_beside_them(scorer, phone, partners):
    for each in (scorer, phone):
        each.open(f"{partners}/rounds/new?entry=points")
    side(scorer, "Ana & Ciro").tap()
    scorer.walks("2; 7 | 27")
    expect(numbers(phone)).to_have_text(["27", "0"], timeout=SOON)
    expect(phone.page.locator("#line")).to_contain_text("The points were entered on")
    scorer.press("Tiles")
    scorer.walks("Ana: 6-6; Points")
    expect(numbers(scorer)).to_have_text(["27", "0"])
    scorer.walks("Tiles | Ana, 12 pips, 1 tile")


def test_points_that_are_begun_are_on_every_table_and_are_recorded_where_it_is_turned(
    scorer, phone, partners
):
    scorer.open(partners)
    phone.open(f"{partners}/rounds/new?entry=points")
    side(phone, "Ana & Ciro").tap()
    phone.walks("2; 7 | 27")
    entered = "Continue round 1 Points entered"
    expect(scorer.page.locator(".go:visible")).to_have_text(entered, use_inner_text=True)
    turn(scorer, partners)
    scorer.press("Check and record")
    expect(scorer.page.locator(".panel .verdict:visible").first).to_contain_text("Ana & Ciro 0")
    scorer.press("Record round")
    expect(scorer.page.locator(".panel .digits:visible").first).to_have_text("27 points")
    # Another device says so too.
    phone.sees("Round 1 was recorded on")

"""A match by the keyboard alone, where there is one, and a match with scripts switched off."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import CUT_OFF
from tests.browser.pages import FIVE_EACH, FOUR, won
from tests.browser.scorer import TABLET, UPRIGHT, WINDOWS


@pytest.fixture
def browser_context_args(home):
    """Sit at a desk, with a keyboard and a mouse."""
    return {"base_url": home, "viewport": TABLET, "service_workers": "block"}


def tab_to(wanted, key="Enter"):
    """Go on from field to field until the wanted one has the focus, to be seen; press a key."""
    keyboard = wanted.page.keyboard
    # More often than there is to stop at on any page.
    for _ in range(60):
        keyboard.press("Tab")
        if wanted.evaluate("element => element === document.activeElement"):
            outline = wanted.evaluate("element => getComputedStyle(element).outlineStyle")
            assert outline != "none", wanted
            return keyboard.press(key)
    pytest.fail(f"The keyboard does not reach {wanted}.")


def test_a_match_is_started_by_the_keyboard_alone_and_a_hand_is_typed(scorer):
    page, keyboard = scorer.page, scorer.page.keyboard
    scorer.open("/")
    tab_to(page.get_by_role("link", name="Start the first match"))
    tab_to(page.get_by_role("button", name="Seat 1"))
    for name in ("Ana", "Bea"):
        keyboard.type(name)
        keyboard.press("Enter")
    keyboard.press("Escape")
    tab_to(scorer.control("Start match"))
    tab_to(scorer.control("Enter round 1"))
    expect(scorer.seat("Ana")).to_be_focused()
    keyboard.press("Enter")
    tab_to(scorer.control("Ana went out"))
    expect(scorer.line).to_have_text("Tap the tiles left in Bea’s hand")
    tab_to(scorer.tile("6-6"), "ArrowRight")
    for key in ("ArrowDown", "Space"):
        keyboard.press(key)
    expect(scorer.tile("4-5")).to_have_accessible_name("four-five, in Bea’s hand")
    tab_to(scorer.control("Record round"))
    scorer.reads_in_banner("Ana went out", "+9")
    tab_to(scorer.banner.locator("summary"))
    scorer.sees("The other hand holds 9 pips: 9 points.")
    # Enter goes on to the next hand that is typed.
    keyboard.press("Escape")
    tab_to(scorer.control("Enter round 2"))
    tab_to(scorer.control("Type them in"))
    tab_to(page.get_by_label("Ana: Tiles left"), "1")
    keyboard.type("2 24 35")
    keyboard.press("Enter")
    expect(page.get_by_label("Bea: Tiles left")).to_be_focused()
    keyboard.type("55 34")
    expect(scorer.live).to_contain_text("Blocked: 17 · 17.")


def test_in_a_narrow_window_typing_is_in_the_menu_and_the_words_of_the_header_are_whole(
    scorer, visitor
):
    scorer.open(f"{visitor.start(*FOUR).address}/rounds/new")
    typing = scorer.page.locator(".seg [data-way='type']")
    expect(typing).to_be_visible()
    for window in scorer.on(*(each for each in WINDOWS if each["width"] <= UPRIGHT["width"])):
        expect(typing).to_be_hidden()
        assert scorer.page.evaluate(CUT_OFF) == [], window
    scorer.page.locator(".menu summary").click()
    scorer.control("Type them in").click()
    expect(scorer.page.get_by_label("Ana: Tiles left")).to_be_visible()


@pytest.fixture
def pad(scorer, visitor):
    """Return somebody who enters the first round of four, once the keys are listened to."""
    scorer.open(f"{visitor.start(*FOUR).address}/rounds/new")
    expect(scorer.seat("Ana")).to_be_focused()
    return scorer


def test_the_keyboard_alone_enters_and_records_a_round(pad):
    keyboard = pad.page.keyboard
    # Whoever goes out, and whoever holds all that was dealt, give the turn to the next.
    keyboard.press("x")
    pad.holds("Ana, went out")
    keyboard.type(re.sub(r"\D", "", FIVE_EACH[0]))
    pad.holds("Bea, 50 pips, 5 tiles")
    expect(pad.seat("Ciro")).to_be_focused()
    # The keys are explained to whoever uses them.
    explained = pad.page.get_by_text("Keys: two digits pick a tile")
    keyboard.press("Shift+Tab")
    expect(explained).to_be_visible()
    pad.tile("0-1").click()
    expect(explained).to_be_hidden()
    pad.seat("Dani").focus()
    keyboard.type("00")
    expect(pad.line).to_have_text("Tap the tiles left in Dani’s hand")
    pad.holds("Ciro, 1 pip, 1 tile")
    expect(pad.live).to_contain_text("Ana went out and wins the round.")
    keyboard.press("Enter")
    expect(pad.page).to_have_url(re.compile(r"/matches/\d+$"))


def test_keys_take_back_what_they_did(pad):
    keyboard = pad.page.keyboard
    keyboard.type("351")
    expect(pad.line).to_have_text("1 …")
    keyboard.press("Backspace")
    pad.walks("| Tap the tiles left in Ana’s hand / Ana, 8 pips, 1 tile")
    keyboard.type("12")
    keyboard.press("Control+z")
    pad.holds("Ana, 8 pips, 1 tile")
    keyboard.type("53")
    for _ in range(3):
        keyboard.press("Backspace")
    pad.holds("Ana, not entered yet")
    # Enter records nothing that cannot be.
    keyboard.type("35")
    pad.sees("The hands of Bea, Ciro and Dani are not entered yet.")
    keyboard.press("Enter")
    pad.walks(
        "| The hands of Bea, Ciro and Dani are not entered yet. / Round 1 / Ana, 8 pips, 1 tile"
    )
    # Digits typed into a field are its own.
    pad.page.locator("#more").click()
    pad.page.locator(".correction summary").click()
    field = pad.page.locator(".rest input[name=correction_points]").first
    field.press_sequentially("35")
    expect(field).to_have_value("35")
    pad.holds("Ana, 8 pips, 1 tile")


def test_ends_beyond_nine_are_typed_with_two_digits_each(scorer, visitor):
    scorer.open(f"{visitor.start('Ana', 'Bea', game='mexican-train').address}/rounds/new")
    expect(scorer.seat("Ana")).to_be_focused()
    scorer.page.keyboard.type("03120101")
    scorer.holds("Ana, 17 pips, 2 tiles")


@pytest.mark.browser_context_args(java_script_enabled=False, has_touch=True)
def test_a_match_is_typed_and_its_drawing_opens_without_scripts(scorer, visitor):
    scorer.open("/matches/new")
    for number, name in enumerate(("Ana", "Bea"), 1):
        scorer.page.get_by_label(f"Seat {number}", exact=True).fill(name)
    scorer.press("Start match")
    scorer.press("Enter round 1")
    scorer.sees("Type the tiles left in each hand as 3-5 or 35, with spaces between, and tick")
    scorer.type("Ana", "71")
    scorer.type("Bea", "66 65")
    scorer.press("Record round")
    scorer.sees("Please check this", "1-7 in Ana’s hand is not in the set")
    scorer.type("Ana", "1-2 24 3|5")
    scorer.walks("Check first | Blocked: 17 · 23. Ana wins.\n Record round")
    scorer.unfold("Why?")
    scorer.sees("23 (opponents) − 17 (own hand) = 6 points.")
    scorer.unfold("Close")
    scorer.walks("Undo | undone")
    scorer.open(f"{won(visitor).address}/winner")
    scorer.unfold("Share result")
    scorer.press("Wide")
    expect(scorer.page.locator("svg:root")).to_be_visible()


def test_a_key_pressed_twice_or_held_down_counts_once_and_others_at_once(pad):
    keyboard = pad.page.keyboard
    pad.tile("0-0").focus()
    for _ in range(2):
        keyboard.press("Space")
    pad.holds("Ana, 0 pips, 1 tile")
    # The next tile is another.
    keyboard.press("ArrowUp")
    keyboard.press("Space")
    pad.holds("Ana, 2 pips, 2 tiles")
    keyboard.press("Tab")
    pad.control("Ana went out").focus()
    for _ in range(3):
        keyboard.down("Enter")
    keyboard.up("Enter")
    pad.holds("Ana, went out", "Bea, not entered yet")
    pad.seat("Bea").focus()
    for _ in range(2):
        keyboard.press("x")
    pad.walks("| Ana went out. Replace?")
    pad.control("Yes").click()
    pad.holds("Bea, went out", "Ciro, not entered yet")

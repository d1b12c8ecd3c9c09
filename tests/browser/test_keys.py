"""A round is entered by the keyboard alone, where there is one."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pages import FIVE_EACH, FOUR
from tests.browser.scorer import TABLET, Scorer
from tests.web.visitor import Visitor


@pytest.fixture
def browser_context_args(home: str) -> dict[str, Any]:
    """Sit at a desk, with a keyboard and a mouse."""
    return {"base_url": home, "viewport": TABLET}


@pytest.fixture
def address(visitor: Visitor) -> str:
    """Return where the first round of four is entered, five tiles dealt."""
    return f"{visitor.start(*FOUR).address}/rounds/new"


def begin(scorer: Scorer, address: str) -> None:
    """Open a round, and wait until the keys are listened to."""
    scorer.open(address)
    expect(scorer.seat("Ana")).to_be_focused()


def test_the_keyboard_alone_enters_and_records_a_round(scorer: Scorer, address: str) -> None:
    begin(scorer, address)
    keyboard = scorer.page.keyboard
    # Ana went out, which gives the turn to Bea.
    keyboard.press("x")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, went out")
    for name, digits in {"Bea": "6653", "Ciro": "21", "Dani": "00"}.items():
        if name != "Bea":
            keyboard.press("Tab")
        expect(scorer.seat(name)).to_be_focused()
        keyboard.type(digits)
        expect(scorer.line).to_have_text(f"Tap the tiles left in {name}’s hand")
    expect(scorer.seat("Bea")).to_have_accessible_name("Bea, 20 pips, 2 tiles")
    expect(scorer.seat("Ciro")).to_have_accessible_name("Ciro, 3 pips, 1 tile")
    expect(scorer.live).to_contain_text("Ana went out and wins the round.")
    keyboard.press("Enter")
    expect(scorer.page).to_have_url(re.compile(r"/matches/\d+$"))


def test_fifteen_tiles_are_typed_without_going_from_hand_to_hand(
    scorer: Scorer, address: str
) -> None:
    begin(scorer, address)
    for hand in FIVE_EACH[:3]:
        scorer.page.keyboard.type(re.sub(r"\D", "", hand))
    expect(scorer.seat("Dani")).to_be_focused()
    expect(scorer.seat("Ciro")).to_have_accessible_name("Ciro, 30 pips, 5 tiles")
    # The keys are explained to whoever uses them.
    explained = scorer.page.get_by_text("Keys: two digits pick a tile")
    scorer.page.keyboard.press("Shift+Tab")
    expect(explained).to_be_visible()
    scorer.tile("0-0").click()
    expect(explained).to_be_hidden()


def test_keys_take_back_what_they_did(scorer: Scorer, address: str) -> None:
    begin(scorer, address)
    keyboard = scorer.page.keyboard
    keyboard.type("351")
    expect(scorer.line).to_have_text("1 …")
    keyboard.press("Backspace")
    expect(scorer.line).to_have_text("Tap the tiles left in Ana’s hand")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, 8 pips, 1 tile")
    keyboard.type("12")
    keyboard.press("Control+z")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, 8 pips, 1 tile")
    keyboard.type("53")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, not entered yet")
    for _ in range(3):
        keyboard.press("Backspace")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, not entered yet")
    # Enter records nothing that cannot be.
    keyboard.type("35")
    expect(scorer.live).to_contain_text("The hands of Bea, Ciro and Dani are still to come.")
    keyboard.press("Enter")
    expect(scorer.live).to_contain_text("The hands of Bea, Ciro and Dani are not entered yet.")
    expect(scorer.heading).to_have_text("Round 1")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, 8 pips, 1 tile")
    # Digits typed into a field are its own.
    scorer.page.locator(".correction summary").click()
    field = scorer.page.locator(".sheet input[name=correction_points]").first
    field.fill("")
    for digit in "35":
        field.press(digit)
    expect(field).to_have_value("35")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, 8 pips, 1 tile")


def test_ends_beyond_nine_are_typed_with_two_digits_each(scorer: Scorer, visitor: Visitor) -> None:
    begin(scorer, f"{visitor.start('Ana', 'Bea', game='mexican-train').address}/rounds/new")
    scorer.page.keyboard.type("03120101")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, 17 pips, 2 tiles")

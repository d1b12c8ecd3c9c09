"""Two devices at one match: they enter one round together, or both enter all of it."""

import platform

import pytest
from playwright.sync_api import expect

from scorekeeper.access.devices import guess_name
from tests.browser.scorer import Scorer
from tests.web.visitor import Visitor

# What two devices see of each other they see within five seconds.
SOON = 5000
# What a browser of this machine is called that gave itself no name.
THERE = guess_name({"Darwin": "Macintosh"}.get(platform.system(), platform.system()))


@pytest.fixture
def address(visitor: Visitor) -> str:
    """Return where the first round of Ana, Bea and Ciro is entered."""
    return f"{visitor.start('Ana', 'Bea', 'Ciro').address}/rounds/new"


def enter_a_hand_each(scorer: Scorer, phone: Scorer, address: str) -> None:
    scorer.open(address)
    phone.open(address)
    scorer.hold("Ana", "3-5 1-2")
    phone.hold("Bea", "6-6")


def test_each_device_sees_the_hands_entered_on_the_other(
    scorer: Scorer, phone: Scorer, address: str
) -> None:
    enter_a_hand_each(scorer, phone, address)
    expect(phone.seat("Ana")).to_have_accessible_name("Ana, 11 pips, 2 tiles", timeout=SOON)
    expect(scorer.seat("Bea")).to_have_accessible_name("Bea, 12 pips, 1 tile", timeout=SOON)
    expect(scorer.line).to_have_text(f"Bea’s hand was entered on {THERE}.")
    # Each goes on where it was.
    scorer.tap("0-1")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, 12 pips, 3 tiles")
    # What the other entered is not taken back here.
    for left in ("Ana, 11 pips, 2 tiles", "Ana, 8 pips, 1 tile"):
        scorer.press("Undo")
        expect(scorer.seat("Ana")).to_have_accessible_name(left)
        expect(scorer.seat("Bea")).to_have_accessible_name("Bea, 12 pips, 1 tile")
    phone.tap("5-5")
    expect(phone.seat("Bea")).to_have_accessible_name("Bea, 22 pips, 2 tiles")
    phone.hold("Ciro", "")
    expect(scorer.seat("Ciro")).to_have_accessible_name("Ciro, went out", timeout=SOON)
    expect(scorer.live).to_contain_text("Ciro went out and wins the round.", timeout=SOON)


def test_a_field_somebody_types_in_keeps_its_words_and_its_caret(
    scorer: Scorer, phone: Scorer, address: str
) -> None:
    scorer.open(address)
    phone.open(address)
    scorer.press_in_menu("Type")
    field = scorer.page.get_by_label("Ana: Tiles left")
    field.press_sequentially("3-5 1")
    phone.hold("Bea", "6-6")
    other = scorer.page.get_by_label("Bea: Tiles left")
    expect(other).to_have_value("6-6", timeout=SOON)
    expect(field).to_be_focused()
    field.press_sequentially("-2")
    expect(field).to_have_value("3-5 1-2")


def test_once_one_device_has_recorded_the_other_is_told(
    scorer: Scorer, phone: Scorer, address: str
) -> None:
    phone.open(address)
    enter_round(scorer, address)
    scorer.record()
    expect(phone.page.locator("#notices")).to_contain_text(
        f"Round 1 was recorded on {THERE}: Ciro went out and wins the round.", timeout=SOON
    )
    phone.press("See round 1")
    phone.sees("+23 points")


def enter_round(scorer: Scorer, address: str) -> None:
    """Enter three hands on the record page; Ciro went out."""
    scorer.open(address)
    for name, tiles in {"Ana": "3-5 1-2", "Bea": "6-6", "Ciro": ""}.items():
        scorer.hold(name, tiles)


def test_two_entries_of_one_round_are_shown_side_by_side(
    scorer: Scorer, visitor: Visitor, address: str
) -> None:
    enter_round(scorer, address)
    visitor.play(visitor.open("/matches/1"), "3-5", "6-6", "")
    scorer.press("Record round")
    scorer.sees("Round 1: recorded on a device, and entered here", "≠ differs")
    rows = scorer.page.locator(".conflict tbody tr")
    expect(rows).to_contain_text(["Ana", "Bea", "Ciro"])
    expect(rows.locator(".differs")).to_have_count(1)
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, 11 pips, 2 tiles")
    scorer.record("Record what you entered as round 2")
    scorer.reads_in_banner("Ciro went out", "+23")
    scorer.press("Enter round 3")
    scorer.misses("You had begun")

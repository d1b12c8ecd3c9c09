"""Two devices at one match: they enter one round together, or both enter all of it."""

import platform

from playwright.sync_api import expect

from scorekeeper.access.devices import guess_name
from tests.browser.test_offline import enter

# What two devices see of each other they see within five seconds.
SOON = 5000
# What a browser of this machine is called that gave itself no name.
THERE = guess_name({"Darwin": "Macintosh"}.get(platform.system(), platform.system()))


def test_each_device_sees_the_hands_entered_on_the_other(pad, phone):
    phone.open(pad.page.url)
    pad.hold("Ana", "3-5 1-2")
    phone.hold("Bea", "6-6")
    phone.holds("Ana, 11 pips, 2 tiles", timeout=SOON)
    pad.holds("Bea, 12 pips, 1 tile", timeout=SOON)
    expect(pad.line).to_have_text(f"Bea’s hand was entered on {THERE}.")
    # Each goes on where it was.
    pad.tap("0-1")
    pad.holds("Ana, 12 pips, 3 tiles")
    # What the other entered is not taken back here.
    for left in ("Ana, 11 pips, 2 tiles", "Ana, 8 pips, 1 tile"):
        pad.press("Undo")
        pad.holds(left, "Bea, 12 pips, 1 tile")
    phone.tap("5-5")
    phone.holds("Bea, 22 pips, 2 tiles")
    phone.hold("Ciro", "")
    pad.holds("Ciro, went out", timeout=SOON)
    expect(pad.live).to_contain_text("Ciro went out and wins the round.", timeout=SOON)


def test_a_field_somebody_types_in_keeps_its_words_and_its_caret(pad, phone):
    phone.open(pad.page.url)
    pad.press_in_menu("Type")
    field = pad.page.get_by_label("Ana: Tiles left")
    field.press_sequentially("3-5 1")
    phone.hold("Bea", "6-6")
    expect(pad.page.get_by_label("Bea: Tiles left")).to_have_value("6-6", timeout=SOON)
    expect(field).to_be_focused()
    field.press_sequentially("-2")
    expect(field).to_have_value("3-5 1-2")


def test_once_one_device_has_recorded_the_other_is_told(pad, phone):
    phone.open(pad.page.url)
    enter(pad)
    pad.record()
    expect(phone.page.locator("#notices")).to_contain_text(
        f"Round 1 was recorded on {THERE}: Ciro went out and wins the round.", timeout=SOON
    )
    phone.press("See round 1")
    phone.sees("+23 points")


def test_two_entries_of_one_round_are_shown_side_by_side(pad, visitor):
    enter(pad)
    visitor.play(visitor.open("/matches/1"), "3-5", "6-6", "")
    pad.press("Record round")
    pad.sees("Round 1: recorded on a device, and entered here", "≠ differs")
    rows = pad.page.locator(".conflict tbody tr")
    expect(rows).to_contain_text(["Ana", "Bea", "Ciro"])
    expect(rows.locator(".differs")).to_have_count(1)
    pad.holds("Ana, 11 pips, 2 tiles")
    pad.record("Record what you entered as round 2")
    pad.reads_in_banner("Ciro went out", "+23")
    pad.press("Enter round 3")
    pad.misses("You had begun")

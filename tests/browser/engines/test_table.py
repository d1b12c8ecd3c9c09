"""The table page, turned to its players and watched, in every engine."""

import pytest

from tests.browser.pages import FOUR, played

# What is recorded is to be seen within a second; the rest is for a busy machine.
AT_ONCE = 10
ANGLES = """() => Object.fromEntries([...document.querySelectorAll(".panel")].map((panel) =>
  [panel.dataset.at, getComputedStyle(panel.querySelector(".turned")).rotate]))"""
TURNED = "() => getComputedStyle(document.querySelector('.record-page')).rotate"
# What the keys do is said to whoever uses them, and not to a hand at the edge of the table.
HELPED = """() => {
  document.querySelector(".seat.on .pick").focus();
  const help = document.querySelector(".keyhelp");
  return help ? getComputedStyle(help).display : "none";
}"""
MARKED = """() => [...document.querySelectorAll(".mark")]
  .filter((mark) => getComputedStyle(mark).visibility === "visible").length"""
# For half a second the check is touched by no finger that is on its way to something else.
SETTLED = "() => getComputedStyle(document.querySelector('.confirm')).pointerEvents"
UNLOADED = "() => { document.marked = true; }"
STILL_THERE = "() => document.marked === true"


def test_each_control_of_the_table_does_what_it_says(guest, visitor):
    table = played(visitor, 2)
    for control, seen in {
        "Edit match": "History",
        "Share this match": "Watch the score",
        "All rounds": "How it ended",
        "All matches": "Continue",
    }.items():
        guest.open(table.address)
        guest.press("Menu")
        guest.press(control)
        guest.sees(seen)
    for control, seen in {
        "Why?": "Edit round 2",
        "Undo": "taken back",
        "Redo round 2": "left:",
        "Enter round 3": "Tap the tiles left in Ana’s hand",
    }.items():
        guest.open(table.address)
        guest.press(control)
        guest.sees(seen)


@pytest.mark.webkit
def test_a_row_opens_its_round_wherever_it_is_touched(guest, visitor):
    address = f"{played(visitor, 3).address}/rounds"
    for place in ("th", "td:nth-child(2)", "td:last-child"):
        guest.open(address)
        guest.press_on(f"tbody tr:nth-child(2) {place}")
        guest.sees("Back to the table")


def test_everybody_enters_the_own_hand_at_the_own_panel(guest, visitor):
    guest.open(visitor.start(*FOUR[:2], game="chicken-foot").address)
    guest.press("Menu")
    guest.press("Turn to the players")
    guest.sees("Change seats")
    guest.becomes("each panel faces its player", ANGLES, {"bottom": "none", "top": "180deg"})
    for name, angle in {"Ana": "none", "Bea": "180deg"}.items():
        guest.press(f"{name}: enter the hand")
        guest.sees("Done")
        guest.becomes(f"{name}’s pad is turned", TURNED, angle)
        guest.becomes("no keys are told of", HELPED, "none")
        guest.tile("6-6") if name == "Bea" else guest.press("Ana went out")
        guest.press("Done")
        if name == "Ana":
            guest.becomes("a hand is marked", MARKED, 1)
    guest.sees("Ana went out and wins the round.")
    guest.becomes("it can be touched", SETTLED, "auto")
    guest.press("Record round")
    guest.sees("Change seats")


@pytest.mark.webkit
def test_hands_are_entered_at_the_sides_too(guest, visitor):
    guest.open(visitor.start(*FOUR).address)
    guest.press("Menu")
    guest.press("Turn to the players")
    for name, tile, angle in (("Bea", "0-0", "90deg"), ("Dani", "6-6", "270deg")):
        guest.press(f"{name}: enter the hand")
        guest.sees("Done")
        guest.becomes(f"{name}’s pad is turned", TURNED, angle)
        guest.tile(tile)
        guest.waits_for(f"{name}, {2 * int(tile[0])} pips, 1 tile")
        guest.press("Done")
        guest.sees("Change seats")


def test_a_page_that_is_open_shows_what_is_recorded_elsewhere(guest, visitor):
    table = visitor.start("Ana", "Bea")
    guest.driver.resize(500, 800)
    guest.open(table.address)
    guest.driver.evaluate(UNLOADED)
    visitor.play(table, "", "6-6")
    guest.sees("Ana went out", "88 to go", within=AT_ONCE)
    visitor.send(visitor.open(f"{table.address}/undo"))
    guest.sees("taken back", "Ana 12 → 0", within=AT_ONCE)
    assert guest.driver.evaluate(STILL_THERE)

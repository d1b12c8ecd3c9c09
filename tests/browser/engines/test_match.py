"""A match from its names to its winner, by touch, in every engine."""

from tests.browser.engines.guest import Guest
from tests.web.visitor import Visitor

HEAVY = "6-6 5-6 4-6 3-6 5-5 4-5 4-4"


def start(guest: Guest, *names: str) -> None:
    """Start a match from the home page."""
    guest.open("/")
    guest.press("Start the first match")
    for number, name in enumerate(names, 1):
        guest.fill(f"Seat {number}", name)
    guest.press("Start match")
    guest.sees("first to 100 · round 1")


def play(guest: Guest, number: int, **hands: str) -> None:
    """Play a round from the table to its result."""
    guest.press(f"Enter round {number}")
    for name, tiles in hands.items():
        guest.hold(name, tiles)
    guest.press("Record round")


def test_three_rounds_lead_from_two_names_to_the_winner(guest: Guest) -> None:
    start(guest, "Ana", "Bea")
    play(guest, 1, Ana="", Bea=HEAVY)
    guest.sees("Ana went out and wins the round.", "+69 points")
    guest.press("Back to the table")
    guest.sees("31 to go")
    play(guest, 2, Ana="1-2 2-4 3-5", Bea="5-5 3-4")
    guest.sees("Blocked: 17 · 17. Ana wins on the lightest tile.")
    guest.press("Back to the table")
    play(guest, 3, Ana="", Bea="6-6 5-6 4-6")
    guest.sees("Ana wins!", "102 to 0 after 3 rounds")
    guest.press("Rematch")
    guest.sees("first to 100 · round 1")


def test_a_round_is_amended_and_that_is_undone(guest: Guest, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "6-6")
    visitor.play(table, "5-5", "")
    guest.open(table.address)
    guest.press_starting("Round 1")
    guest.press("Amend")
    guest.press_starting("Bea, ", "button")
    guest.tile("4-6")
    guest.sees("Ana 22 instead of 12.")
    guest.press("Save changes")
    guest.sees("+22 points")
    guest.press("Back to the table")
    guest.press("Undo")
    guest.sees("Undo the change of round 1?")
    guest.press("Undo it")
    guest.sees("12 points 88 to go")

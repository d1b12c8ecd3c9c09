"""A match from its names to its winner, by touch, in every engine."""

import pytest

HEAVY = "6-6 5-6 4-6 3-6 5-5 4-5 4-4"


def start(guest, *names):
    """Start a match from the home page."""
    guest.open("/")
    guest.press("Start the first match")
    for number, name in enumerate(names, 1):
        guest.fill(f"Seat {number}", name)
    guest.press("Start match")
    guest.sees("first to 100", "Enter round 1")


def play(guest, number, **hands):
    """Play a round from the table until it comes back."""
    guest.press(f"Enter round {number}")
    for name, tiles in hands.items():
        guest.hold(name, tiles)
    guest.press("Record round")


def test_three_rounds_lead_from_two_names_to_the_winner(guest):
    start(guest, "Ana", "Bea")
    play(guest, 1, Ana="", Bea=HEAVY)
    guest.sees("Ana went out", "+69", "31 to go")
    play(guest, 2, Ana="1-2 2-4 3-5", Bea="5-5 3-4")
    guest.sees("Ana wins on the lightest tile.")
    play(guest, 3, Ana="", Bea="6-6 5-6 4-6")
    guest.sees("Ana wins!", "Went out in round 3: 69 + 33 = 102")
    guest.press("Rematch")
    guest.sees("first to 100", "Enter round 1")


@pytest.mark.webkit
def test_a_round_is_amended_and_that_is_undone(guest, visitor):
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "6-6")
    visitor.play(table, "5-5", "")
    guest.open(table.address)
    guest.press_starting("Round 1")
    guest.press("Edit")
    guest.press_starting("Bea, ", "button")
    guest.tile("4-6")
    guest.sees("Ana 22 instead of 12.")
    guest.press("Save changes")
    guest.sees("Round 1 edited", "Ana 12 → 22")
    guest.press("Undo")
    guest.sees("Undone: the change of round 1", "Ana 22 → 12", "88 to go")

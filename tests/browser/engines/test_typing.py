"""A match with scripts switched off, in every engine: everything is typed."""

from tests.browser.engines.guest import Guest


def test_a_match_is_typed_without_scripts(typist: Guest) -> None:
    typist.open("/")
    typist.press("Start the first match")
    typist.fill("Seat 1", "Ana")
    typist.fill("Seat 2", "Bea")
    typist.press("Start match")
    typist.press("Enter round 1")
    typist.sees("Type the tiles left in each hand as 3-5 or 35, with spaces between, and tick")
    typist.fill("Ana: Tiles left", "71")
    typist.fill("Bea: Tiles left", "66 65")
    typist.press("Record round")
    typist.sees("Please check this", "1-7 in Ana’s hand is not in the box")
    typist.fill("Ana: Tiles left", "1-2 24 3|5")
    typist.press("Check first")
    typist.sees("Blocked: 17 · 23. Ana wins.")
    assert typist.value("Bea: Tiles left") == "66 65"
    typist.press("Record round")
    typist.press("Why?")
    typist.sees("23 (opponents) − 17 (own hand) = 6 points.")
    # Pips are counted where nobody wants to type tiles.
    typist.press("Close")
    typist.press("Enter round 2")
    typist.fill("Ana: Tiles left", "1-2 24 3|5")
    typist.press("Count pips instead")
    typist.waits_for("Ana: Pips left")
    assert typist.value("Ana: Pips left") == "17"
    typist.fill("Bea: Pips left", "17")
    typist.press("Record round")
    typist.sees("It is a tie. Enter the lightest tile in Ana’s hand and in Bea’s hand.")
    typist.fill("Ana: Lightest tile", "1-2")
    typist.fill("Bea: Lightest tile", "3-4")
    typist.press("Record round")
    typist.sees("Blocked: 17 · 17. Ana wins on the lightest tile.")
    typist.press("Undo")
    typist.sees("taken back")

"""A match with scripts switched off, in every engine: everything is typed."""

import pytest

from tests.browser.engines.guest import Guest


@pytest.mark.webkit
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

"""The pages of figures with matches of a club: all of it can be read where words are long."""

from datetime import timedelta

import pytest

from scorekeeper.scorebook.figures.writing import make_anew
from tests.browser.measuring import parted
from tests.browser.pages import LONG
from tests.browser.scorer import SCREENS
from tests.scorebook.stored import store_club
from tests.unit.figures.club import PEOPLE, year

# Who plays most, some with names as long as names are, and one from right to left.
NAMES = ["Katalin", *("Maximilian", "Bartholome", "O’Connor", LONG[0], "שרה לוי")]
CLUB = [NAMES[number % 6] + (f" {number}" if number > 5 else "") for number in range(PEOPLE)]
# Those with the longest words.
LANGUAGES = ("es", "fr", "hu", "pt")
MATCHES, PLAYER = 60, 13
# Short words, and points with the end of the name before them, that stay in one line.
SHORT_WORDS = r"(?<![^\s-])[^\s-]{2,10}(?=[\s-]|$)"
POINTS = r"[^\s·]\s[0-9]+(?=\s·|$)"
# Columns that are out of sight, and scores that leave a part of a narrow line empty.
CUT = """() => [...document.querySelectorAll(".list, .box")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((each) => `${each.className} is ${each.scrollWidth} of ${each.clientWidth} wide`)
  .concat([...document.querySelectorAll(".matches .score")]
    .filter((each) => innerWidth <= 600 && each.clientWidth < 0.9 * each.parentElement.clientWidth)
    .map((each) => `${each.textContent} has ${each.clientWidth} px`))"""


@pytest.fixture
def club(visitor):
    """Store matches of a club."""
    played = year(MATCHES)
    store_club(visitor.app, played, CLUB, timedelta())
    with visitor.app.app_context():
        make_anew()


@pytest.mark.usefixtures("club")
def test_no_column_is_out_of_sight_and_no_short_word_is_broken(scorer):
    faults = []
    scorer.open("/offline")
    for language in LANGUAGES:
        # The choice counts for all pages below where it is made.
        scorer.speak(language)
        for address in ("/players", "/season", f"/players/{PLAYER}"):
            scorer.open(address)
            for screen in scorer.on(*SCREENS):
                found = [*scorer.page.evaluate(CUT), *parted(scorer.page, "body", SHORT_WORDS)]
                place = f"{address}, {language}, {screen['width']} px"
                faults += [f"{place}: {fault}" for fault in found]
        scorer.open("/offline")
    # Only what can be seen is explained below the players.
    scorer.open("/players")
    form, marks = scorer.page.locator("th.form"), scorer.page.locator(".key .form")
    for screen in scorer.on(*SCREENS):
        if [each.is_visible() for each in marks.all()] != [form.is_visible()] * 2:
            faults.append(f"{screen['width']} px: not what is seen is explained")
    scorer.open(f"/players/{PLAYER}/matches")
    for screen in scorer.on(*SCREENS):
        found = parted(scorer.page, ".score", POINTS)
        faults += [f"{screen['width']} px: parted: {each}" for each in found]
    assert not faults, "\n".join(faults)

"""A scorebook that moves, by touch: what is in a file is seen at once, and written by one tap."""

import pytest
from playwright.sync_api import ViewportSize

from scorekeeper.i18n import LANGUAGES
from tests.browser.measuring import misfits, settle
from tests.browser.scorer import touch
from tests.web.visitor import FOUR

SIZES = ((1024, 672), (1180, 740), (768, 950), (390, 664), (360, 640), (412, 700))
TABLE = """Fecha	Pareja 1	Pareja 2	P1	P2
3/10/2025	Ana y Ciro	Bea y Dani	104	58
10/10/2025	Ana y Dani	Bea y Ciro	71	100
"""
WINDOWS = [ViewportSize(width=wide, height=high) for wide, high in SIZES]


@pytest.mark.parametrize(
    ("link", "field", "look", "write", "done"),
    [
        ("Download the scorebook", "#backup", "See what is in it", "Restore", "has 1 match"),
        # Of a single match the table is shown.
        (
            "Download matches",
            "#matches",
            "See what will be added",
            "Import 1 match",
            "Ana went out",
        ),
    ],
)
def test_a_file_is_downloaded_looked_at_and_written_by_touch_in_every_window(
    scorer, visitor, tmp_path, link, field, look, write, done
):
    page, file = scorer.page, tmp_path / "file"
    visitor.play(visitor.start(*FOUR), "", "66", "55", "44")
    scorer.open("/")
    scorer.press_in_menu("Backup and import")
    with page.expect_download() as downloaded:
        scorer.press(link)
    content = downloaded.value.path().read_bytes()
    # Matches of elsewhere have other keys.
    file.write_bytes(content.replace(b'"key": "', b'"key": "x'))
    page.set_input_files(field, file)
    scorer.press(look)
    scorer.sees("Nothing has been saved yet")
    faults, button = [], "main form button"
    for language in LANGUAGES:
        scorer.speak(language)
        for screen in scorer.on(*WINDOWS):
            found = misfits(page, screen, reached=button)
            faults += [f"{language}, {each}" for each in found]
    assert faults == []
    scorer.speak("en")
    scorer.press(write)
    scorer.sees(done)


def test_a_tap_beside_the_field_of_a_form_breaks_no_script(scorer, tmp_path):
    file = tmp_path / "table.csv"
    file.write_text(TABLE)
    scorer.open("/moving")
    # A form has its fields by their names, where all elements have functions.
    corner = scorer.page.evaluate("""() => {
      const { left, bottom } = document.querySelector("#matches").form.getBoundingClientRect();
      return [left + 2, bottom - 2];
    }""")
    touch(scorer.page, *corner)
    scorer.page.set_input_files("#matches", file)
    scorer.walks("See what will be added | Nothing has been saved yet")


def twice(scorer, words):
    """Tap a button twice in a hurry, wherever the second tap falls."""
    button = scorer.control(words)
    settle(scorer.page)
    box = button.bounding_box()
    for _times in range(2):
        scorer.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def matches_of(visitor):
    """Read the matches there are, as a spreadsheet."""
    return visitor.open("/matches.csv").answer.text.splitlines()[1:]


@pytest.mark.parametrize("window", [WINDOWS[0], WINDOWS[3]], ids=["tablet", "phone"])
def test_a_pasted_table_is_looked_at_and_imported_once_by_two_hurried_taps(scorer, visitor, window):
    scorer.page.set_viewport_size(window)
    scorer.open("/moving")
    scorer.unfold("Paste a table")
    scorer.page.get_by_label("Table").fill(TABLE)
    scorer.press("See what you pasted")
    scorer.sees("Nothing has been saved yet", "New players: Ana, Bea, Ciro, Dani")
    assert matches_of(visitor) == []
    twice(scorer, "Import 2 matches")
    scorer.sees("2 matches imported; 0 already here.")
    assert len(matches_of(visitor)) == 2


@pytest.mark.parametrize("window", [WINDOWS[0], WINDOWS[3]], ids=["tablet", "phone"])
def test_a_finished_match_is_entered_once_by_its_digits_and_two_hurried_taps(
    scorer, visitor, window
):
    visitor.start(*FOUR, partners="y", game="partnership")
    scorer.page.set_viewport_size(window)
    scorer.open("/matches/finished")
    fields = scorer.page.locator(".of-side input")
    for field, points in zip((0, 1), ("104", "40+18"), strict=True):
        fields.nth(field).tap()
        for digit in points:
            scorer.press(digit)
    scorer.sees("Ana & Ciro won")
    # The sum is seen whole.
    assert fields.nth(1).evaluate("field => field.scrollWidth <= field.clientWidth")
    twice(scorer, "Enter match")
    scorer.page.wait_for_url("**/matches/2")
    assert len(matches_of(visitor)) == 2

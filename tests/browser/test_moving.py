"""A scorebook that moves, by touch: what is in a file is seen at once, and written by one tap."""

import pytest
from playwright.sync_api import ViewportSize

from scorekeeper.i18n import LANGUAGES
from tests.browser.measuring import misfits
from tests.web.visitor import FOUR

SIZES = ((1024, 672), (1180, 740), (768, 950), (390, 664), (360, 640), (412, 700))
WINDOWS = [ViewportSize(width=wide, height=high) for wide, high in SIZES]


@pytest.mark.parametrize(
    ("link", "field", "look", "write", "done"),
    [
        ("Download the scorebook", "#backup", "See what is in it", "Restore", "1 match again"),
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

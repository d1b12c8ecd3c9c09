"""The pictures of the README and docs/, from a match played through the real pages.

Run it by hand, `python -m tests.browser.pictures`; it writes into docs/.
"""

import logging
import os
import tempfile
from pathlib import Path

from playwright.sync_api import ViewportSize, expect, sync_playwright

from scorekeeper import create_app
from scorekeeper.scorebook.database.db import upgrade
from tests.browser.finding import launch_options
from tests.browser.live import live
from tests.browser.measuring import flatten, settle
from tests.browser.pages import FOUR
from tests.browser.scorer import PHONE, TABLET, Scorer

DOCS = Path(__file__).parents[2] / "docs"
# A television, drawn at half its size to make a smaller file.
WALL = ViewportSize(width=960, height=540)
# Stops the confetti that falls for the winner where it is best seen, in milliseconds.
HOLD_STILL = """milliseconds => document.getAnimations().forEach((each) => {
  each.pause();
  each.currentTime = milliseconds;
})"""


def main():
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"INSTANCE": folder})
        upgrade(app)
        chromium = playwright.chromium
        with (
            live(app) as home,
            chromium.launch(**launch_options(os.environ, chromium.executable_path)) as browser,
        ):
            # In a dim room.
            device = {"base_url": home, "has_touch": True, "color_scheme": "dark"}
            pages = (browser.new_page(viewport=each, **device) for each in (TABLET, PHONE, WALL))
            play(*map(Scorer, pages))


def play(tablet, phone, wall):
    """Play a match of partners, and stop where there is something to see."""
    tablet.start(*FOUR, partners=True)
    tablet.play(1, Ana="", Bea="6-6 5-6", Ciro="1-1", Dani="4-6 3-6")
    tablet.play(2, Ana="6-6 5-6", Bea="", Ciro="4-5 0-4", Dani="2-2")
    tablet.play(3, Ana="6-6 0-4", Bea="4-4", Ciro="4-6", Dani="3-3")
    tablet.play(4, Ana="0-1", Bea="6-6", Ciro="", Dani="4-5")
    expect(tablet.page.locator(".score")).to_have_text(["63 points", "48 points"])
    save(tablet, "table")
    tablet.press_in_menu("Tablet in the middle")
    expect(tablet.page.locator(".panel[data-at]")).to_have_count(4)
    save(tablet, "turned")
    tablet.press("Normal view")
    wall.open(f"{tablet.page.url}/wall")
    save(wall, "wall")

    phone.open(tablet.page.url)
    tablet.walks("Enter round 5; Ana: 1-2 2-4 3-5; Ciro: 0-4; Dani: 1-3; Bea: 5-5 3-4")
    # What is entered on the tablet shows on the phone by itself.
    phone.page.locator(".go").tap()
    for device, name in ((tablet, "record"), (phone, "phone")):
        expect(device.live).to_contain_text("21 · 21. Ana and Ciro win on the lightest tile.")
        save(device, name)
    tablet.record()

    tablet.play(6, Ana="", Bea="6-6 5-6", Ciro="1-1", Dani="4-6 3-6")
    expect(tablet.heading).to_have_text("Ana & Ciro win!")
    tablet.page.evaluate(HOLD_STILL, 1900)
    save(tablet, "winner")


def save(scorer, name):
    # A gradient has noise in it, which would double the file.
    flatten(scorer.page)
    settle(scorer.page)
    scorer.page.screenshot(path=DOCS / f"{name}.png")


if __name__ == "__main__":
    main()

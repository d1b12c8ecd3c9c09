"""The table by touch: how high its digits are, what moves, what a round costs in taps and pages.

Run it by hand, `python -m tests.bench.touch`; it prints tables in Markdown.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from scorekeeper import create_app
from scorekeeper.scorebook.database.db import upgrade
from tests.browser.finding import launch_options
from tests.browser.live import live
from tests.browser.measuring import glyphs, places
from tests.browser.pages import FAR, FIVE_EACH, FOUR
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.visitor import Visitor

SIZES = (TABLET, UPRIGHT, PHONE, ViewportSize(width=1280, height=800))
COUNT = """addEventListener("click", ({ isTrusted }) => {
  if (isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = create_app({"INSTANCE": folder, "RATELIMIT_ENABLED": False, "STREAMS": 100})
        upgrade(app)
        options = launch_options(os.environ, playwright.chromium.executable_path)
        browser = playwright.chromium.launch(**options)
        with live(app) as home:
            print("| screen | four: two digits | three digits | the banner moves | taps | pages |")
            print("|---|---|---|---|---|---|")
            for screen in SIZES:
                print(row(app, browser, home, screen))
        browser.close()


def row(app: Flask, browser: Browser, home: str, screen: ViewportSize) -> str:
    """Measure one screen; heights are in CSS pixels."""
    visitor = Visitor(app)
    low, high = (heights(visitor, browser, home, screen, rounds) for rounds in (1, 3))
    with device(browser, home, screen) as scorer:
        shift, taps, pages = played_round(scorer, visitor)
    size = f"{screen['width']} × {screen['height']}"
    return f"| {size} | {low:.0f} px | {high:.0f} px | {shift} px | {taps} | {pages} |"


@contextmanager
def device(browser: Browser, home: str, screen: ViewportSize) -> Iterator[Scorer]:
    context = browser.new_context(
        base_url=home, viewport=screen, has_touch=True, service_workers="block"
    )
    context.add_init_script(COUNT)
    yield Scorer(context.new_page())
    context.close()


def heights(
    visitor: Visitor, browser: Browser, home: str, screen: ViewportSize, rounds: int
) -> float:
    """Measure the digits of four after some rounds that the first of them wins."""
    table = visitor.start(*FOUR, **FAR)
    for _ in range(rounds):
        visitor.play(table, "", *FIVE_EACH[1:])
    with device(browser, home, screen) as scorer:
        scorer.open(table.address)
        return min(each["height"] for each in glyphs(scorer.page.locator(".sides .digits")))


def played_round(scorer: Scorer, visitor: Visitor) -> tuple[int, int, int]:
    """Play a round with 15 tiles in four hands: the pixels that moved, the taps, the pages."""
    page = scorer.page
    scorer.open(visitor.start(*FOUR, **FAR).address)
    before, opened = places(page), navigations(page)
    scorer.press("Enter round 1")
    for place, hand in enumerate(FIVE_EACH):
        if place:
            scorer.tap(hand)
        else:
            scorer.press("Ana went out")
    scorer.record()
    taps = int(page.evaluate("Number(sessionStorage.taps)"))
    after = places(page)
    # The buttons of the banner come with the first round.
    moved = [
        abs(was - now)
        for part, place in before.items()
        if part != ".buttons 0"
        for was, now in zip(place, after[part], strict=True)
    ]
    return max(moved), taps, len(opened) - 1


def navigations(page: Page) -> list[str]:
    """Return a list to which every page is added that is opened from now on."""
    opened: list[str] = []
    page.on("framenavigated", lambda frame: opened.append(frame.url))
    return opened


if __name__ == "__main__":
    main()

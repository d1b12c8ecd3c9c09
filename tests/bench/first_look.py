"""How soon a page is there over a slow connection, on a slow device.

Run it by hand, `python -m tests.bench.first_look`; it prints a table in Markdown, medians of
visits in turn. A connection has 1.6 Mbit/s, every answer takes 150 ms longer, and the device is
four times slower than this machine, as Lighthouse has it for phones. Seen is when the first text or
picture is drawn; ready is when every script has run that the page needs to be tapped.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from scorekeeper import create_app
from scorekeeper.scorebook.database.db import upgrade
from tests.bench.pages import played_match
from tests.browser.finding import NoBrowser, launch_options
from tests.browser.scorer import TABLET
from tests.support.running_server import RUN, scorekeeper, serving

TIMES, ROUNDS = 7, 12
VISITS = ("first visit", "seen before")
SLOWER = 4
# Milliseconds, and bytes a second.
CONNECTION = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
TIMINGS = """async () => {
  const paint = await new Promise((resolve) => {
    const look = (list) => list.getEntriesByName("first-contentful-paint").forEach(resolve);
    new PerformanceObserver(look).observe({ type: "paint", buffered: true });
  });
  const [page] = performance.getEntriesByType("navigation");
  const sent = performance.getEntriesByType("resource").filter(({ transferSize }) => transferSize);
  const bytes = [page, ...sent].reduce((sum, { transferSize }) => sum + transferSize, 0);
  return [paint.startTime, page.domContentLoadedEventEnd, sent.length + 1, bytes / 1000];
}"""


class Look(NamedTuple):
    """One visit: milliseconds until a page is seen and is ready, requests, and kilobytes."""

    seen: float
    ready: float
    requests: float
    kilobytes: float


def main() -> None:
    with sync_playwright() as playwright:
        try:
            options = launch_options(os.environ, playwright.chromium.executable_path)
        except NoBrowser as error:
            print(error)
            return
        browser = playwright.chromium.launch(**options)
        with served() as (home, match):
            measure(browser, home, match)
        browser.close()


def measure(browser: Browser, home: str, match: str) -> None:
    pages = {"table page": home + match, "record page": f"{home}{match}/rounds/new"}
    print("| page over a slow connection | seen, ms | ready, ms | requests | kB |")
    print("|---|---|---|---|---|")
    for name, found in looks(browser, pages).items():
        for which, those in zip(VISITS, zip(*found, strict=True), strict=True):
            print(row(f"{name}, {which}", those))


def row(name: str, looks: Iterable[Look]) -> str:
    seen, ready, requests, kilobytes = (median(each) for each in zip(*looks, strict=True))
    return f"| {name} | {seen:.0f} | {ready:.0f} | {requests:.0f} | {kilobytes:.1f} |"


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """Serve a scorebook with one match; give where, and the path of its table."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder})
        upgrade(app)
        match = f"matches/{played_match(app, ROUNDS)}"
        environment = {"SCOREKEEPER_INSTANCE": folder}
        with serving(*scorekeeper(*RUN), environment=environment) as server:
            yield server.url, match


def looks(browser: Browser, pages: dict[str, str]) -> dict[str, list[tuple[Look, Look]]]:
    """Visit each page in turn, each time on a new device: first, and again."""
    found: dict[str, list[tuple[Look, Look]]] = {name: [] for name in pages}
    for turn in range(TIMES + 1):
        for name, address in pages.items():
            with new_device(browser) as context:
                both = look(context, address), look(context, address)
            # The first only warm the server up.
            if turn:
                found[name].append(both)
    return found


@contextmanager
def new_device(browser: Browser) -> Iterator[BrowserContext]:
    # A service worker would load all other files meanwhile, at full speed.
    context = browser.new_context(viewport=TABLET, has_touch=True, service_workers="block")
    yield context
    context.close()


def look(context: BrowserContext, address: str) -> Look:
    """Open a page, slowly."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", CONNECTION)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    found = Look(*page.evaluate(TIMINGS))
    page.close()
    return found


if __name__ == "__main__":
    main()

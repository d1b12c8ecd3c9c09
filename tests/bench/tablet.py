"""A round on a slow tablet, by the clock of its browser: what a finger waits for.

Run it by hand, `python -m tests.bench.tablet`; it prints a table in Markdown. The tablet is four
times slower than this machine; its connection has 400 kbit/s, and every answer takes 20 ms longer.
A match of 12 rounds goes on: each round is opened from the table, three hands of five tiles are
tapped, and the round is recorded.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.bench.first_look import TIMINGS, new_device, served
from tests.browser.finding import NoBrowser, launch_options
from tests.browser.pages import FIVE_EACH

ROUNDS, VISITS = 6, 5
SLOWER = 4
CONNECTION = {
    "offline": False,
    "latency": 20,
    "downloadThroughput": 400_000 / 8,
    "uploadThroughput": 400_000 / 8,
}
# A finger that looks at what it does, and so waits for the sentence as well.
PAUSE_MS = 700
# Milliseconds of this device from a touch to what came of it, by what it is; a page may be gone by
# then, so they are kept beside it. Tapped is drawn when the frame after it was.
CLOCK = """(() => {
  const now = (at) => performance.timeOrigin + at;
  const add = (name, ms) => {
    const found = JSON.parse(sessionStorage.found ?? "{}");
    (found[name] ??= []).push(ms);
    sessionStorage.found = JSON.stringify(found);
  };
  const drawn = (act) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act(now(performance.now()));
    port2.postMessage(null);
  });
  let touched;
  let asked;
  addEventListener("touchstart", ({ timeStamp }) => (touched = now(timeStamp)), true);
  addEventListener("click", ({ target }) => {
    const begun = touched;
    if (target.closest(".tile")) {
      drawn((at) => add("tile", at - begun));
      asked = begun;
    }
    if (target.closest("#send")) sessionStorage.recorded = begun;
  }, true);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (touched && now(startTime) > touched - 50) add("long", duration);
  }).observe({ type: "longtask" });
  new MutationObserver(() => {
    const live = document.getElementById("live");
    if (asked && live?.ariaBusy === "false" && !live.querySelector(".fault")) {
      const begun = asked;
      asked = undefined;
      drawn((at) => add("sentence", at - begun));
    }
    if (sessionStorage.recorded && document.querySelector(".sides .digits")) {
      const begun = Number(sessionStorage.recorded);
      delete sessionStorage.recorded;
      drawn((at) => add("score", at - begun));
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
})()"""


def main() -> None:
    with sync_playwright() as playwright:
        try:
            options = launch_options(os.environ, playwright.chromium.executable_path)
        except NoBrowser as error:
            print(error)
            return
        browser = playwright.chromium.launch(**options)
        with served() as (home, match):
            found = rounds(browser, home + match)
            visits = [visit(browser, f"{home}{match}/rounds/new") for _ in range(VISITS)]
        browser.close()
    print("| slow tablet | median | 9 of 10 | most |")
    print("|---|---|---|---|")
    print(row("tap to tile drawn, ms", found["tile"]))
    print(row("long tasks after a tap, ms", found.get("long", [0])))
    print(row("tap to the sentence of what it comes to, ms", found["sentence"]))
    print(row("*Record* to the new score, ms", found["score"]))
    seen, _, _, kilobytes = zip(*visits, strict=True)
    print(row("record page, first visit, ms", list(seen)))
    print(row("the same, kB", list(kilobytes)))


def row(name: str, found: list[float]) -> str:
    tenth = quantiles(found, n=10)[-1] if len(found) > 1 else found[0]
    return f"| {name} | {median(found):.0f} | {min(tenth, max(found)):.0f} | {max(found):.0f} |"


@contextmanager
def slow_page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", CONNECTION)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield page
    page.close()


def visit(browser: Browser, address: str) -> list[float]:
    """Open a page on a device that has nothing of it."""
    with new_device(browser) as context, slow_page(context) as page:
        page.goto(address)
        return list(page.evaluate(TIMINGS))


def rounds(browser: Browser, table: str) -> dict[str, list[float]]:
    """Play rounds on a device that knows the pages; return what it waited for, by what it was."""
    with new_device(browser) as context:
        context.add_init_script(CLOCK)
        with slow_page(context) as page:
            page.goto(table)
            for each in range(ROUNDS + 1):
                if each == 1:
                    # The first only warms the server and the device up.
                    page.evaluate("sessionStorage.removeItem('found')")
                play(page)
            return dict(page.evaluate("JSON.parse(sessionStorage.found)"))


def play(page: Page) -> None:
    tap(page, ".go")
    page.locator("#went-out").wait_for()
    tap(page, "#went-out")
    for tile in " ".join(FIVE_EACH[1:]).split():
        tap(page, f'[data-tile="{tile}"]')
    tap(page, "#send")
    expect(page.locator(".sides .digits").first).to_be_visible()


def tap(page: Page, what: str) -> None:
    """Tap as a finger does, and ask the page for nothing meanwhile: that is work for the tablet."""
    box = page.locator(what).bounding_box()
    assert box
    page.wait_for_timeout(PAUSE_MS)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(PAUSE_MS)


if __name__ == "__main__":
    main()

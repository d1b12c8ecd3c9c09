"""What Safari does otherwise, on a browser that is told to do it; docs/browsers.md lists it all."""

import pytest
from playwright.sync_api import expect

from tests.browser.scorer import Scorer
from tests.web.visitor import Visitor

NO_FULL_SCREEN = """(() => {
  for (const name of ["fullscreenEnabled", "webkitFullscreenEnabled"])
    Object.defineProperty(Document.prototype, name, { value: undefined });
})()"""
# Safari lets nothing sound before the page is touched.
SILENT = """(() => {
  globalThis.resumed = 0;
  const state = { get: () => resumed ? "running" : "suspended" };
  Object.defineProperty(AudioContext.prototype, "state", state);
  AudioContext.prototype.resume = async () => { resumed += 1; };
})()"""
IN_SAFARI = "Object.defineProperty(navigator, 'standalone', { value: false })"
INSTALLED = "Object.defineProperty(navigator, 'standalone', { value: true })"
LONG_TOUCH = """() => [...document.querySelectorAll("button, summary, .btn")]
  .filter((each) => getComputedStyle(each).userSelect !== "none").length"""


def test_where_the_screen_cannot_be_filled_there_is_no_button_for_it(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.page.add_init_script(NO_FULL_SCREEN)
    scorer.open(visitor.start("Ana", "Bea").address)
    scorer.sees("Enter round 1")
    scorer.page.locator(".menu summary").tap()
    lines = scorer.page.locator(".menu .lines")
    expect(lines.get_by_text("Turn to the players")).to_be_visible()
    expect(lines.get_by_text("Full screen")).to_be_hidden()
    lines.get_by_text("Turn to the players").tap()
    expect(scorer.control("Full screen")).to_be_hidden()


def test_what_is_silent_until_a_touch_sounds_with_it(scorer: Scorer, visitor: Visitor) -> None:
    scorer.page.add_init_script(SILENT)
    scorer.page.add_init_script("localStorage.sounds = 'on'")
    scorer.open(visitor.start("Ana", "Bea").address)
    scorer.play(1, Ana="", Bea="6-6")
    scorer.sees("Ana went out")
    assert scorer.page.evaluate("resumed") == 0
    scorer.heading.tap()
    scorer.becomes("resumed === 1")


@pytest.mark.parametrize(("script", "shown"), [(IN_SAFARI, True), (INSTALLED, False), ("", False)])
def test_safari_is_told_how_to_put_it_on_the_home_screen(
    scorer: Scorer, script: str, shown: bool
) -> None:
    scorer.page.add_init_script(script)
    scorer.open("/device")
    scorer.sees("Keep the screen on")
    expect(scorer.page.get_by_role("heading", name="On the home screen")).to_be_visible(
        visible=shown
    )


def test_two_quick_taps_do_not_zoom_and_a_long_one_selects_nothing(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    expect(scorer.page.locator("html")).to_have_css("touch-action", "manipulation")
    assert scorer.page.evaluate(LONG_TOUCH) == 0


def test_pages_stay_out_of_the_corners_that_a_screen_rounds_off(scorer: Scorer) -> None:
    scorer.open("/")
    # Asked to cover the screen, Safari would put them under its camera and its home indicator.
    content = scorer.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "viewport-fit" not in content

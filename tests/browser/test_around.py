"""What a tablet on a game table does: it stays on, fills the screen, sounds, is light or dark."""

from playwright.sync_api import BrowserContext, expect

from tests.browser.measuring import misfits
from tests.browser.scorer import Scorer
from tests.browser.test_every_page import COLOURS, SIZES, violations
from tests.web.visitor import HEAVY, Visitor

# Stands in for the lock, as there may be no screen to keep on: `locks` tells how many are held.
WAKE_LOCK = """(() => {
  globalThis.locks = 0;
  const request = async () => {
    locks += 1;
    const lock = new EventTarget();
    lock.released = false;
    lock.release = async () => {
      if (!lock.released) locks -= 1;
      lock.released = true;
    };
    // As a browser does when the page is no longer looked at.
    globalThis.switchOff = lock.release;
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
})()"""
SHOWN_AGAIN = """() => {
  switchOff();
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# Notes down what is sounded, by its frequency.
LISTEN = """(() => {
  globalThis.heard = JSON.parse(sessionStorage.heard ?? "[]");
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...times) {
    heard.push(this.frequency.value);
    sessionStorage.heard = JSON.stringify(heard);
    return start.apply(this, times);
  };
})()"""


def heard(scorer: Scorer) -> list[float]:
    return list(scorer.page.evaluate("JSON.parse(sessionStorage.heard ?? '[]')"))


def background(scorer: Scorer) -> str:
    return str(scorer.page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_the_screen_stays_on_and_is_kept_on_when_the_page_comes_back(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.page.add_init_script(WAKE_LOCK)
    table = visitor.start("Ana", "Bea")
    for place in ("", "/wall", "/rounds/new"):
        scorer.open(f"{table.address}{place}")
        scorer.becomes("locks === 1")
        scorer.page.evaluate(SHOWN_AGAIN)
        scorer.becomes("locks === 1")


def test_the_screen_may_go_off_when_the_match_is_over(scorer: Scorer, visitor: Visitor) -> None:
    scorer.page.add_init_script(WAKE_LOCK)
    table = visitor.start("Ana", "Bea", goal="50")
    scorer.open(table.address)
    scorer.becomes("locks === 1")
    visitor.play(table, "", HEAVY)
    scorer.becomes("locks === 0")
    scorer.page.reload()
    scorer.sees("Ana wins")
    assert scorer.page.evaluate("locks") == 0


def test_the_page_about_the_device_says_how_to_keep_a_screen_on(scorer: Scorer) -> None:
    scorer.page.add_init_script(WAKE_LOCK)
    scorer.open("/device")
    scorer.sees("The screen stays on by itself during a match.")
    scorer.page.add_init_script(
        "Object.defineProperty(globalThis, 'isSecureContext', {value: false})"
    )
    scorer.page.reload()
    scorer.sees("This page cannot keep the screen on", "Auto-Lock, Never")
    scorer.misses("stays on by itself")


def test_full_screen_is_one_tap(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(visitor.start("Ana", "Bea").address)
    scorer.press_in_menu("Full screen")
    scorer.becomes("document.fullscreenElement === document.documentElement")
    scorer.press_in_menu("Turn to the players")
    expect(scorer.page.locator(".menu")).to_be_hidden()
    scorer.press("Full screen")
    scorer.becomes("document.fullscreenElement === null")


def test_tiles_rounds_and_matches_have_their_sounds_once_they_are_switched_on(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.page.add_init_script(LISTEN)
    table = visitor.start("Ana", "Bea", goal="100")
    scorer.open(table.address)
    scorer.misses("Sounds")
    scorer.play(1, Ana="", Bea="6-6 5-6 4-6 3-6")
    scorer.sees("Ana went out")
    assert heard(scorer) == []
    scorer.open("/device")
    scorer.page.get_by_label("A click for each tile").check()
    # So that one hears what was switched on.
    assert heard(scorer) == [1800]
    scorer.open(table.address)
    scorer.play(2, Ana="", Bea="6-6")
    scorer.becomes("heard.length === 5")
    assert heard(scorer)[1:] == [1800, 523, 659, 784]
    scorer.page.reload()
    scorer.sees("Ana went out")
    assert len(heard(scorer)) == 5
    scorer.play(3, Ana="", Bea="6-6 5-6 5-5 4-6 3-6")
    scorer.becomes("heard.length === 16")
    assert heard(scorer)[10:] == [523, 659, 784, 1047, 784, 1047]


def test_a_theme_is_chosen_for_the_device_and_drawn_at_once_on_every_open_page(
    scorer: Scorer, visitor: Visitor, context: BrowserContext
) -> None:
    table = visitor.start("Ana", "Bea")
    page = scorer.page
    other = Scorer(context.new_page())
    other.page.emulate_media(color_scheme="light")
    other.open(table.address)
    page.emulate_media(color_scheme="light")
    scorer.open("/device")
    light = background(scorer)
    scorer.choose("Dark")
    dark = background(scorer)
    assert dark != light
    other.becomes(f"getComputedStyle(document.body).backgroundColor === '{dark}'")
    scorer.open(table.address)
    assert background(scorer) == dark
    assert page.evaluate(
        "matchMedia(document.querySelector('meta[name=theme-color]').media).matches"
    )
    page.emulate_media(color_scheme="dark")
    scorer.open("/device")
    expect(page.get_by_label("Dark")).to_be_checked()
    scorer.choose("Light")
    assert background(scorer) == light
    scorer.choose("Same as device")
    assert background(scorer) == dark


def test_more_contrast_and_forced_colours_leave_nothing_unseen(
    scorer: Scorer, visitor: Visitor
) -> None:
    table = visitor.start("Ana", "Bea")
    for place in ("", "/wall", "/rounds/new"):
        scorer.page.emulate_media(reduced_motion="reduce", contrast="more", forced_colors="none")
        scorer.open(f"{table.address}{place}")
        # As on every page: all of it in daylight, and the colours in the dark too.
        assert [*misfits(scorer.page, *SIZES), *violations(scorer.page, "light")] == []
        assert [*violations(scorer.page, "dark", rules=COLOURS)] == []
        scorer.page.emulate_media(forced_colors="active")
        assert misfits(scorer.page, *SIZES) == []
    # Which hand is entered is told by a line, as colours are the reader's own.
    expect(scorer.page.locator(".seat.on")).to_have_css("outline-style", "solid")

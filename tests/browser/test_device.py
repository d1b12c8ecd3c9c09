"""What a tablet on a game table does: it stays on, fills the screen, sounds, is light or dark.

What Safari does otherwise is tried with a browser told to do it; docs/browsers.md lists it all.
"""

from playwright.sync_api import expect

from tests.browser.measuring import misfits
from tests.browser.pages import played
from tests.browser.scorer import PHONE, SIZES, TABLET, UPRIGHT, Scorer
from tests.support.accessibility import COLOURS, violations
from tests.web.visitor import HEAVY

# Stands in for the lock, as there may be no screen to keep on: `locks` tells how many are held.
WAKE_LOCK = """(() => {
  globalThis.locks = 0;
  const request = async () => {
    locks += 1;
    const lock = Object.assign(new EventTarget(), { released: false });
    // As a browser does too when the page is no longer looked at.
    globalThis.switchOff = lock.release = async () => {
      if (!lock.released) locks -= 1;
      lock.released = true;
    };
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
})()"""
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
# Safari lets nothing sound before the page is touched.
SILENT = """(() => {
  globalThis.resumed = 0;
  const state = { get: () => resumed ? "running" : "suspended" };
  Object.defineProperty(AudioContext.prototype, "state", state);
  AudioContext.prototype.resume = async () => { resumed += 1; };
})()"""
NO_FULL_SCREEN = """(() => {
  for (const name of ["fullscreenEnabled", "webkitFullscreenEnabled"])
    Object.defineProperty(Document.prototype, name, { value: undefined });
})()"""
LONG_TOUCH = """() => [...document.querySelectorAll("button, summary, .btn")]
  .filter((each) => getComputedStyle(each).userSelect !== "none").length"""


def heard(scorer):
    return list(scorer.page.evaluate("JSON.parse(sessionStorage.heard ?? '[]')"))


def style(scorer, name):
    return str(scorer.page.evaluate("name => getComputedStyle(document.body)[name]", name))


def test_the_screen_stays_on_and_is_kept_on_when_the_page_comes_back(scorer, visitor):
    scorer.page.add_init_script(WAKE_LOCK)
    table = visitor.start("Ana", "Bea", goal="50")
    for place in ("/wall", "/rounds/new", ""):
        scorer.open(f"{table.address}{place}")
        scorer.becomes("locks === 1")
        scorer.page.evaluate("switchOff()")
        scorer.look_again()
        scorer.becomes("locks === 1")
    # It may go off when the match is over.
    visitor.play(table, "", HEAVY)
    scorer.becomes("locks === 0")
    scorer.page.reload()
    scorer.sees("Ana wins")
    assert scorer.page.evaluate("locks") == 0


def test_the_page_about_the_device_says_what_safari_needs_help_for(scorer):
    to_home_screen = scorer.page.get_by_role("heading", name="On the home screen")
    scorer.page.add_init_script(WAKE_LOCK)
    scorer.open("/device")
    scorer.sees("The screen stays on by itself during a match.")
    expect(to_home_screen).to_be_hidden()
    value = "{ value: false, configurable: true }"
    scorer.page.add_init_script(f"Object.defineProperty(globalThis, 'isSecureContext', {value})")
    for standalone in ("false", "true"):
        scorer.page.add_init_script(f"navigator.standalone = {standalone}")
        scorer.page.reload()
        scorer.walks("| This page cannot keep the screen on / Auto-Lock, Never / not stays on")
        expect(to_home_screen).to_be_visible(visible=standalone == "false")


def test_icons_have_the_sizes_the_manifest_says(scorer):
    scorer.open("/")
    addresses = [
        scorer.page.locator(f"link[rel={kind}]").get_attribute("href") or ""
        for kind in ("manifest", "apple-touch-icon")
    ]
    manifest, apple = map(scorer.page.request.get, addresses)
    icons = {(each["purpose"], each["src"], each["sizes"]) for each in manifest.json()["icons"]}
    listed = {("any", "192x192"), ("any", "512x512"), ("maskable", "512x512")}
    assert {(purpose, size) for purpose, _, size in icons} == listed
    for _, address, size in (*icons, ("", apple.url, "180x180")):
        picture = scorer.page.request.get(address).body()
        # Width and height follow after the name of the first part of a PNG.
        assert picture[16:24] == b"".join(int(each).to_bytes(4) for each in size.split("x"))


def test_full_screen_is_one_tap_and_is_not_offered_where_there_is_none(scorer, visitor):
    address = visitor.start("Ana", "Bea").address
    scorer.open(address)
    scorer.press_in_menu("Full screen")
    scorer.becomes("document.fullscreenElement === document.documentElement")
    scorer.press_in_menu("Tablet in the middle")
    scorer.press("Full screen")
    scorer.becomes("document.fullscreenElement === null")
    scorer.page.add_init_script(NO_FULL_SCREEN)
    scorer.page.reload()
    expect(scorer.control("Full screen")).to_be_hidden()
    scorer.press("Normal view")
    scorer.page.locator(".menu summary").tap()
    expect(scorer.page.locator(".menu .lines").get_by_text("Full screen")).to_be_hidden()


def test_tiles_rounds_and_matches_have_their_sounds_once_they_are_switched_on(scorer, visitor):
    scorer.page.add_init_script(LISTEN)
    table = visitor.start("Ana", "Bea", goal="50")
    scorer.open(f"{table.address}/rounds/new")
    scorer.misses("Sounds")
    scorer.tap("5-5 6-6")
    assert heard(scorer) == []
    scorer.open("/device")
    scorer.page.get_by_label("A click for each tile").check()
    # So that one hears what was switched on.
    assert heard(scorer) == [1800]
    scorer.open(table.address)
    scorer.page.locator(".go").tap()
    scorer.tap("5-5")
    scorer.hold("Bea", "")
    scorer.record()
    scorer.becomes("heard.length === 5")
    assert heard(scorer)[1:] == [1800, 523, 659, 784]
    scorer.page.reload()
    scorer.sees("Bea went out")
    assert len(heard(scorer)) == 5
    scorer.play(2, Ana="6-6 5-6 5-5 4-6", Bea="")
    scorer.becomes("heard.length === 15")
    assert heard(scorer)[9:] == [523, 659, 784, 1047, 784, 1047]


def test_what_is_silent_until_a_touch_sounds_with_it(scorer, visitor):
    for script in (SILENT, "localStorage.sounds = 'on'"):
        scorer.page.add_init_script(script)
    table = visitor.start("Ana", "Bea", goal="50")
    scorer.open(table.address)
    visitor.play(table, "", HEAVY)
    scorer.sees("Ana wins!")
    assert scorer.page.evaluate("resumed") == 0
    scorer.press("Close")
    scorer.becomes("resumed === 1")


def test_a_theme_is_drawn_at_once_on_every_open_page(scorer, visitor, context):
    table = visitor.start("Ana", "Bea")
    page = scorer.page
    other = Scorer(context.new_page())
    for each, address in ((other, table.address), (scorer, "/device")):
        each.page.emulate_media(color_scheme="light")
        each.open(address)
    light = style(scorer, "backgroundColor")
    scorer.choose("Dark")
    dark = style(scorer, "backgroundColor")
    assert dark != light
    other.becomes(f"getComputedStyle(document.body).backgroundColor === '{dark}'")
    scorer.open(table.address)
    assert style(scorer, "backgroundColor") == dark
    bars = "matchMedia(document.querySelector('meta[name=theme-color]').media).matches"
    assert page.evaluate(bars)
    page.emulate_media(color_scheme="dark")
    scorer.open("/device")
    expect(page.get_by_label("Dark")).to_be_checked()
    for choice, colour in (("Light", light), ("Same as device", dark)):
        scorer.choose(choice)
        assert style(scorer, "backgroundColor") == colour


def test_more_contrast_and_forced_colours_leave_nothing_unseen(scorer, visitor):
    table = visitor.start("Ana", "Bea")
    for place in ("", "/wall", "/rounds/new"):
        scorer.page.emulate_media(reduced_motion="reduce", contrast="more", forced_colors="none")
        scorer.open(f"{table.address}{place}")
        assert misfits(scorer.page, *SIZES) == []
        assert [*violations(scorer.page, "light", "dark", rules=COLOURS)] == []
        scorer.page.emulate_media(forced_colors="active")
        assert misfits(scorer.page, *SIZES) == []
    # Which hand is entered is told by a line, as colours are the reader's own.
    expect(scorer.page.locator(".seat.on")).to_have_css("outline-style", "solid")


def test_large_type_enlarges_the_words_of_every_page_and_covers_nothing(scorer, visitor):
    table = played(visitor, 6)
    record = f"{table.address}/rounds/new"
    scorer.open("/device")
    before = style(scorer, "fontSize")
    scorer.page.get_by_label("Larger text on every page").check()
    larger = style(scorer, "fontSize")
    assert float(larger.removesuffix("px")) > float(before.removesuffix("px"))
    for address in ("/", table.address, record, f"{record}?entry=pips"):
        scorer.open(address)
        scorer.speak("es")
        assert style(scorer, "fontSize") == larger
        assert misfits(scorer.page, TABLET, UPRIGHT, PHONE) == [], address
    scorer.open("/device")
    scorer.page.locator("#large-type").uncheck()
    assert style(scorer, "fontSize") == before


def test_taps_do_not_zoom_or_select_and_pages_stay_out_of_rounded_corners(scorer, visitor):
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    expect(scorer.page.locator("html")).to_have_css("touch-action", "manipulation")
    assert scorer.page.evaluate(LONG_TOUCH) == 0
    # Asked to cover the screen, Safari would put them under its camera and its home indicator.
    content = scorer.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "viewport-fit" not in content

"""An action counts once, however hurried the finger; who is quick elsewhere is never held up."""

import re
import time
from contextlib import contextmanager

import pytest
from playwright.sync_api import Error, expect

from tests.browser.every_page import EVERY_PAGE
from tests.browser.measuring import settle
from tests.browser.pages import FOUR, played
from tests.browser.scorer import PHONE, TABLET, touch
from tests.effort import THOROUGH

# Milliseconds between the two taps.
DELAYS = (60, 120, 250, 400)
LEFT_OVER = [pytest.param(each, marks=THOROUGH) for each in DELAYS if each != 120]
# After that long everything answers again.
LATER_MS = 650
# Five taps a second.
QUICK_MS = 200
# What a page saves or asks by itself while something is entered.
BY_ITSELF = re.compile(r"/(draft|preview)(\?|$)")

# What kinds of controls are there, by what they do; of a kind, as of 28 tiles, the first is tapped.
# What only leads elsewhere changes nothing, and digits are meant as often as they are tapped.
_KINDS = """
  const plain = (text) => (text ?? "").replace(/^.club.[^/]+/, "/club/…").replace(/[\\d-]+/g, "#");
  const data = (control) => Object.entries(control.dataset)
    .filter(([name]) => !["held", "page", "tile", "seat"].includes(name))
    .map(([name, value]) => `${name} ${/^[a-z]/.test(value) ? value : ""}`);
  const sends = (control) => control.form?.method === "post" && control.type === "submit";
  const where = (control) => new URL(control.formAction || location).pathname;
  const kind = (control) => (sends(control)
    ? ["sends", where(control), control.name, control.name.match(/action|what/) && control.value]
    : [control.localName, control.type ?? "", control.id || control.name || control.className])
    .map(plain).concat(data(control)).join(" ");
  const skipped = "[data-repeats], [data-key]:not([data-key=next]), [data-step], [data-by-hand]";
  const shown = (control) => !control.disabled && !control.closest("[inert]")
    && (control.closest("details")?.querySelector("summary") ?? control)
      .checkVisibility({ visibilityProperty: true });
  const controls = () => [...document.querySelectorAll("button, input[type=checkbox], summary")]
    .filter((control) => !control.matches(skipped) && shown(control));"""
KINDS = f"() => {{{_KINDS} return [...new Set(controls().map(kind))]; }}"
# The middle of what is tapped of a kind, brought into view; a menu is unfolded for it.
PLACE = f"""(wanted) => {{{_KINDS}
  const control = controls().find((each) => kind(each) === wanted);
  if (!control) return null;
  const around = control.closest("details");
  if (around && control.localName !== "summary") around.open = true;
  const size = control.getBoundingClientRect();
  const seen = size.width > 1 ? control : control.labels?.[0] ?? control;
  seen.scrollIntoView({{ block: "center", behavior: "instant" }});
  const {{ left, top, width, height }} = seen.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const over = document.elementFromPoint(x, y);
  const isReached = [seen, ...(seen.labels ?? [])].some((part) => part.contains(over));
  return isReached ? [x, y] : null;
}}"""
# What is entered, chosen, open and asked on a page.
ENTERED = """() => JSON.stringify([
  [...document.querySelectorAll("input:not([type=hidden]), select")]
    .map(({ name, value, checked }) => [name, value, checked]),
  [...document.querySelectorAll("[aria-pressed]")].map((each) => each.ariaPressed),
  [...document.querySelectorAll("details, dialog")].map(({ open }) => open),
  [...document.querySelectorAll("button")].map((each) => each.hidden),
])"""


# How often something on a page was really pressed, and when it was touched.
COUNT = """
  document.pressed = 0;
  document.touched = [];
  document.addEventListener("click", ({ target, isTrusted }) => {
    if (isTrusted && !target.closest("label")) document.pressed += 1;
  });
  addEventListener("touchstart", ({ timeStamp }) => document.touched.push(timeStamp), true);
"""
PRESSED = "document.pressed"
# A busy machine may take longer than was meant.
TOO_LATE = "document.touched.at(-1) - document.touched.at(-2) > 490"


def tap_twice(page, place, delay, between=lambda: None):
    begun = time.monotonic()
    touch(page, *place)
    found = between()
    page.wait_for_timeout(max(0, delay - 1000 * (time.monotonic() - begun)))
    touch(page, *place)
    return found


def middle(control):
    box = control.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def twice(scorer, control, delay):
    """Tap the middle of a control twice, wherever the second tap falls."""
    settle(scorer.page)
    control.scroll_into_view_if_needed()
    tap_twice(scorer.page, middle(control), delay)
    scorer.page.wait_for_timeout(LATER_MS)


def entered(page):
    try:
        return page.evaluate(ENTERED)
    except Error:
        # The page goes away.
        return None


@contextmanager
def noted(page):
    """Note the forms that are sent, the same one once, and the pages that are gone to."""
    sent, moved = set(), []

    def note_form(asked):
        # The same form twice counts once, by its entry key.
        if asked.method == "POST" and not BY_ITSELF.search(asked.url):
            sent.add((asked.url, asked.post_data))

    # A page that only corrects its address is not gone to.
    hearing = {"request": note_form, "domcontentloaded": lambda gone_to: moved.append(gone_to.url)}
    for event, note in hearing.items():
        page.on(event, note)
    yield sent, moved
    for event, note in hearing.items():
        page.remove_listener(event, note)


def go_back(page, address):
    """Open a page again, also while another that was asked for is still on its way."""
    try:
        page.goto(address)
    except Error:
        page.wait_for_load_state()
        page.goto(address)


def faults_of(page, kind, delay):
    """Tap what there is of a kind twice, and say what happened more than once.

    None where it is not there, or where the machine was too slow.
    """
    settle(page)
    place = page.evaluate(PLACE, kind)
    if place is None:
        return None
    pressed, is_sent = page.evaluate(PRESSED), kind.startswith("sends")
    with noted(page) as (sent, moved):
        before = tap_twice(page, place, delay, lambda: None if is_sent else entered(page))
        after = None if is_sent else entered(page)
        page.wait_for_timeout(LATER_MS)
    faults = [f"{kind}: {each}" for each in (sent, moved) if len(each) > 1]
    if moved or None in (before, after):
        return faults
    if page.evaluate(TOO_LATE):
        return None
    # What one tap does may take a while, too.
    if before != after and page.evaluate(PRESSED) > pressed + 1:
        faults.append(f"{kind}: {before} became {after}")
    return faults


TRIED: set[str] = set()


@pytest.mark.xdist_group("double taps")
@pytest.mark.parametrize(("number", "name"), [*enumerate(EVERY_PAGE)], ids=EVERY_PAGE)
def test_every_button_of_every_page_that_is_tapped_twice_counts_once(
    scorer, visitor, number, name, thorough
):
    page, faults = scorer.page, []
    page.add_init_script(COUNT)
    EVERY_PAGE[name](scorer, visitor)
    address = page.url
    kinds = [kind for kind in page.evaluate(KINDS) if thorough or kind not in TRIED]
    # What is sent leads away from the page.
    for place, kind in enumerate(sorted(kinds, key=lambda each: each.startswith("sends"))):
        for delay in DELAYS if thorough else (DELAYS[(number + place) % len(DELAYS)],):
            found = faults_of(page, kind, delay)
            if found is not None:
                TRIED.add(kind)
                faults += found
            if page.url != address or kind.startswith("sends"):
                go_back(page, address)
    assert faults == []


def opened(scorer, visitor, *names, **chosen):
    """Open the first round of a match."""
    scorer.open(f"{visitor.start(*names or FOUR, **chosen).address}/rounds/new")


@pytest.mark.parametrize("delay", DELAYS)
def test_went_out_twice_is_one_player_who_went_out(scorer, visitor, delay):
    opened(scorer, visitor)
    twice(scorer, scorer.control("Ana went out"), delay)
    scorer.holds("Ana, went out", "Bea, not entered yet")
    scorer.walks("Bea went out | Ana went out. Replace?")
    scorer.press("Yes")
    scorer.holds("Bea, went out")


@pytest.mark.parametrize("delay", DELAYS)
def test_a_tile_tapped_twice_is_put_and_half_a_second_later_taken_away(scorer, visitor, delay):
    opened(scorer, visitor)
    twice(scorer, scorer.tile("1-2"), delay)
    scorer.holds("Ana, 3 pips, 1 tile")
    scorer.tap("1-2")
    scorer.holds("Ana, not entered yet")


@pytest.mark.parametrize("delay", DELAYS)
def test_undo_twice_takes_back_one_round_and_redo_twice_brings_back_one(scorer, visitor, delay):
    table = played(visitor, 4)
    scorer.open(table.address)
    twice(scorer, scorer.control("Undo"), delay)
    scorer.sees("Enter round 4")
    scorer.press("Undo round 3")
    scorer.sees("Enter round 3")
    twice(scorer, scorer.control("Redo round 3"), delay)
    scorer.sees("Enter round 4")


@pytest.mark.parametrize("delay", DELAYS)
def test_record_twice_shows_the_result_and_after_the_last_round_the_winner(scorer, visitor, delay):
    table = visitor.start("Ana", "Bea", goal="50")
    for hand in ("6-6", "5-6 5-5 4-6 4-5"):
        scorer.open(f"{table.address}/rounds/new")
        scorer.walks(f"Ana: out; Bea: {hand}")
        expect(scorer.live).to_contain_text("Ana")
        twice(scorer, scorer.control("Record round"), delay)
        if hand == "6-6":
            scorer.reads_in_banner("Ana went out", "+12")
            expect(scorer.page).to_have_url(re.compile(r"/matches/\d+$"))
    expect(scorer.page).to_have_url(re.compile("/winner$"))
    scorer.sees("Ana wins")


@pytest.mark.parametrize("delay", [120, *LEFT_OVER])
def test_what_comes_to_lie_under_the_finger_on_the_next_page_does_nothing(scorer, visitor, delay):
    scorer.open(visitor.start(*FOUR).address)
    twice(scorer, scorer.control("Enter round 1"), delay)
    scorer.holds(*(f"{name}, not entered yet" for name in FOUR))
    scorer.open("/matches/1")
    twice(scorer, scorer.page.locator(".menu summary"), delay)
    expect(scorer.page.locator(".menu[open]")).to_be_visible()


@pytest.mark.parametrize("screen", [TABLET, PHONE], ids=["tablet", "phone"])
def test_fifteen_tiles_of_three_hands_at_five_a_second_all_count(scorer, visitor, screen):
    scorer.page.set_viewport_size(screen)
    opened(scorer, visitor, "Ana", "Bea", "Ciro")
    # Side by side, and the next hand at once.
    wanted = " ".join(f"{low}-{high}" for high in (6, 5, 4) for low in range(5)).split()
    for place in [middle(scorer.tile(tile)) for tile in wanted]:
        touch(scorer.page, *place)
        scorer.page.wait_for_timeout(QUICK_MS)
    scorer.holds("Ana, 40 pips, 5 tiles", "Bea, 35 pips, 5 tiles", "Ciro, 30 pips, 5 tiles")


@pytest.mark.parametrize("delay", [120, *LEFT_OVER])
def test_a_digit_typed_twice_counts_twice_and_so_do_points_in_play(scorer, visitor, delay):
    scorer.open(f"{visitor.start(*FOUR).address}/rounds/new?entry=pips")
    twice(scorer, scorer.page.locator("[data-key='5']"), delay)
    expect(scorer.page.get_by_label("Ana: Pips left")).to_have_value("55")
    twice(scorer, scorer.page.locator("[data-key=delete]"), delay)
    expect(scorer.page.get_by_label("Ana: Pips left")).to_have_value("")
    # What was pressed before something else is meant again.
    for key in ("5", "next", "7", "next", "8"):
        touch(scorer.page, *middle(scorer.page.locator(f"[data-key='{key}']")))
        scorer.page.wait_for_timeout(delay / 2)
    for name, pips in {"Ana": "5", "Bea": "7", "Ciro": "8"}.items():
        expect(scorer.page.get_by_label(f"{name}: Pips left")).to_have_value(pips)
    opened(scorer, visitor, "Ana", "Bea", game="all-fives")
    twice(scorer, scorer.page.locator("[data-step='5']"), delay)
    scorer.sees("5+5 = 10")


# How what was pressed looks in the next picture of the page.
LOOK = """addEventListener("click", ({ target }) => requestAnimationFrame(() => {
  const button = target.closest("button");
  document.looked = [button.dataset.held, getComputedStyle(button).opacity];
}))"""


def test_what_is_held_looks_so_and_answers_after_half_a_second(scorer, visitor):
    opened(scorer, visitor)
    scorer.page.evaluate(LOOK)
    scorer.press("Ana went out")
    scorer.page.wait_for_timeout(LATER_MS)
    assert scorer.page.evaluate("document.looked") == ["", "0.62"]
    button = scorer.page.locator("#went-out")
    expect(button).not_to_have_attribute("data-held", "")
    expect(button).to_have_css("opacity", "1")


def test_what_another_device_puts_under_the_finger_is_held_from_then_on(scorer, visitor):
    scorer.open(played(visitor, 1).address)
    place = middle(scorer.control("Undo"))
    table = visitor.start(*FOUR)
    scorer.open(table.address)
    scorer.page.wait_for_timeout(LATER_MS)
    touch(scorer.page, *place)
    visitor.play(table, "", "66", "55", "44")
    scorer.page.locator("#undo button").wait_for(state="attached")
    touch(scorer.page, *place)
    scorer.page.wait_for_timeout(LATER_MS)
    scorer.sees("Enter round 2")
    scorer.press("Undo")
    scorer.sees("Enter round 1")

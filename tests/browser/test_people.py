"""Somebody takes a place by touch: three taps, on a tablet and on a phone."""

from playwright.sync_api import expect

from tests.browser.measuring import misfits
from tests.browser.pages import NAMED_TEN
from tests.browser.scorer import PHONES, TABLET, WINDOWS
from tests.web.visitor import FOUR


def test_eva_takes_the_place_of_dani_by_three_taps(scorer, visitor):
    page = scorer.page
    visitor.start("Eva", "Fil")
    table = visitor.start(*FOUR, game="partnership")
    visitor.play(table, "", "66", "12", "11")
    for window in WINDOWS:
        page.set_viewport_size(window)
        scorer.open(f"{table.address}/people")
        page.locator('.seat [value="3"]').click()
        scorer.sees("Who takes Dani’s place?")
        page.locator(".new-person label", has_text="Eva").click()
        # Who goes is struck out at the seat.
        expect(page.locator('.seat [value="3"]')).to_have_text("Eva Dani", use_inner_text=True)
        assert misfits(page, window, reached=".new-person .primary") == []
        scorer.press("Eva takes Dani’s place")
        scorer.sees("Eva plays for Dani from round 2 on.")
        scorer.press("Undo")
        scorer.sees("Undone: the change of players")


def test_an_earlier_round_is_a_tap_and_two_hurried_taps_take_one_place(scorer, visitor):
    page = scorer.page
    page.set_viewport_size(TABLET)
    table = visitor.start(*FOUR, game="partnership")
    visitor.play(table, "", "66", "12", "11")
    scorer.open(f"{table.address}/people?seat=3")
    other = page.context.new_page()
    other.goto(page.url)
    for each, name in ((page, "Eva"), (other, "Fil")):
        each.get_by_label("New name").fill(name)
    first = page.get_by_label("from round")
    for press, number in (("earlier", "1"), ("earlier", "1"), ("later", "2"), ("earlier", "1")):
        page.get_by_role("button", name=press).click()
        expect(first).to_have_value(number)
    page.get_by_role("button", name="Eva takes Dani’s place").dblclick()
    scorer.sees("Eva plays for Dani from round 1 on.")
    # Who looked at the table of before is told, and keeps what was typed.
    other.get_by_role("button", name="Fil takes Dani’s place").click()
    expect(other.get_by_role("alert")).to_be_visible()
    expect(other.get_by_label("New name")).to_have_value("Fil")
    scorer.press("Undo")
    scorer.sees("Undone: the change of players")


def test_whoever_joins_and_leaves_fits_every_window(scorer, visitor):
    page = scorer.page
    visitor.start("Eva", "Fil")
    train = visitor.start("Ana", "Bea", "Maximiliano", game="mexican-train")
    visitor.play(train, "", "0-5", "0-7")
    for window in WINDOWS:
        page.set_viewport_size(window)
        for seat in ("", "?seat=2"):
            scorer.open(f"{train.address}/people{seat}")
            assert misfits(page, window, reached=".new-person .primary") == [], (window, seat)
            assert page.locator(".new-person .btn").evaluate_all(CUT) == [], window
            assert page.locator(".seat").evaluate_all(OVERLAPPING) == [], window


def test_many_known_names_scroll_in_their_line_and_not_the_page(scorer, visitor):
    visitor.start(*NAMED_TEN[:8], game="mexican-train")
    scorer.open(f"{visitor.start('Ana', 'Bea', game='mexican-train').address}/people")
    assert misfits(scorer.page, *PHONES) == []


# Buttons with words that reach out of them.
CUT = """buttons => buttons.filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.textContent)"""
# Two seats of the same place.
OVERLAPPING = """seats => seats.slice(1).filter((seat, at) => {
  const [one, other] = [seat, seats[at]].map((each) => each.getBoundingClientRect());
  return one.left === other.left && one.top === other.top;
}).map((seat) => seat.textContent)"""

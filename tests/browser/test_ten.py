"""Ten players: all names and totals are seen at once, in digits as large as fit."""

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import covered, cut, digits, out_of_reach, overlapping, sticking_out
from tests.browser.pages import NAMED_TEN, of_ten
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.visitor import Visitor

# How large digits are on each screen, in pixels.
LEAST_DIGITS = ((TABLET, 90), (UPRIGHT, 90), (PHONE, 64))
TURNED_DIGITS = ((TABLET, 72), (UPRIGHT, 80), (PHONE, 32))


def test_the_table_shows_ten_totals_without_scrolling(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(of_ten(visitor, NAMED_TEN, 1).address)
    expect(scorer.page.locator(".side h2")).to_have_text(NAMED_TEN)
    for screen, least in LEAST_DIGITS:
        scorer.page.set_viewport_size(screen)
        assert out_of_reach(scorer.control("Enter round 2")) == "", screen
        assert out_of_reach(scorer.page.locator(".side").last) == "", screen
        assert {*cut(scorer.page.locator(".side h2"))} == {0}, screen
        for score in digits(scorer.page.locator(".sides .digits")):
            assert score["size"] >= least, screen
            assert min(score["left"], score["right"]) >= 0, screen


def test_the_turned_table_has_a_panel_for_each_of_ten(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(of_ten(visitor, NAMED_TEN, 1).address)
    scorer.press_in_menu("Turn to the players")
    panels = scorer.page.locator(".panel[data-at]")
    expect(panels).to_have_count(10)
    sizes = ".panel .digits"
    for screen, least in TURNED_DIGITS:
        scorer.page.set_viewport_size(screen)
        assert overlapping(panels) == [], screen
        assert {*cut(scorer.page.locator(".panel h2 a"))} == {0}, screen
        for score in digits(scorer.page.locator(sizes)):
            assert score["size"] >= least, screen
        assert out_of_reach(scorer.control("Normal view")) == "", screen


@pytest.mark.parametrize("counted", [False, True])
def test_a_round_of_ten_is_recorded_on_a_tablet_without_scrolling(
    scorer: Scorer, visitor: Visitor, counted: bool
) -> None:
    table = of_ten(visitor, NAMED_TEN, 0)
    scorer.open(f"{table.address}/rounds/new{'?entry=pips' if counted else ''}")
    last = scorer.control("Next") if counted else scorer.tile("0-0")
    names = scorer.page.locator(".seat h2")
    for screen in scorer.on(TABLET, UPRIGHT):
        for control in (scorer.sends, last, scorer.page.locator(".seat").last):
            assert out_of_reach(control) == "", screen
        assert {*cut(names)} == {0}, screen
        assert overlapping(scorer.page.locator(".seat, .work, .send-bar")) == [], screen
    scorer.page.set_viewport_size(PHONE)
    assert [*cut(names)] == 10 * [0]
    assert out_of_reach(last if counted else scorer.page.locator(".seat").last) == ""


def test_ten_hands_are_counted_with_two_taps_a_digit_and_next(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.open(f"{of_ten(visitor, NAMED_TEN, 0).address}/rounds/new?entry=pips")
    scorer.press("Maximiliana went out")
    for digit in "123456789":
        scorer.press(digit)
        scorer.press("Next")
    expect(scorer.live).to_contain_text("Maximiliana went out")
    scorer.record()
    expect(scorer.page.locator(".score")).to_have_text([f"{n} points" for n in range(10)])


def test_all_rounds_of_ten_fit_a_phone(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{of_ten(visitor, NAMED_TEN, 2).address}/rounds")
    numbers = scorer.page.locator("td.n")
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        assert {*cut(scorer.page.locator(".history"))} == {0}, screen
        assert {*cut(numbers)} == {0}, screen
        assert overlapping(numbers) == [], screen
        assert [*sticking_out(scorer.page), *covered(scorer.page)] == [], screen

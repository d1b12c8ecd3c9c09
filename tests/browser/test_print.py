"""A page and a match can be printed: black on white, and nothing to press."""

import pytest
from playwright.sync_api import expect

from tests.browser.every_page import EVERY_PAGE
from tests.browser.pages import FOUR, played, turn

ON_PAPER = ("table", "wall", "result", "winner", "players", "season", "figures of a player")
PRESSED = """() => [...document.querySelectorAll("button, summary, .btn, nav, .menu")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => each.outerHTML.slice(0, 80))"""
# What is neither on white nor in black or a colour that is dark on it.
PALE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
  };
  const words = (each) => [...each.childNodes].some(
    (node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...document.body.querySelectorAll("*")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && words(each))
    .filter((each) => light(getComputedStyle(each).color) > 0.55)
    .map((each) => each.outerHTML.slice(0, 80));
}"""
FILLED = """() => [document.documentElement, document.body, ...document.querySelectorAll("main *")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)"
    || getComputedStyle(each).backgroundImage !== "none")
  .map((each) => each.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("name", ON_PAPER)
def test_a_page_is_printed_black_on_white_with_nothing_to_press(scorer, visitor, name):
    EVERY_PAGE[name](scorer, visitor)
    scorer.page.emulate_media(media="print")
    for theme in ("light", "dark"):
        scorer.page.evaluate("theme => { localStorage.theme = theme; }", theme)
        scorer.page.reload()
        assert scorer.page.evaluate(PRESSED) == [], theme
        assert scorer.page.evaluate(PALE) == [], theme
        assert scorer.page.evaluate(FILLED) == [], theme
        assert scorer.page.locator("h1").is_visible()
    if name == "figures of a player":
        # The game and the period are named.
        period = scorer.page.get_by_role("combobox", name="Period")
        expect(period).to_be_visible()
        frame = "e => ['borderTopWidth', 'appearance'].map((each) => getComputedStyle(e)[each])"
        assert period.evaluate(frame) == ["0px", "none"]


def test_a_turned_table_is_printed_like_any_other(scorer, visitor):
    turn(scorer, played(visitor, 2).address)
    expect(scorer.page.locator(".sides")).to_be_hidden()
    scorer.page.emulate_media(media="print")
    assert scorer.page.evaluate(PRESSED) == []
    expect(scorer.page.locator(".sides h2")).to_have_text([*FOUR])
    expect(scorer.page.locator(".sides")).to_be_visible()
    expect(scorer.page.locator(".table-mode")).to_be_hidden()


def test_a_match_is_printed_with_all_of_its_rounds(scorer, visitor):
    scorer.page.add_init_script("globalThis.print = () => { document.printed = true; }")
    scorer.open(f"{played(visitor, 40).address}/rounds")
    scorer.press_in_menu("Print")
    assert scorer.page.evaluate("document.printed")
    scorer.page.emulate_media(media="print")
    assert scorer.page.evaluate(PRESSED) == []
    rounds = scorer.page.locator(".history tbody th").filter(visible=True)
    assert rounds.all_inner_texts() == [str(number) for number in range(40, 0, -1)]
    # Nothing is cut off where it would scroll.
    cut = "({ scrollHeight, clientHeight }) => scrollHeight - clientHeight"
    assert scorer.page.locator(".history").evaluate(cut) <= 0
    assert scorer.page.evaluate("document.documentElement.scrollHeight > 1123")

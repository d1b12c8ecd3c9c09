"""The table by touch: digits to be read across it, what happened last, and one tap to undo."""

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.measuring import (
    cut,
    cut_below,
    glyphs,
    out_of_reach,
    places,
    small_controls,
    sticking_out,
)
from tests.browser.pages import FAR, FIVE, FIVE_EACH, FOUR, LONG, counted, played
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.visitor import Page, Visitor

WIDE = ViewportSize(width=1280, height=800)
SIZES = (TABLET, UPRIGHT, PHONE, WIDE)
# How high the digits are at least, by how many there are in the longest score.
LEAST = {1024: {2: 170, 3: 135}, 768: {2: 170, 3: 135}, 390: {2: 80, 3: 80}, 1280: {2: 170, 3: 135}}
# Five with three digits each do not fit as large on a tablet held upright.
FIVE_UPRIGHT = 120
# What five hold: the first goes out.
ROUND = ("0", "12", "9", "17", "31")
# What is said of a side, or its digits, where its bar lies over it.
UNDER_THE_BAR = """() => [...document.querySelectorAll(".sides .side:has(progress)")]
  .filter((side) => {
    const bar = side.querySelector("progress").getBoundingClientRect().top;
    const said = [...side.querySelectorAll(".to, .note, .digits")].filter((each) => each.innerText);
    return said.some((each) => {
      const { top, height } = each.getBoundingClientRect();
      // Digits are drawn in three quarters of their line.
      const drawn = each.matches(".digits") ? height * 0.9 : height;
      return top + drawn > bar + 1;
    });
  })
  .map((side) => side.textContent.replace(/\\s+/g, " "))"""
Places = dict[tuple[int, str], list[int]]


def table_of(visitor: Visitor, players: int, digits: int, *, long: bool = False) -> Page:
    """Play until the longest score has so many digits; with names of forty letters, if `long`."""
    names = (*LONG, "Y" * 40)[:players] if long else FIVE[:players]
    if players == len(FIVE):
        table = visitor.start(*names, game="mexican-train")
        hands = ROUND if digits == 2 else tuple(f"{points}0" for points in ROUND)
        counted(visitor, table, *hands)
        return table
    table = visitor.start(*names, **FAR)
    for _ in range(1 if digits == 2 else 3):
        visitor.play(table, "", *FIVE_EACH[1:players])
    return table


def news(scorer: Scorer) -> Locator:
    return scorer.page.locator(".news")


# A tablet, upright, also a small one, and with half of its screen for something else.
TABLETS = (TABLET, UPRIGHT, *(ViewportSize(width=width, height=1133) for width in (744, 640)))
OTHERS = ("5-5 3-4", "0-4", "1-3")
BLOCKED = ("1-2 2-4 3-5", *OTHERS)
TIE = "Blocked: 21 · 21. Ana and Ciro win on the lightest tile."
DRAWN = "Blocked: 17 · 17 · 4 · 4. Nobody wins, the round is drawn."


HOLD = ["Bea 17", "Ciro 4", "Dani 4"]
# What is said of a round, by how it is played and what is left, and what of the hands.
SAID: tuple[tuple[dict[str, str], tuple[str, ...], str, list[str]], ...] = (
    ({}, ("", *OTHERS), "Ana went out", HOLD),
    ({"partners": "y"}, ("", *OTHERS), "Ana went out", HOLD),
    ({}, BLOCKED, DRAWN, []),
    ({"partners": "y"}, BLOCKED, TIE, []),
)


def test_a_tablet_says_how_a_round_came_out(scorer: Scorer, visitor: Visitor) -> None:
    for chosen, hands, said, left in SAID:
        table = visitor.start(*FOUR, **chosen)
        visitor.play(table, *hands)
        scorer.open(table.address)
        for size in scorer.on(*TABLETS):
            expect(news(scorer).locator(".what")).to_have_text(said)
            expect(news(scorer).locator(".facts .fact")).to_have_text(left)
            assert max(cut_below(news(scorer).locator(".what, .facts"))) <= 1, (said, size)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_digits_are_read_across_the_table_and_the_next_round_is_in_view(
    scorer: Scorer, visitor: Visitor, players: int, thorough: bool
) -> None:
    # Each number of players and each number of digits with short names and with long ones.
    for digits, long in product((2, 3), (False, True)):
        if thorough or long is ((players + digits) % 2 == 1):
            scorer.open(table_of(visitor, players, digits, long=long).address)
            digits_are_read(scorer, players, digits, long=long)


def digits_are_read(scorer: Scorer, players: int, digits: int, *, long: bool) -> None:
    """Expect on every screen that the scores are large, in line, and cover nothing."""
    longest = max(map(len, scorer.page.locator(".digits:visible").all_inner_texts()))
    assert longest == digits
    for screen in scorer.on(*SIZES):
        shown = glyphs(scorer.page.locator(".sides .digits"))
        for each in shown:
            tight = screen == UPRIGHT and (players, digits) == (5, 3)
            # Above low panels a long name has a line.
            kind = 3 if long and players >= 4 else digits
            least = FIVE_UPRIGHT if tight else LEAST[screen["width"]][kind]
            assert each["height"] >= least, (screen, each)
            assert each["inside"], (screen, each)
        # Those in a row end on one line, whatever stands beside them.
        columns = {3: 3, 5: 2, 4: 2, 2: 2}[players] if screen["width"] > UPRIGHT["width"] else 1
        rows = [shown[at : at + columns] for at in range(0, len(shown), columns)]
        assert all(len({round(each["bottom"]) for each in row}) == 1 for row in rows), screen
        assert scorer.page.evaluate(UNDER_THE_BAR) == [], screen
        assert out_of_reach(scorer.page.locator(".go")) == "", screen
        assert [*sticking_out(scorer.page), *small_controls(scorer.page)] == [], screen


BEN = ("Maximiliano", "Konstantin", "Bernadette", "Bartholomew")
# How large the letters of names are, and in how many columns they stand.
NAMES = (
    (FIVE[:2], "block", "", 46, 2),
    (FIVE[:3], "block", "", 46, 3),
    (BEN[:3], "block", "", 36, 3),
    (FIVE[:4], "mexican-train", "", 46, 2),
    (FIVE, "mexican-train", "", 36, 2),
    (FIVE[:2], "block", "/wall", 56, 2),
    (FIVE[:3], "mexican-train", "/wall", 56, 3),
    (BEN, "block", "/wall", 56, 2),
    (FIVE, "mexican-train", "/wall", 56, 3),
)


def test_names_are_read_from_a_metre_and_on_the_wall_from_four_without_scrolling(
    scorer: Scorer, visitor: Visitor
) -> None:
    for names, game, place, least, columns in NAMES:
        told = names, game, place
        table = visitor.start(*names, game=game)
        visitor.play(table, "", *("1-1", "2-2", "3-3", "4-4")[: len(names) - 1])
        scorer.open(f"{table.address}{place}")
        shown = scorer.page.locator(".side h2")
        expect(shown).to_have_text(names)
        for size in shown.evaluate_all("all => all.map((h2) => getComputedStyle(h2).fontSize)"):
            assert float(size.removesuffix("px")) >= least, told
        assert max(cut(shown)) <= 0, told
        tops = shown.evaluate_all(
            "all => all.map((h2) => Math.round(h2.getBoundingClientRect().top))"
        )
        assert tops.count(tops[0]) == columns, told
        assert scorer.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def places_on_screens(scorer: Scorer) -> Places:
    """Return where everything is, by the screen and what it is."""
    found: Places = {}
    for screen in scorer.on(*SIZES):
        found |= {(screen["width"], name): at for name, at in places(scorer.page).items()}
    return found


def test_nothing_moves_whatever_happened_last(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*FOUR, **FAR)
    scorer.open(table.address)
    found = places_on_screens(scorer)
    before = {key: at for key, at in found.items() if key[1] != ".acts 0"}
    assert len(found) == len(before) + len(SIZES)
    opened: list[str] = []
    scorer.page.on("framenavigated", lambda frame: opened.append(frame.url.rpartition("/")[2]))
    scorer.play(1, Ana="", Bea="3-6 1-2", Ciro="4-5", Dani="5-6 2-4")
    expect(news(scorer)).to_contain_text("Ana went out")
    # A round comes back to the table over one page.
    assert opened == ["new", "1"]
    recorded = places_on_screens(scorer)
    assert before.items() <= recorded.items()
    scorer.press("Undo")
    expect(news(scorer)).to_contain_text("taken back")
    assert before.items() <= places_on_screens(scorer).items()
    scorer.press("Redo round 1")
    expect(news(scorer)).to_contain_text("Ana went out")
    assert places_on_screens(scorer) == recorded


def test_an_undo_that_comes_late_says_so_until_it_is_read(scorer: Scorer, visitor: Visitor) -> None:
    table = played(visitor, 1)
    scorer.page.route("**/events*", lambda route: route.abort())
    scorer.open(table.address)
    stale = scorer.page.locator("[name=seen]").first.input_value()
    visitor.play(table, "", "66", "55", "44")
    scorer.page.evaluate(
        "seen => document.querySelectorAll('[name=seen]').forEach(each => each.value = seen)", stale
    )
    scorer.press("Undo")
    scorer.sees("Another device was faster: nothing was changed.", "Enter round 3")
    scorer.press("OK")
    expect(scorer.page.locator(".went-on")).to_be_hidden()


def test_why_shows_the_hands_and_stays_open_while_others_go_on(
    scorer: Scorer, visitor: Visitor
) -> None:
    table = visitor.start(*FOUR, **FAR)
    visitor.play(table, "", "36 12", "45", "56 24")
    scorer.open(table.address)
    sheet = scorer.page.locator(".sheet")
    expect(sheet).to_be_hidden()
    scorer.unfold("Why?")
    expect(sheet).to_contain_text("12 + 9 + 17 = 38 ·")
    expect(sheet.locator(".tile")).to_have_count(5)
    visitor.play(table, "66", "", "55", "44")
    expect(sheet).to_contain_text("12 + 10 + 8 = 30 ·")
    expect(sheet).to_be_visible()
    scorer.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    scorer.unfold("Why?")
    scorer.press("Edit round 2")
    expect(scorer.heading).to_have_text(re.compile("round 2$"))


def test_an_edited_round_comes_back_with_what_changed(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{played(visitor, 3).address}/rounds/1/amend")
    scorer.seat("Dani").tap()
    scorer.press("Clear Dani")
    scorer.tap("3-3")
    scorer.press("Save changes")
    expect(news(scorer)).to_contain_text("Round 1 edited")
    expect(news(scorer)).to_contain_text("→")
    scorer.press("Undo")
    expect(news(scorer)).to_contain_text("Undone: the change of round 1")

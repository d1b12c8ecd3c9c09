"""The home page, by touch: one tap to go on, one to start again, and every match is found."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scorekeeper.figures import clock
from scorekeeper.scorebook.listing import LISTED_A_PAGE
from tests.browser.measuring import covered, out_of_reach, small_controls, sticking_out
from tests.browser.pages import EVERY_PAGE, FOUR, LONG
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.home.finished import end_at, finish
from tests.web.visitor import Visitor

DESKTOP = ViewportSize(width=1280, height=800)
SCREENS = (TABLET, UPRIGHT, PHONE, DESKTOP)
AGAIN = "Same as last time"


def rows(page: Page) -> list[str]:
    return page.locator(".month .match").all_inner_texts()


def misfits(page: Page) -> list[str]:
    return [*sticking_out(page), *small_controls(page), *covered(page)]


def screens(page: Page) -> Iterator[ViewportSize]:
    """Look at a page on one screen after the other."""
    for screen in SCREENS:
        page.set_viewport_size(screen)
        yield screen


def test_the_open_match_and_a_new_one_are_in_reach_at_once(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.start(*FOUR, goal="150")
    visitor.start("Ana", "Bea")
    scorer.open("/")
    for screen in screens(scorer.page):
        for words in ("Continue", AGAIN, "New match"):
            assert out_of_reach(scorer.control(words)) == "", (screen, words)
        digits = scorer.page.locator(".sides b").first
        size = float(digits.evaluate("element => parseFloat(getComputedStyle(element).fontSize)"))
        assert size >= (46 if screen == PHONE else 68)
    scorer.press("Continue")
    scorer.sees("Ana", "Bea", "Enter round 1")


def test_the_same_match_starts_again_in_one_tap(scorer: Scorer) -> None:
    scorer.start(*FOUR, goal="150", partners=True)
    started = {scorer.page.url}
    for _ in screens(scorer.page):
        scorer.open("/")
        scorer.press(AGAIN)
        expect(scorer.heading).to_have_text("Block, partners")
        scorer.sees("Ana & Ciro", "Bea & Dani", "first to 150")
        started.add(scorer.page.url)
    assert len(started) == 1 + len(SCREENS)


def test_other_open_matches_unfold_over_the_first(scorer: Scorer, visitor: Visitor) -> None:
    visitor.start("Ciro", "Dani")
    visitor.start("Ana", "Bea")
    scorer.open("/")
    folded = scorer.page.locator(".folded")
    expect(folded).to_be_hidden()
    continuing = scorer.control("Continue").bounding_box()
    scorer.page.locator("summary", has_text="1 more open").tap()
    expect(folded).to_be_visible()
    assert scorer.control("Continue").bounding_box() == continuing
    folded.get_by_role("link").tap()
    scorer.sees("Ciro", "Dani", "Enter round 1")


@pytest.mark.parametrize("scripted", [True, False])
def test_matches_are_found_by_player_and_game_with_and_without_scripts(
    browser: Browser,
    browser_context_args: dict[str, Any],
    visitor: Visitor,
    scripted: bool,
) -> None:
    finish(visitor, "Ana", "Ágnes")
    finish(visitor, "Ana", "Bea", game="draw")
    finish(visitor, "Ciro", "Dani")
    context = browser.new_context(**browser_context_args, java_script_enabled=scripted)
    scorer = Scorer(context.new_page())
    page = scorer.page
    scorer.open("/")
    assert len(rows(page)) == 3
    page.get_by_role("searchbox").fill("agnes")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q=agnes"))
    assert "Ágnes" in "".join(rows(page))
    assert len(rows(page)) == 1
    page.locator(".foot").get_by_role("link", name="All matches").tap()
    page.get_by_label("Game", exact=True).select_option("draw")
    if not scripted:
        scorer.press("Search")
    expect(page).to_have_url(re.compile("game=draw"))
    assert len(rows(page)) == 1
    expect(page.get_by_role("searchbox")).to_have_value("")
    context.close()


@pytest.fixture
def many(app: Flask, visitor: Visitor) -> None:
    """Finish two matches more than a page has, the first of them a year ago."""
    for _ in range(LISTED_A_PAGE + 2):
        finish(visitor, "Ana", "Bea")
    end_at(app, clock.now() - timedelta(days=365), 1)


@pytest.mark.usefixtures("many")
def test_older_matches_are_added_below_where_they_belong(scorer: Scorer) -> None:
    page = scorer.page
    scorer.open("/")
    assert len(rows(page)) == LISTED_A_PAGE
    expect(page.locator(".month h3")).to_contain_text(f"· {LISTED_A_PAGE + 1} matches")
    scorer.press("Older matches")
    expect(page.locator(".month .match")).to_have_count(LISTED_A_PAGE + 2)
    # The month goes on, and an older one follows.
    counts = [month.locator(".match").count() for month in page.locator(".month").all()]
    assert counts == [LISTED_A_PAGE + 1, 1]
    assert page.url.endswith("/")
    expect(page.locator(".match").nth(LISTED_A_PAGE)).to_be_focused()
    expect(scorer.control("Older matches")).to_have_count(0)
    scorer.page.keyboard.press("Tab")
    expect(page.locator(".match").last).to_be_focused()


@pytest.mark.usefixtures("many")
def test_where_older_matches_cannot_be_added_they_are_a_page(scorer: Scorer) -> None:
    scorer.open("/")
    other = "<p>Something else</p>"
    scorer.page.route("**/?before=*", lambda route: route.fulfill(body=other), times=1)
    scorer.press("Older matches")
    expect(scorer.page).to_have_url(re.compile("before="))
    expect(scorer.page.locator(".month .match")).to_have_count(2)


@pytest.mark.usefixtures("many")
def test_without_scripts_older_matches_are_a_page(
    browser: Browser, browser_context_args: dict[str, Any]
) -> None:
    context = browser.new_context(**browser_context_args, java_script_enabled=False)
    scorer = Scorer(context.new_page())
    scorer.open("/")
    scorer.press("Older matches")
    expect(scorer.page).to_have_url(re.compile("before="))
    expect(scorer.page.locator(".month .match")).to_have_count(2)
    context.close()


def test_one_tap_brings_back_what_was_put_away(scorer: Scorer, visitor: Visitor) -> None:
    EVERY_PAGE["put away"](scorer, visitor)
    for screen in screens(scorer.page):
        assert misfits(scorer.page) == [], screen
    button = scorer.page.get_by_role("button", name="Bring back")
    expect(button).to_have_count(2)
    button.first.tap()
    expect(scorer.page).to_have_url(re.compile(r"/matches/\d+$"))
    scorer.open("/?state=away")
    expect(button).to_have_count(1)


def test_the_longest_names_in_hungarian_fit_every_screen(scorer: Scorer, visitor: Visitor) -> None:
    scorer.start(*LONG)
    visitor.start(*LONG, game="block", partners="y")
    visitor.start(*LONG, "Eva", game="chicken-foot")
    finish(visitor, *LONG[:2])
    scorer.open("/")
    scorer.speak("hu")
    for screen in screens(scorer.page):
        assert misfits(scorer.page) == [], screen
    scorer.page.locator(".others summary").tap()
    for screen in screens(scorer.page):
        assert sticking_out(scorer.page) == [], screen
        for points in scorer.page.locator(".who b").all():
            box = points.bounding_box()
            assert box is None or box["height"] < 30
    scorer.open("/matches/new")
    scorer.page.locator("#more").tap()
    for number, name in enumerate((*LONG, "Eva")):
        scorer.page.locator(f"#names-{number}").fill(name)
    for screen in screens(scorer.page):
        assert misfits(scorer.page) == [], screen


def test_one_code_is_shown_and_the_others_unfold(scorer: Scorer) -> None:
    page = scorer.page
    scorer.start("Ana", "Bea")
    scorer.open(f"{page.url}/links")
    codes = page.locator(".code")
    for screen in screens(page):
        assert [code.is_visible() for code in codes.all()] == [True, False, False], screen
        box = codes.first.bounding_box()
        assert box is not None
        assert box["width"] >= 320, screen
    page.get_by_text("Full control", exact=True).tap()
    for screen in screens(page):
        assert [code.is_visible() for code in codes.all()] == [True, False, True], screen
        assert misfits(page) == [], screen


def test_a_link_is_copied(scorer: Scorer) -> None:
    page = scorer.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    scorer.start("Ana", "Bea")
    scorer.open(f"{page.url}/links")
    page.locator("[data-copy=watch-address]").tap()
    scorer.sees("Copied")
    link = page.locator("#watch-address").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_the_system_shares_a_link_where_it_can(scorer: Scorer) -> None:
    page = scorer.page
    scorer.start("Ana", "Bea")
    address = f"{page.url}/links"
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    scorer.open(address)
    expect(page.get_by_role("button", name="Send …")).to_have_count(0)
    other = Scorer(page.context.new_page())
    other.page.add_init_script(
        "Object.defineProperty(navigator, 'share',"
        " { value: async (sent) => { document.title = sent.url; } })"
    )
    other.open(address)
    other.page.get_by_role("button", name="Send …").first.tap()
    expect(other.page).to_have_title(re.compile("/join/"))

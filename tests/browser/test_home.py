"""The home page, by touch: one tap to go on, one to start again, and every match is found."""

import re
from datetime import timedelta

import pytest
from flask import Flask
from playwright.sync_api import Page, ViewportSize, expect

from scorekeeper.figures import clock
from scorekeeper.scorebook.listing import LISTED_A_PAGE
from tests.browser.measuring import misfits, out_of_reach, sticking_out
from tests.browser.pages import FOUR, LONG
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.home.finished import end_at, finish
from tests.web.visitor import Visitor

DESKTOP = ViewportSize(width=1280, height=800)
SCREENS = (TABLET, UPRIGHT, PHONE, DESKTOP)
AGAIN = "Same as last time"


def rows(page: Page) -> list[str]:
    return page.locator(".month .match").all_inner_texts()


def test_the_open_match_and_a_new_one_are_in_reach_at_once(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.start(*FOUR, goal="150")
    visitor.start("Ana", "Bea")
    scorer.open("/")
    for screen in scorer.on(*SCREENS):
        for words in ("Continue", AGAIN, "New match"):
            assert out_of_reach(scorer.control(words)) == "", (screen, words)
        digits = scorer.page.locator(".sides b").first
        size = float(digits.evaluate("element => parseFloat(getComputedStyle(element).fontSize)"))
        assert size >= (46 if screen == PHONE else 68)
    scorer.press("Continue")
    scorer.sees("Ana", "Bea", "Enter round 1")
    scorer.open("/")
    scorer.press(AGAIN)
    expect(scorer.page).not_to_have_url(re.compile("/matches/2$"))
    scorer.sees("Ana", "Bea", "Enter round 1")


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


def test_matches_are_found_by_player_and_game(scorer: Scorer, visitor: Visitor) -> None:
    finish(visitor, "Ana", "Ágnes")
    finish(visitor, "Ana", "Bea", game="draw")
    finish(visitor, "Ciro", "Dani")
    page = scorer.page
    scorer.open("/")
    assert len(rows(page)) == 3
    page.get_by_role("searchbox").fill("agnes")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("q=agnes"))
    assert "Ágnes" in "".join(rows(page))
    assert len(rows(page)) == 1
    page.locator(".foot").get_by_role("link", name="All matches").tap()
    # What is chosen is looked for without another tap.
    page.get_by_label("Game", exact=True).select_option("draw")
    expect(page).to_have_url(re.compile("game=draw"))
    assert len(rows(page)) == 1
    expect(page.get_by_role("searchbox")).to_have_value("")


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
    page.keyboard.press("Tab")
    expect(page.locator(".match").last).to_be_focused()
    # Where they cannot be added they are a page.
    scorer.open("/")
    other = "<p>Something else</p>"
    page.route("**/?before=*", lambda route: route.fulfill(body=other), times=1)
    scorer.press("Older matches")
    expect(page).to_have_url(re.compile("before="))
    expect(page.locator(".month .match")).to_have_count(2)


def test_the_longest_names_in_hungarian_fit_every_screen(scorer: Scorer, visitor: Visitor) -> None:
    scorer.start(*LONG)
    visitor.start(*LONG, game="block", partners="y")
    visitor.start(*LONG, "Eva", game="chicken-foot")
    finish(visitor, *LONG[:2])
    scorer.open("/")
    scorer.speak("hu")
    assert misfits(scorer.page, *SCREENS) == []
    scorer.page.locator(".others summary").tap()
    for screen in scorer.on(*SCREENS):
        assert sticking_out(scorer.page) == [], screen
        for points in scorer.page.locator(".who b").all():
            box = points.bounding_box()
            assert box is None or box["height"] < 30
    scorer.open("/matches/new")
    scorer.page.locator("#more").tap()
    for number, name in enumerate((*LONG, "Eva")):
        scorer.page.locator(f"#names-{number}").fill(name)
    assert misfits(scorer.page, *SCREENS) == []


def test_one_code_is_shown_and_the_others_unfold_and_links_are_copied_and_sent(
    scorer: Scorer,
) -> None:
    page = scorer.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    scorer.start("Ana", "Bea")
    address = f"{page.url}/links"
    scorer.open(address)
    codes = page.locator(".code")
    for screen in scorer.on(*SCREENS):
        assert [code.is_visible() for code in codes.all()] == [True, False, False], screen
        box = codes.first.bounding_box()
        assert box is not None
        assert box["width"] >= 320, screen
    page.get_by_text("Full control", exact=True).tap()
    for screen in scorer.on(*SCREENS):
        assert [code.is_visible() for code in codes.all()] == [True, False, True], screen
    assert misfits(page, *SCREENS) == []
    page.locator("[data-copy=watch-address]").tap()
    scorer.sees("Copied")
    link = page.locator("#watch-address").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    # The system sends a link where it can.
    expect(page.get_by_role("button", name="Send …")).to_have_count(0)
    other = Scorer(page.context.new_page())
    other.page.add_init_script(
        "Object.defineProperty(navigator, 'share',"
        " { value: async (sent) => { document.title = sent.url; } })"
    )
    other.open(address)
    other.page.get_by_role("button", name="Send …").first.tap()
    expect(other.page).to_have_title(re.compile("/join/"))

"""The home page, by touch: one tap to go on, one to start again, and every match is found."""

import re
from datetime import timedelta

from playwright.sync_api import ViewportSize, expect

from scorekeeper.figures import clock
from scorekeeper.scorebook.listing import LISTED_A_PAGE
from tests.browser.measuring import misfits, places, sticking_out
from tests.browser.pages import FOUR, LONG
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.home.test_home import end_at, finish

SCREENS = (TABLET, UPRIGHT, PHONE, ViewportSize(width=1280, height=800))
AGAIN = "Same as last time"


def test_the_open_match_and_a_new_one_are_in_reach_and_others_unfold_over_the_first(
    scorer, visitor
):
    scorer.start(*FOUR, goal="150")
    visitor.start("Ana", "Bea")
    scorer.open("/")
    reached = f':text-is("Continue"), :text-is("{AGAIN}"), :text-is("New match")'
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    for screen in SCREENS:
        assert misfits(scorer.page, screen, reached=reached) == []
        digits = float(scorer.page.locator(".sides b").first.evaluate(size))
        assert digits >= (46 if screen == PHONE else 68)
    folded = scorer.page.locator(".folded")
    expect(folded).to_be_hidden()
    before = places(scorer.page, ".btn.primary")
    scorer.page.locator("summary", has_text="1 more open").tap()
    expect(folded).to_be_visible()
    assert places(scorer.page, ".btn.primary") == before
    folded.get_by_role("link").tap()
    scorer.sees(*FOUR, "Enter round 1")
    scorer.open("/")
    scorer.press("Continue")
    scorer.sees("Ana", "Bea", "Enter round 1")
    scorer.open("/")
    scorer.press(AGAIN)
    expect(scorer.page).not_to_have_url(re.compile("/matches/2$"))
    scorer.sees("Ana", "Bea", "Enter round 1")


def test_what_is_chosen_is_looked_for_without_another_tap(scorer, visitor):
    finish(visitor, "Ana", "Bea", game="draw")
    finish(visitor, "Ciro", "Dani")
    rows = scorer.page.locator(".month .match")
    scorer.open("/?q=ciro")
    expect(rows).to_contain_text(["Ciro"])
    scorer.page.locator(".foot").get_by_role("link", name="All matches").tap()
    scorer.page.get_by_label("Game", exact=True).select_option("draw")
    expect(scorer.page).to_have_url(re.compile("game=draw"))
    expect(rows).to_contain_text(["Ana"])
    expect(scorer.page.get_by_role("searchbox")).to_have_value("")


def test_older_matches_are_added_below_where_they_belong(scorer, app, visitor):
    # Two more than a page has, the first of them a year ago.
    for _ in range(LISTED_A_PAGE + 2):
        finish(visitor, "Ana", "Bea")
    end_at(app, clock.now() - timedelta(days=365), 1)
    page = scorer.page
    rows = page.locator(".month .match")
    scorer.open("/")
    expect(rows).to_have_count(LISTED_A_PAGE)
    expect(page.locator(".month h3")).to_contain_text(f"· {LISTED_A_PAGE + 1} matches")
    scorer.press("Older matches")
    expect(rows).to_have_count(LISTED_A_PAGE + 2)
    # The month goes on, and an older one follows.
    counts = [month.locator(".match").count() for month in page.locator(".month").all()]
    assert counts == [LISTED_A_PAGE + 1, 1]
    assert page.url.endswith("/")
    expect(rows.nth(LISTED_A_PAGE)).to_be_focused()
    expect(scorer.control("Older matches")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(rows.last).to_be_focused()
    # Where they cannot be added they are a page.
    scorer.open("/")
    other = "<p>Something else</p>"
    page.route("**/?before=*", lambda route: route.fulfill(body=other), times=1)
    scorer.press("Older matches")
    expect(page).to_have_url(re.compile("before="))
    expect(rows).to_have_count(2)


def test_the_longest_names_in_hungarian_fit_every_screen(scorer, visitor):
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
        # Points stand in one line.
        assert all(at[3] - at[1] < 30 for at in places(scorer.page, ".who b").values()), screen
    scorer.open("/matches/new")
    scorer.page.locator("#more").tap()
    for number, name in enumerate((*LONG, "Eva")):
        scorer.page.locator(f"#names-{number}").fill(name)
    assert misfits(scorer.page, *SCREENS) == []


def test_one_code_is_shown_and_the_others_unfold_and_links_are_copied_and_sent(scorer):
    page = scorer.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    scorer.start("Ana", "Bea")
    address = f"{page.url}/links"
    scorer.open(address)
    codes = page.locator(".code")
    for screen in scorer.on(*SCREENS):
        assert [code.is_visible() for code in codes.all()] == [True, False, False], screen
        left, _, right, _ = places(page, ".code")[".code 0"]
        assert right - left >= 320, screen
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

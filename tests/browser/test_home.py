"""From the home page: a match to go on with, one to start, and a club night of three tables."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from scorekeeper import clock
from scorekeeper.i18n import LANGUAGES
from scorekeeper.scorebook.match_lists import LISTED_A_PAGE
from tests.browser.measuring import STICKING_OUT, WIDE, misfits, parted, places
from tests.browser.pages import FOUR, LONG
from tests.browser.scorer import AT_ONCE, PHONE, TABLET, UPRIGHT, Scorer
from tests.support.club_nights import TWELVE
from tests.support.played_matches import end_at, finish

SIZES = (TABLET, UPRIGHT, PHONE, WIDE)
AGAIN = "Same as last time"


def test_the_open_match_and_a_new_one_are_in_reach_and_others_unfold_over_the_first(
    scorer, visitor
):
    scorer.start(*FOUR, goal="150")
    visitor.start("Ana", "Bea")
    scorer.open("/")
    reached = f':text-is("Continue"), :text-is("{AGAIN}"), :text-is("New match")'
    size = "element => parseFloat(getComputedStyle(element).fontSize)"
    for screen in SIZES:
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
    scorer.walks(f"{AGAIN} | Ana / Bea / Enter round 1")
    expect(scorer.page).not_to_have_url(re.compile("/matches/2$"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_links_of_the_header_stand_beside_each_other_on_a_small_phone(scorer, language):
    scorer.page.set_viewport_size({"width": 360, "height": 640})
    scorer.open("/")
    scorer.speak(language)
    tops = "links => new Set(links.map((link) => link.getBoundingClientRect().top)).size"
    assert scorer.page.locator(".top > nav > .btn").evaluate_all(tops) == 1
    assert parted(scorer.page, ".top", r"\p{L}+") == []
    assert scorer.page.evaluate(STICKING_OUT) == []


def test_what_is_chosen_is_looked_for_without_another_tap(scorer, visitor):
    finish(visitor, "Ana", "Bea", game="draw")
    finish(visitor, "Ciro", "Dani")
    rows = scorer.page.locator(".month .match:visible")
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
    rows = page.locator(".month .match:visible")
    scorer.open("/")
    expect(rows).to_have_count(LISTED_A_PAGE)
    expect(page.locator(".month h3:visible")).to_contain_text(f"· {LISTED_A_PAGE + 1} matches")
    scorer.press("Older matches")
    expect(rows).to_have_count(LISTED_A_PAGE + 2)
    # The month goes on, and an older one follows.
    counts = [month.locator(".match:visible").count() for month in page.locator(".month").all()]
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
    visitor.start(*LONG, partners="y")
    visitor.start(*LONG, "Eva", game="chicken-foot")
    finish(visitor, *LONG[:2])
    scorer.open("/")
    scorer.speak("hu")
    assert misfits(scorer.page, *SIZES) == []
    scorer.page.locator(".others summary").tap()
    for screen in scorer.on(*SIZES):
        assert scorer.page.evaluate(STICKING_OUT) == [], screen
        # Points stand in one line.
        assert all(at[3] - at[1] < 30 for at in places(scorer.page, ".match-sides b").values()), (
            screen
        )


def test_twelve_play_a_club_night_at_three_tables_by_touch(scorer, phone, context, visitor):
    scorer.open("/")
    scorer.press_in_menu("Club nights")
    scorer.page.get_by_label("Name").fill("Friday")
    scorer.page.get_by_label("Goal").fill("30")
    scorer.page.get_by_label("Rounds", exact=True).fill("1")
    scorer.press("Start club night")
    scorer.page.get_by_label("Names").fill("\n".join(TWELVE))
    scorer.press("Add them")
    scorer.press("Make the draw for round 1")
    names = scorer.page.locator(".seat-name:visible")
    first, last = names.first.inner_text(), names.last.inner_text()
    names.first.tap()
    scorer.sees(f"{first} swaps with…")
    names.last.tap()
    scorer.sees("were swapped", "Undo")
    expect(names.first).to_have_text(last)
    expect(names.last).to_have_text(first)
    scorer.press("Open the tables")
    address = scorer.page.url.partition("#")[0]
    wall = Scorer(context.new_page())
    wall.open(f"{address}/wall")
    wall.sees("3 tables are still playing.")
    scorer.open(f"{address}/codes")
    shown = [each.input_value() for each in scorer.page.locator(".address").all()]
    codes = [each[each.index("/club/") :] for each in shown if "/tables/" in each]
    table, *others = codes
    # Each table has a device of its own.
    phone.open(table)
    expect(phone.heading).to_have_text("Block, partners")
    players = " & ".join(phone.page.locator(".side h2:visible").all_inner_texts()).split(" & ")
    phone.press("Enter round 1")
    for name, tiles in zip(players, ("", "6-6 5-6", "5-5 4-5", "4-4 3-4"), strict=True):
        phone.hold(name, tiles)
    phone.record()
    phone.sees("Next club round")
    for left, other in zip(("2 tables", "1 table"), others, strict=True):
        expect(wall.page.locator("h2:visible").first).to_contain_text(left, timeout=AT_ONCE)
        match = visitor.follow(visitor.open(other))
        visitor.play(match, "", "66 56", "55 45", "44 34")
    expect(wall.page.locator("h2:visible").first).to_contain_text("win!", timeout=AT_ONCE)
    phone.open(table)
    phone.sees("the next match opens here by itself")
    # Without its script the picture is a page.
    with scorer.page.expect_event("requestfinished", lambda each: "share-result" in each.url):
        scorer.open(address)
    scorer.sees("win!", "The picture")
    scorer.page.locator(".standings summary").first.tap()
    scorer.sees("Round 1: Won")
    with scorer.page.expect_download() as saved:
        scorer.press("The picture")
    assert saved.value.suggested_filename == "club-night.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_clock_of_a_match_counts_down_is_paused_and_says_when_the_hand_is_the_last(
    scorer, phone, visitor
):
    table = visitor.start("Ana", "Bea", minutes="5").address
    scorer.open(table)
    phone.open(f"{table}/wall")
    here, there = (each.page.locator("main > .clock .timer:visible") for each in (scorer, phone))
    expect(here).to_have_text(re.compile("^4:"))
    expect(there).to_have_text(re.compile("^4:"))
    scorer.press_in_menu("Pause clock")
    expect(there).to_have_text("5:00")
    phone.sees("paused")
    # It stands still.
    phone.page.wait_for_timeout(1200)
    assert there.text_content() == "5:00"
    scorer.press_in_menu("+5 minutes")
    expect(there).to_have_text("10:00")
    scorer.walks("Undo; Undo the change to the clock")
    expect(here).to_have_text(re.compile("^4:..$"))
    # What the server says counts, whatever the device takes it for.
    answer = {"left": 0, "paused": False}
    scorer.page.route("**/timer", lambda route: route.fulfill(json=answer))
    scorer.open(table)
    expect(here).to_have_text("Last round")

"""Ways to play a club night, by touch: a knockout with its bracket, and four each alone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hidden_words import HIDDEN_WORDS
from tests.browser.measuring import SCROLLS, misfits, parted
from tests.browser.pages import FOUR
from tests.browser.scorer import PHONE, TABLET, TABLETS, UPRIGHT, WINDOWS
from tests.support import club_nights as nights

SIZES = (UPRIGHT, PHONE, TABLET)


def start(scorer, how, at_table, *people):
    scorer.open("/club?new")
    assert misfits(scorer.page, *SIZES) == []
    scorer.page.get_by_label(how, exact=True).tap()
    scorer.page.get_by_label("At a table").select_option(label=at_table)
    scorer.page.get_by_label("Name", exact=True).fill("Friday")
    scorer.press("Start club night")
    scorer.page.get_by_label("Names").fill("\n".join(people))
    scorer.press("Add them")


def play(scorer, number, *points):
    """Draw a round, open its tables, and enter the same points at each."""
    scorer.press(f"Make the draw for round {number}")
    assert misfits(scorer.page, *SIZES) == []
    scorer.press("Open the tables")
    boards = scorer.page.locator(".boards summary:visible")
    expect(boards.first).to_be_visible()
    assert misfits(scorer.page, *SIZES) == []
    for at in range(boards.count()):
        boards.nth(at).tap()
        scorer.page.get_by_text("Enter result").nth(at).tap()
        fields = scorer.page.locator(".of-side input:visible")
        expect(fields).to_have_count(len(points))
        # Scripts listen to the digits.
        scorer.page.wait_for_load_state()
        for field, own in zip(fields.all(), points, strict=True):
            field.tap()
            for digit in str(own):
                scorer.page.locator(f"[data-digit='{digit}']").tap()
        scorer.page.locator(".bar .primary").tap()
        # Where all is over they are not shown any more.
        expect(scorer.page.locator(".boards summary").first).to_be_attached()


def test_a_knockout_is_played_by_touch_and_its_bracket_is_seen_everywhere(scorer):
    start(scorer, "Knockout", "2 players", *FOUR)
    play(scorer, 1, 100, 60)
    winners = scorer.page.locator(".of-stage:last-child li:first-child p span:visible")
    finalists = winners.all_inner_texts()
    assert {*finalists} < {*FOUR}
    play(scorer, 2, 100, 60)
    scorer.sees(f"{finalists[0]} wins!", "Semifinals", "Final", "Third place")
    assert misfits(scorer.page, *SIZES) == []
    scorer.open(f"{scorer.page.url.partition('#')[0]}/wall")
    scorer.sees(f"{finalists[0]} wins!")


@pytest.mark.parametrize("at", ["people", "draw", "tables", "over"])
def test_no_word_of_a_knockout_is_broken_or_cut_where_names_are_long(scorer, visitor, at):
    people = [
        "Maximiliano Valenzuela & Karla",
        "Ana & Bea",
        "Ciro & Dani",
        "Eva & Fil",
        "Gus & Hugo",
    ]
    night = nights.come(visitor, nights.start(visitor, how="knockout"), people)
    for number, tables in ((1, 1), (2, 2), (3, 2)) if at == "over" else ():
        nights.open_tables(visitor, night, number)
        for table in range(1, tables + 1):
            nights.enter(visitor, night, number, table, one="100", other="60")
    if at == "draw":
        nights.press(visitor, night, "Make the draw for round 1")
    elif at == "tables":
        nights.open_tables(visitor, night)
    *_tables, officials = nights.addresses(visitor.open(f"{night.address}/codes"))
    scorer.open(officials)
    for window in scorer.on(*WINDOWS):
        assert (parted(scorer.page, "main", r"\p{L}+"), window) == ([], window)
        assert (scorer.page.evaluate(HIDDEN_WORDS), window) == ([], window)


def test_four_play_each_alone_and_the_golden_button_says_who_has_won(scorer):
    start(scorer, "New partner every round", "4 players", *FOUR)
    expect(scorer.page.locator(".person:visible")).to_have_count(4)
    play(scorer, 1, 20, 40, 100, 60)
    scorer.sees("All tables are finished.")
    expect(scorer.page.locator(".standings tbody tr:visible").first).to_contain_text("1")


LONG_NAMES = ("Maximiliano Valenzuela", "Hermenegildo Etxeberria", "Bartholomew Featherstonehaugh")
WALLS = tuple(window for window in TABLETS if window["width"] >= 1024)


@pytest.mark.parametrize("people", [12, 32, 64])
def test_the_wall_shows_all_of_every_table_however_long_the_names_are(scorer, visitor, people):
    names = [f"{LONG_NAMES[at % 3]} {at}" for at in range(people)]
    night = nights.come(visitor, nights.start(visitor, minutes="30"), names)
    wall = f"{night.address}/wall"

    def shows_all(part):
        scorer.open(wall)
        assert misfits(scorer.page, *WALLS, reached=part, to_the_end=part, apart=part) == []
        for _size in scorer.on(*WALLS):
            assert not scorer.page.evaluate(SCROLLS)

    shows_all(".here li")
    nights.press(visitor, night, "Make the draw for round 1")
    shows_all(".seat-name" if people == 12 else ".side")
    nights.press(visitor, night, "Open the tables")
    nights.enter(visitor, night, 1, 1, one="100", other="60")
    shows_all(".side")


def test_the_clock_of_a_night_follows_its_stream_and_no_page_asks_for_it_again(scorer, visitor):
    night = nights.come(visitor, nights.start(visitor, minutes="30"), FOUR)
    nights.open_tables(visitor, night)
    # Until its stream begins, a page asks.
    with scorer.page.expect_response("**/events?*"):
        scorer.open(night.address)
    timer = scorer.page.locator("#tables .timer")
    expect(timer).to_have_text(re.compile("30:00|29:5."))
    asked = list[str]()
    scorer.page.on("request", lambda each: asked.append(each.url))
    nights.press(visitor, night, "Pause all clocks")
    expect(timer).to_have_text(re.compile("(30:00|29:..) paused"))
    nights.press(visitor, night, "+5 minutes")
    expect(timer).to_have_text(re.compile("3[45]:.. paused"))
    nights.press(visitor, night, "Resume all clocks")
    expect(timer).to_have_text(re.compile("3[45]:..$"))
    assert asked == []

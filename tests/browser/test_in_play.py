"""Points made in play by touch: on the table, by several devices, until the round is closed."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.measuring import SCROLLS, glyphs, misfits, unmet
from tests.browser.pages import FOUR, LONG, LONG_TEN, NAMED_TEN, counted, of_ten, turn
from tests.browser.scorer import PHONE, TABLET, UPRIGHT
from tests.support.drafts import send_points
from tests.web.visitor import TEN

# What browsers leave of a tablet and of a phone, and the whole screens.
WINDOWS = (
    *(ViewportSize(width=w, height=h) for w, h in ((1024, 672), (1180, 740), (768, 950))),
    *(ViewportSize(width=w, height=h) for w, h in ((390, 664), (360, 640), (412, 700))),
    *(TABLET, UPRIGHT, PHONE),
)


def digits(watching):
    return watching.page.locator(".sides .digits, .scores .digits").filter(visible=True)


def reads(watching, *scores):
    expect(digits(watching)).to_have_text([f"{score}" for score in scores])


def test_points_count_at_once_on_every_device_until_the_round_is_closed(scorer, phone, visitor):
    table = visitor.start("Ana", "Bea", game="all-fives")
    scorer.open(table.address)
    phone.open(table.address)
    # Two taps on one button are two scores.
    scorer.walks("+10 for Ana; +10 for Ana | Ana +10 in play / 0 and 20 so far / 80 to go")
    phone.walks("+5 for Bea | Bea +5 in play / 0 and 5 so far / Round 1 is over")
    reads(scorer, 20, 5)
    reads(phone, 20, 5)
    scorer.open(f"{table.address}/wall")
    reads(scorer, "20 points", "5 points")
    scorer.sees("0 and 20 so far")
    scorer.open(table.address)
    # One place has the way back, and only for what was last.
    scorer.walks("Undo +5 | Ana +10 in play / Undo +10")
    reads(phone, 20, 0)
    phone.walks("Undo +10 | 0 and 10 so far")
    reads(scorer, 10, 0)
    scorer.page.locator(".go").tap()
    scorer.walks("Ana: out; Bea: 5-5")
    scorer.sees("Ana scored 10 points in play.")
    scorer.record()
    reads(scorer, 20, 0)
    scorer.walks("| Enter round 2 / not so far")
    reads(phone, 20, 0)
    scorer.unfold("Why?")
    scorer.walks("Edit round 1 | In play")
    expect(scorer.page.locator('[name="hands-0-tally"]')).to_have_value("10")
    scorer.open(table.address)
    scorer.walks("+15 for Bea | Undo +15")
    scorer.walks("Undo +15; Undo | Round 1 undone")
    reads(phone, 0, 0)


def test_what_cannot_be_sent_is_kept_and_a_lost_answer_counts_once(scorer, visitor):
    table = visitor.start("Ana", "Bea", game="all-fives")
    scorer.open(table.address)
    # Nothing is kept before there is a line that says so, beside those of the table and its stream.
    expect(scorer.page.locator(".top .pill")).to_have_count(3)
    scorer.page.route("**/in-play", lambda route: route.abort())
    scorer.walks("+10 for Ana; +5 for Bea | Not sent yet: +10 for Ana · +5 for Bea")
    # Neither a reload loses it, nor is what is taken back sent at all.
    scorer.page.reload()
    scorer.walks("| Not sent yet: +10 for Ana · +5 for Bea")
    scorer.page.unroute("**/in-play")
    reads(scorer, 10, 5)
    scorer.walks("| not Not sent yet")

    def lose(route):
        route.fetch(max_redirects=0)
        route.abort()

    scorer.page.route("**/in-play", lose, times=1)
    scorer.press("+20 for Bea")
    reads(scorer, 10, 25)
    scorer.walks("| Bea +20 in play / not Not sent yet")
    # What others closed meanwhile is not added to the next round.
    scorer.page.route("**/in-play", lambda route: route.abort())
    scorer.press("+15 for Ana")
    visitor.play(table, "", "5-5")
    scorer.page.unroute("**/in-play")
    scorer.walks("| Another device was faster: nothing was changed. / Enter round 2")


def test_each_side_adds_its_points_at_its_own_edge(scorer, visitor):
    turn(scorer, visitor.start(*FOUR, game="all-fives", partners="y").address)
    scorer.press("+15 for Dani")
    expect(scorer.page.locator(".panel .digits:visible")).to_have_text(
        [f"{n} points" for n in (0, 15) * 2]
    )
    scorer.walks("| Round 1 is over")
    scorer.page.locator(".middle").get_by_role("button", name="Undo +15").tap()
    scorer.walks("| Enter round 1")


def playing(visitor, game, names, *made, **chosen):
    table = visitor.start(*names, game=game, **chosen)
    for seen, points in enumerate(made):
        assert send_points(visitor, table, seen=seen, points=points)
    return table


IN_PLAY = (
    ("all-fives", FOUR[:2], ("0 15", "1 10"), {}),
    ("all-fives", FOUR[:3], ("0 15", "1 10"), {}),
    ("all-fives", FOUR, ("0 15", "1 10"), {}),
    ("all-fives", NAMED_TEN[:4], ("0 15", "1 10"), {"partners": "y"}),
    ("all-fives", LONG, ("0 15", "1 10"), {}),
    ("bergen", FOUR[:2], ("0 2", "1 3"), {}),
    ("five-up", FOUR[:3], ("0 6", "1 5"), {}),
    ("all-threes", FOUR[:2], ("0 18", "1 15"), {}),
    ("fives-and-threes", FOUR[:2], ("0 8",) * 8, {}),
    ("triominos", FOUR[:2], ("0 50", "1 40"), {}),
    ("triominos", FOUR, ("0 50", "1 40"), {}),
)


@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])
def test_points_and_their_buttons_are_seen_at_once_in_every_window(scorer, visitor, turned):
    if turned:
        # The choice is kept for the tables that are opened later.
        turn(scorer, visitor.start(*FOUR).address)
    for game, names, made, chosen in IN_PLAY:
        scorer.open(playing(visitor, game, names, *made, **chosen).address)
        for screen in scorer.on(*WINDOWS):
            told = game, len(names), screen
            assert not scorer.page.evaluate(SCROLLS), told
            # What was measured before is scrolled to.
            scorer.page.locator(".middle, .plus").evaluate_all(
                "all => all.forEach((each) => each.scrollTo(0, 0))"
            )
            over = ".middle .primary" if turned else ".go, .news .btn"
            # Where there are many, the last of them may be a swipe away.
            buttons = ".plus:not(.steps-8) .btn, .plus.steps-8 .btn:nth-child(-n + 4)"
            for wish, parts in (("reached", f"{over}, {buttons}"), ("apart", buttons)):
                assert unmet(scorer.page.locator(parts), wish) == [], told
            assert misfits(scorer.page, screen) == [], told
            if not turned:
                assert all(each["inside"] for each in glyphs(digits(scorer))), told
                if names is not LONG:
                    assert unmet(scorer.page.locator(".news .news-text"), "to_the_end") == [], told


def test_a_table_does_not_scroll_in_any_window(scorer, visitor):
    tables = [visitor.start(*TEN[:count], game="chicken-foot") for count in (2, 3, 4, 5, 7, 10)]
    for table, count in zip(tables, (2, 3, 4, 5, 7, 10), strict=True):
        counted(visitor, table, "out", *(f"{10 + seat}" for seat in range(1, count)))
    tables.append(of_ten(visitor, LONG_TEN, 1))
    tables.append(visitor.start(*LONG, partners="y"))
    scorer.open("/offline")
    for language in ("en", "hu", "fr", "es", "it", "pt"):
        scorer.speak(language)
        for table in tables if language == "en" else tables[2:3]:
            for page in ("", "/wall"):
                scorer.open(f"{table.address}{page}")
                for large in ("", "data-large"):
                    if large:
                        scorer.page.evaluate(f"document.documentElement.toggleAttribute('{large}')")
                    for screen in scorer.on(*WINDOWS):
                        told = table.address, page, language, large, screen
                        assert not scorer.page.evaluate(SCROLLS), told
                        if not page:
                            assert unmet(scorer.page.locator(".go"), "reached") == [], told
        scorer.open("/offline")


def test_the_clock_is_a_large_figure_and_the_last_round_is_said_in_words(scorer, visitor):
    table = visitor.start("Ana", "Bea", minutes="45", game="all-fives")
    figure = scorer.page.locator(".clock .timer:visible").first
    scorer.open(table.address)
    expect(figure).to_have_text(re.compile(r"^\d+:\d\d$"))
    scorer.walks("| of 45 minutes")
    for screen in scorer.on(*WINDOWS):
        size = figure.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert size >= (96 if screen["width"] > 600 else 68), screen
        assert unmet(scorer.page.locator(".table-page > .clock"), "in_line") == [], screen
        assert not scorer.page.evaluate(SCROLLS), screen
    scorer.open(f"{table.address}/wall")
    expect(figure).to_have_text(re.compile(r"^\d+:\d\d$"))
    over = visitor.start("Ana", "Bea", minutes="45", game="all-fives")
    scorer.page.route("**/timer", lambda route: route.fulfill(json={"left": 0, "paused": False}))
    scorer.open(over.address)
    scorer.walks("| Last round / It counts. Then the leader wins. / the last / not of 45")
    for screen in scorer.on(*WINDOWS):
        place = scorer.page.locator(".table-page > .clock")
        assert [*unmet(place, "in_line"), *unmet(place, "to_the_end")] == [], screen
        assert unmet(scorer.page.locator(".go"), "to_the_end") == [], screen

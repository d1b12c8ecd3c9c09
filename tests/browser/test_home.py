"""From the home page: a match to go on with, one to start, and an evening of three tables."""

import re
from datetime import timedelta

from playwright.sync_api import expect

from scorekeeper.figures import clock
from scorekeeper.scorebook.listing import LISTED_A_PAGE
from tests.browser.measuring import STICKING_OUT, WIDE, misfits, places, unmet
from tests.browser.pages import FOUR, LONG
from tests.browser.scorer import AT_ONCE, PHONE, SCREENS, TABLET, UPRIGHT, Scorer
from tests.web.club.test_evening import TWELVE
from tests.web.home.test_home import end_at, finish
from tests.web.visitor import TEN

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
        assert all(at[3] - at[1] < 30 for at in places(scorer.page, ".who b").values()), screen


def test_one_code_is_shown_and_the_others_unfold_and_links_are_copied_and_sent(scorer):
    page = scorer.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = undefined")
    scorer.start("Ana", "Bea")
    scorer.open(f"{page.url}/links")
    codes = page.locator(".code")
    for screen in scorer.on(*SIZES):
        assert [code.is_visible() for code in codes.all()] == [True, False, False], screen
        left, _, right, _ = places(page, ".code")[".code 0"]
        assert right - left >= 320, screen
    page.get_by_text("Full control", exact=True).tap()
    assert [code.is_visible() for code in codes.all()] == [True, False, True]
    assert misfits(page, *SIZES) == []
    page.locator("[data-copy=watch-address]").tap()
    scorer.sees("Copied")
    link = page.locator("#watch-address").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    # The system sends a link where it can.
    expect(page.get_by_role("button", name="Send …")).to_have_count(0)
    page.add_init_script("navigator.share = async (sent) => { document.title = sent.url; }")
    page.reload()
    page.get_by_role("button", name="Send …").first.tap()
    expect(page).to_have_title(re.compile("/join/"))


def seats(scorer):
    return scorer.page.locator(".seat:visible")


def seat(scorer, number):
    return scorer.page.get_by_label(f"Seat {number}", exact=True)


def fill(scorer, names):
    for number, name in enumerate(names, 1):
        seat(scorer, number).fill(name)


def chips(scorer):
    return scorer.page.locator("#chips button")


def in_colours(parts, *colours):
    for place, colour in enumerate(colours):
        expect(parts.nth(place)).to_contain_class(colour)


def test_names_are_tapped_onto_seats_and_keep_their_colours(scorer, visitor):
    visitor.start(*FOUR)
    visitor.start("Ana", "Eva", "Fede")
    scorer.open("/matches/new")
    # Whoever played last comes first.
    expect(chips(scorer)).to_have_text(["Ana", "Eva", "Fede", *FOUR[1:]])
    asked = scorer.page.locator("#sits")
    before = places(scorer.page, "#chips button")
    # A seat is chosen by touch, and no keyboard opens over the names.
    for number, name in {1: "Bea", 2: "Eva", 4: "Ana"}.items():
        if number == 4:
            seat(scorer, 4).tap()
            expect(seat(scorer, 4)).not_to_be_focused()
        expect(asked).to_have_text(f"Who sits at seat {number}?")
        chips(scorer).get_by_text(name).tap()
        expect(seat(scorer, number)).to_have_value(name)
        # Whoever sits already cannot sit twice.
        expect(chips(scorer).get_by_text(name)).to_be_disabled()
    expect(asked).to_have_text("Who sits at seat 3?")
    # No name has moved under the finger.
    assert places(scorer.page, "#chips button") == before
    seat(scorer, 2).tap()
    scorer.press("Nobody")
    expect(seat(scorer, 2)).to_have_value("")
    seat(scorer, 2).fill("fede ")
    expect(chips(scorer).get_by_text("Fede")).to_be_disabled()
    in_colours(seats(scorer), "c2", "c3")
    scorer.press("Start match")
    expect(scorer.page.locator(".side h2")).to_have_text(["Bea", "Fede", "Ana"])
    in_colours(scorer.page.locator(".side"), "c2", "c3", "c1")


def test_a_name_that_is_not_known_is_typed_and_seats_are_filled_in_order_of_play(scorer, visitor):
    visitor.start("Ana", "Bea")
    keyboard = scorer.page.keyboard
    scorer.open("/matches/new")
    scorer.press("New name")
    expect(seat(scorer, 1)).to_be_focused()
    keyboard.type("Inés")
    # Where the keyboard is open already, the next seat is typed too.
    seat(scorer, 2).tap()
    keyboard.type("Juan")
    chips(scorer).get_by_text("Ana").tap()
    expect(seat(scorer, 2)).to_have_value("Ana")
    # Otherwise the second touch on a seat is to type.
    for _ in range(2):
        seat(scorer, 4).tap()
    expect(seat(scorer, 4)).to_be_focused()
    seat(scorer, 4).fill("Juan")
    scorer.press("Start match")
    expect(scorer.page.locator(".side h2")).to_have_text(["Inés", "Ana", "Juan"])
    # The keyboard alone goes from seat to seat in order of play.
    scorer.open("/matches/new?game=block")
    fill(scorer, ("", "", "", ""))
    seat(scorer, 1).focus()
    keyboard.type("Ciro")
    for _ in range(2):
        keyboard.press("Tab")
    expect(seat(scorer, 3)).to_be_focused()
    expect(scorer.page.locator("#sits")).to_have_text("Who sits at seat 3?")
    chips(scorer).get_by_text("Bea").focus()
    keyboard.press("Enter")
    expect(seat(scorer, 3)).to_have_value("Bea")
    seat(scorer, 3).press("End")
    seat(scorer, 3).press("Enter")
    expect(scorer.page.locator(".side h2")).to_have_text(["Ciro", "Bea"])


def test_partners_sit_opposite_each_other_in_the_colour_of_their_side(scorer):
    scorer.open("/matches/new")
    fill(scorer, FOUR)
    scorer.page.get_by_role("checkbox", name="Partners").tap()
    in_colours(seats(scorer), "c1", "c2", "c1", "c2")
    for screen in scorer.on(*SCREENS):
        # Twice the middle of each seat.
        found = [places(scorer.page, ".seat")[f".seat {place}"] for place in range(4)]
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = ((a + c, b + d) for a, b, c, d in found)
        assert x2 < x1 == x3 < x4, screen
        assert y3 < y2 == y4 < y1, screen


def test_there_are_as_many_seats_as_the_game_takes_and_whoever_sits_stays(scorer):
    # Still: until what was pressed has sprung back, its edges lie between pixels.
    scorer.page.emulate_media(reduced_motion="reduce")
    games = {"jamaican-draw": 2, "martinique": 3, "block": 4, "chicken-foot": 5, "italian": 5}
    for game, count in games.items():
        scorer.open(f"/matches/new?game={game}")
        expect(seats(scorer)).to_have_count(count)
        assert misfits(scorer.page, *SCREENS) == [], game
    seat(scorer, 5).fill("Eva")
    scorer.choose("Block")
    expect(seats(scorer)).to_have_count(5)
    expect(seat(scorer, 5)).to_have_value("Eva")
    # A game that is not for five is greyed, and says why, and long names fit.
    fill(scorer, LONG)
    scorer.unfold("All games")
    expect(scorer.page.locator(".unfit #game-block-for")).to_have_text("for 2 to 4")
    expect(scorer.page.locator(".unfit #game-chicken-foot")).to_have_count(0)
    assert misfits(scorer.page, *SCREENS) == []
    scorer.page.get_by_role("checkbox", name="More players").tap()
    expect(seats(scorer)).to_have_count(10)
    fill(scorer, TEN)
    assert misfits(scorer.page, *SCREENS) == []
    scorer.page.set_viewport_size(TABLET)
    scorer.choose("Mexican Train")
    scorer.press("Start match")
    expect(scorer.heading).to_have_text("Mexican Train")


def test_a_match_is_started_without_scrolling_and_goals_are_one_row(scorer, visitor):
    visitor.start(*TEN, game="chicken-foot")
    scorer.open("/matches/new?game=block")
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        for part in (scorer.control("Start match"), seats(scorer), *chips(scorer).all()[:4]):
            assert unmet(part, "reached") == [], screen
        goals = scorer.page.locator(".goals .row > :visible")
        tops = [box["y"] for each in goals.all() if (box := each.bounding_box())]
        assert (len(tops), len({*tops})) == (5, 1), screen


def test_twelve_play_an_evening_at_three_tables_by_touch(scorer, phone, context, visitor):
    scorer.open("/")
    scorer.press_in_menu("Club evenings")
    scorer.page.get_by_label("Name").fill("Friday")
    scorer.page.get_by_label("Goal").fill("30")
    scorer.page.get_by_label("Rounds", exact=True).fill("1")
    scorer.press("Start the evening")
    scorer.page.get_by_label("Names").fill("\n".join(TWELVE))
    scorer.press("They are here")
    scorer.press("Draw round 1")
    names, people = (scorer.page.locator(f".swap .board {kind}") for kind in ("label", "input"))
    first, last = names.first.inner_text(), names.last.inner_text()
    people.first.tap()
    people.last.tap()
    expect(names.first).to_have_text(last)
    expect(names.last).to_have_text(first)
    scorer.press("Open the tables")
    address = scorer.page.url.partition("#")[0]
    wall = Scorer(context.new_page())
    wall.open(f"{address}/wall")
    wall.sees("3 tables are still played.")
    scorer.open(f"{address}/codes")
    shown = [each.input_value() for each in scorer.page.locator(".address").all()]
    codes = [each[each.index("/club/") :] for each in shown if "/tables/" in each]
    table, *others = codes
    # Each table has a device of its own.
    phone.open(table)
    expect(phone.heading).to_have_text("Block, partners")
    players = " & ".join(phone.page.locator(".side h2").all_inner_texts()).split(" & ")
    phone.press("Enter round 1")
    for name, tiles in zip(players, ("", "6-6 5-6", "5-5 4-5", "4-4 3-4"), strict=True):
        phone.hold(name, tiles)
    phone.record()
    phone.sees("Next round")
    for left, other in zip(("2 tables", "1 table"), others, strict=True):
        expect(wall.page.locator("h2").first).to_contain_text(left, timeout=AT_ONCE)
        match = visitor.follow(visitor.open(other))
        visitor.play(match, "", "66 56", "55 45", "44 34")
    expect(wall.page.locator("h2").first).to_contain_text("All tables", timeout=AT_ONCE)
    phone.open(table)
    phone.sees("the next match opens here by itself")
    scorer.open(address)
    scorer.sees("All tables are finished.", "Standings")
    scorer.page.locator(".standings summary").first.tap()
    scorer.sees("Round 1: Won")
    scorer.page.locator(".sharing summary").tap()
    with scorer.page.expect_download() as saved:
        scorer.press("Picture")
    assert saved.value.suggested_filename == "evening.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_clock_of_a_match_counts_down_is_paused_and_says_when_the_hand_is_the_last(
    scorer, phone, visitor
):
    table = visitor.start("Ana", "Bea", minutes="5").address
    scorer.open(table)
    phone.open(f"{table}/wall")
    here, there = (each.page.locator(".meta .timer") for each in (scorer, phone))
    expect(here).to_have_text(re.compile("^4:"))
    expect(there).to_have_text(re.compile("^4:"))
    scorer.press_in_menu("Pause the clock")
    expect(there).to_have_text("5:00 paused")
    scorer.press_in_menu("+5 minutes")
    expect(there).to_have_text("10:00 paused")
    scorer.walks("Undo; Undo the change of the clock")
    expect(here).to_have_text(re.compile("^4:..$"))
    # What the server says counts, whatever the device takes it for.
    answer = {"left": 0, "paused": False}
    scorer.page.route("**/timer", lambda route: route.fulfill(json=answer))
    scorer.open(table)
    expect(here).to_have_text("Last hand: it counts, and then whoever is ahead wins.")

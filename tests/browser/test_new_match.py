"""The page that starts a match: who sits down first, then only games that fit, and nothing lost."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.pages.new_match.games import PAIRS, offered_games
from scorekeeper.rules import game_ids, load_game
from tests.browser.measuring import misfits, places, unmet
from tests.browser.pages import FOUR, LONG, LONG_TEN
from tests.browser.scorer import PHONE, SCREENS, TABLET, UPRIGHT
from tests.browser.seating import WINDOWS, chip, listed, names, plan, seats, sit, suggested
from tests.web.visitor import TEN


def taps(scorer):
    return int(scorer.page.evaluate("Number(sessionStorage.taps)"))


def test_a_heading_with_nothing_below_it_is_level_with_the_buttons_beside_it_on_a_phone(new_match):
    new_match.page.set_viewport_size(PHONE)
    heading, back = (
        place["y"] + place["height"] / 2
        for each in (new_match.heading, new_match.control("Back"))
        if (place := each.bounding_box())
    )
    assert abs(heading - back) < 2


def test_four_names_and_start_are_five_taps_and_the_same_four_are_two(new_match):
    sit(new_match, *FOUR)
    expect(plan(new_match)).to_have_text("Ana & Ciro against Bea & Dani Partnership · first to 100")
    new_match.press("Start match")
    expect(new_match.heading).to_have_text("Partnership")
    assert taps(new_match) == 5
    new_match.open("/matches/new")
    new_match.press("Same 4 as last time")
    new_match.press("Start match")
    expect(new_match.page.locator(".side h2:visible")).to_have_text(["Ana & Ciro", "Bea & Dani"])
    assert taps(new_match) == 7
    # One of the games that stand there is one more, and one from the list is two more.
    new_match.open("/matches/new")
    new_match.press("Same 4 as last time")
    suggested(new_match).get_by_text("Block", exact=True).tap()
    listed(new_match).get_by_role("radio", name="Gaple").tap()
    expect(new_match.page.get_by_role("dialog")).to_have_count(0)
    new_match.press("Start match")
    expect(new_match.heading).to_have_text("Gaple, partners")
    assert taps(new_match) == 12


def test_a_name_takes_the_next_free_seat_the_table_grows_and_no_name_moves_under_the_finger(
    new_match,
):
    before = places(new_match.page, "#chips button")
    expect(names(new_match)).to_have_text([f"Seat {number}" for number in range(1, 5)])
    sit(new_match, "Dani", "Ana", "Eva", "Bea", "Gina")
    expect(names(new_match)).to_have_text(["Dani", "Ana", "Eva", "Bea", "Gina"])
    expect(chip(new_match, "Eva")).to_be_disabled()
    assert places(new_match.page, "#chips button") == before
    # No two have the same colour.
    colours = new_match.page.locator(".seat:visible").evaluate_all(
        "seats => new Set(seats.map((seat) => seat.className.match(/c[0-9]+/)[0])).size"
    )
    assert colours == 5
    sit(new_match, "Ciro", "Fede")
    for number in range(8, 11):
        new_match.sit_down(f"New {number}")
    expect(seats(new_match)).to_have_count(10)
    expect(new_match.control("New name")).to_be_disabled()


def test_a_tapped_seat_changes_places_is_left_or_has_its_name_corrected(new_match):
    sit(new_match, *FOUR)
    seats(new_match).get_by_text("Bea", exact=True).tap()
    new_match.sees("Swap Bea: tap the other seat.")
    seats(new_match).get_by_text("Ciro", exact=True).tap()
    expect(names(new_match)).to_have_text(["Ana", "Ciro", "Bea", "Dani"])
    expect(plan(new_match)).to_contain_text("Ana & Bea against Ciro & Dani")
    # The same seat once more lets it be.
    for _ in range(2):
        seats(new_match).get_by_text("Ana", exact=True).tap()
    expect(chip(new_match, "Eva")).to_be_visible()
    seats(new_match).get_by_text("Dani", exact=True).tap()
    new_match.press("Stands up")
    expect(names(new_match)).to_have_text(["Ana", "Ciro", "Bea", "Seat 4"])
    seats(new_match).get_by_text("Bea", exact=True).tap()
    new_match.press("Rename")
    typed = new_match.page.get_by_role("dialog").get_by_role("textbox")
    expect(typed).to_have_value("Bea")
    typed.fill("Ana")
    new_match.press("Sits down")
    new_match.sees("Ana sits here twice: add a surname or an initial to one, such as “Ana B”.")
    typed.fill("Beatriz")
    new_match.press("Sits down")
    expect(names(new_match)).to_have_text(["Ana", "Ciro", "Beatriz", "Seat 4"])
    # A free seat asks who sits there; whoever is known and begins so is one tap.
    seats(new_match).get_by_text("Seat 4").tap()
    typed.fill("da")
    new_match.page.locator("#alike").get_by_text("Dani").tap()
    expect(names(new_match)).to_have_text(["Ana", "Ciro", "Beatriz", "Dani"])
    # Of more than four no seat stays empty.
    sit(new_match, "Eva")
    seats(new_match).get_by_text("Ana", exact=True).tap()
    new_match.press("Stands up")
    expect(names(new_match)).to_have_text(["Ciro", "Beatriz", "Dani", "Eva"])


def fitting(table):
    games = [offered_games(())[game] for game in game_ids()]
    return sorted(game.name for game in games if table in game.tables)


@pytest.mark.parametrize(
    ("seated", "table", "stand"),
    [
        (2, "2", ["Block", "Draw", "All Fives"]),
        (4, PAIRS, ["Partnership", "Block", "Draw"]),
        (5, "5", ["Mexican Train", "Chicken Foot", "Italian"]),
        (6, "6", ["Mexican Train", "Chicken Foot"]),
        (10, "10", ["Mexican Train", "Chicken Foot"]),
    ],
)
def test_only_games_that_fit_are_offered_and_each_of_those_that_stand_there_starts(
    new_match, seated, table, stand
):
    known = (*FOUR, "Eva", "Fede", "Gina")
    for game in stand:
        new_match.open("/matches/new")
        sit(new_match, *known[:seated])
        new_match.sit_down(*(f"New {number}" for number in range(len(known), seated)))
        # What was played last comes first.
        expect(suggested(new_match)).to_have_count(len(stand))
        assert {*suggested(new_match).locator("b").all_inner_texts()} == {*stand}
        if game == stand[-1] and len(fitting(table)) > len(stand):
            shown = listed(new_match).locator(".game:visible label").all_inner_texts()
            assert sorted(shown) == fitting(table)
            new_match.press("Close")
        suggested(new_match).get_by_text(game, exact=True).tap()
        new_match.press("Start match")
        expect(new_match.heading).to_have_text(re.compile(f"^{game}"))


def test_four_say_whether_they_play_in_pairs_and_the_games_follow(new_match):
    sides = new_match.page.locator("#sides")
    sit(new_match, *FOUR[:3])
    expect(sides).to_be_hidden()
    expect(new_match.page.locator(".game-choice:visible")).to_contain_text("Block")
    sit(new_match, "Dani")
    expect(new_match.control("In pairs")).to_have_attribute("aria-pressed", "true")
    new_match.press("Singles")
    expect(plan(new_match)).to_contain_text("Ana, Bea, Ciro, Dani")
    expect(suggested(new_match).locator("b")).to_have_text(["Block", "Draw", "All Fives"])
    expect(listed(new_match).get_by_role("radio", name="Kozel", exact=True)).to_be_hidden()
    new_match.press("Close")
    new_match.press("In pairs")
    expect(plan(new_match)).to_contain_text("Partnership")
    sit(new_match, "Eva")
    expect(sides).to_be_hidden()
    # A game that a link asks for says how four play.
    new_match.page.evaluate("sessionStorage.clear()")
    new_match.open("/matches/new?game=french")
    new_match.sees("French for 4")
    new_match.press("Same 4 as last time")
    new_match.press("Singles")
    expect(plan(new_match)).to_contain_text("French")


def test_partners_sit_opposite_each_other_and_are_joined(new_match):
    sit(new_match, *FOUR)
    for screen in new_match.on(*WINDOWS):
        # Twice the middle of each seat.
        found = [places(new_match.page, ".seat")[f".seat {place}"] for place in range(4)]
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = ((a + c, b + d) for a, b, c, d in found)
        assert x2 < x1 == x3 < x4, screen
        assert y3 < y2 == y4 < y1, screen
    colours = new_match.page.locator(".seat:visible").evaluate_all(
        "seats => seats.map((seat) => getComputedStyle(seat).getPropertyValue('--side'))"
    )
    assert colours[:2] == colours[2:]
    assert len({*colours}) == 2


def test_a_game_is_found_by_its_name_a_country_and_the_words_of_its_rules(new_match):
    sit(new_match, *FOUR)
    games = listed(new_match)
    shown, search = games.locator(".game:visible label"), games.get_by_role("searchbox")
    for sought, found in (
        ("CUBA", ["Cuban double-nine", "East Cuban"]),
        ("capicua dominican", ["Dominican, patio"]),
        ("russia", ["Kozel"]),
        ("no such game", []),
    ):
        search.fill(sought)
        expect(shown).to_have_text(found)
    # What fits another table is named, but cannot be tapped.
    search.fill("hungar")
    expect(shown).to_have_text([])
    expect(games).to_contain_text("Hungarian (for 2 to 4)")
    search.fill("venezuela")
    search.press("Enter")
    expect(games).to_be_visible()
    games.get_by_role("radio").filter(visible=True).tap()
    new_match.press("Start match")
    expect(new_match.heading).to_have_text("Venezuelan partners")


def test_how_a_game_is_played_opens_over_the_page_and_over_the_list(new_match):
    sit(new_match, *FOUR)
    new_match.press("How to play Block")
    about = new_match.page.locator("#about")
    expect(about.get_by_role("heading", level=2).first).to_have_text("Block")
    expect(about.locator(".summary li:visible")).to_have_count(3)
    expect(about.locator(".example .tile").first).to_be_visible()
    about.get_by_role("button", name="Close").tap()
    expect(plan(new_match)).to_contain_text("Partnership")
    games = listed(new_match)
    games.get_by_role("link", name="How to play Gaple").tap()
    new_match.press("Play this")
    expect(new_match.page.get_by_role("dialog")).to_have_count(0)
    expect(plan(new_match)).to_contain_text("Gaple · first to 10")
    # Without a connection the guide is opened, and says what it can.
    new_match.page.route("**/games/block", lambda route: route.abort(), times=1)
    new_match.press("How to play Block")
    expect(new_match.page).to_have_url(re.compile("/games/block$"))


def test_the_goal_is_any_number_and_one_of_rounds_is_not_taken_for_points(new_match):
    sit(new_match, *FOUR)
    goals = new_match.page.locator(".row .choice:visible label")
    expect(goals).to_have_text(["100", "50", "150", "200", "other"])
    new_match.choose("other")
    done = new_match.control("Done")
    digits = new_match.page.locator("#digits")
    digits.get_by_text("0", exact=True).tap()
    expect(done).to_be_disabled()
    digits.get_by_role("button", name="Delete").tap()
    for digit in "75":
        digits.get_by_text(digit, exact=True).tap()
    done.tap()
    expect(goals.last).to_have_text("75")
    expect(plan(new_match)).to_contain_text("Goal: 75")
    new_match.choose("50")
    expect(plan(new_match)).to_contain_text("Goal: 50")
    # The number is kept for the case that it is wanted again.
    new_match.choose("other")
    expect(new_match.page.get_by_label("or another number")).to_have_value("75")
    done.tap()
    sit(new_match, "Eva", "Fede")
    expect(goals).to_have_text(["13 rounds", "6", "7", "10", "other"])
    expect(plan(new_match)).to_contain_text("Mexican Train · 13 rounds, lowest wins")
    new_match.choose("7")
    new_match.press("Start match")
    new_match.sees("round 1 of 7")


def test_table_game_goal_and_start_are_seen_at_once_and_start_never_moves(new_match):
    page = new_match.page
    start, goals = new_match.control("Start match"), page.locator(".row .choice:visible")
    for screen in new_match.on(*WINDOWS, TABLET, UPRIGHT, PHONE):
        new_match.open("/matches/new")
        expect(start).to_be_disabled()
        at = places(page, ".bar .primary")
        for people in (FOUR, ("Eva", "Fede")):
            sit(new_match, *people)
            for parts in (start, goals, seats(new_match), suggested(new_match)):
                assert unmet(parts, "reached") == [], screen
            assert places(page, ".bar .primary") == at, screen
        tops = {box["y"] for each in goals.all() if (box := each.bounding_box())}
        assert len(tops) == 1, screen
        page.evaluate("sessionStorage.clear()")


# What lies behind what is open is not there to be touched.
BEHIND = """(behind) => {
  const open = document.querySelector("dialog[open]");
  for (const part of document.querySelectorAll("a, button, input, select, summary"))
    part.inert = behind && !open.contains(part);
}"""


@pytest.mark.parametrize("language", ["en", "hu"])
def test_all_that_opens_over_the_page_fits_every_window_with_the_longest_names(
    scorer, visitor, language
):
    visitor.start(*LONG, partners="y")
    page, sizes = scorer.page, (*WINDOWS, *SCREENS)
    page.emulate_media(reduced_motion="reduce")
    scorer.open("/matches/new")
    scorer.speak(language)
    faults = misfits(page, *sizes)
    page.locator("#same").tap()
    faults += misfits(page, *sizes)
    page.locator(".seat button").first.tap()
    faults += misfits(page, *sizes)
    for opens in ("#correct", ".row input >> nth=-1", ".others", ".suggested .how"):
        page.set_viewport_size(TABLET)
        page.locator(opens).first.tap()
        expect(page.locator("dialog[open]")).to_be_visible()
        page.evaluate(BEHIND, True)
        faults += [f"{opens}: {fault}" for fault in misfits(page, *sizes)]
        page.evaluate(BEHIND, False)
        page.keyboard.press("Escape")
    assert faults == []


def test_ten_with_the_longest_names_fit_every_window(scorer):
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.open("/matches/new")
    scorer.sit_down(*LONG_TEN)
    assert misfits(scorer.page, *WINDOWS, *SCREENS) == []
    scorer.press("Start match")
    expect(scorer.heading).to_have_text("Mexican Train")


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_scripts_the_form_offers_all_seats_and_games_and_keeps_what_was_typed(scorer):
    page = scorer.page
    scorer.open("/matches/new")
    assert page.get_by_role("radio", name=load_game("kozel").name, exact=True).is_visible()
    assert misfits(page, TABLET, PHONE) == []
    for number, name in enumerate(TEN[:3], 1):
        page.get_by_label(f"Seat {number}", exact=True).fill(name)
    page.get_by_role("radio", name="Kozel", exact=True).check()
    page.get_by_label("or another number").fill("120")
    scorer.press("Start match")
    scorer.sees("Kozel is for 4 players.")
    expect(page.get_by_label("Seat 3", exact=True)).to_have_value("Ciro")
    expect(page.get_by_label("or another number")).to_have_value("120")
    page.get_by_label("Seat 4", exact=True).fill("Dani")
    scorer.press("Start match")
    expect(page.locator(".side h2:visible")).to_have_text(["Ana & Ciro", "Bea & Dani"])

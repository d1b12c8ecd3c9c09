"""The table, its walls and its winner: large digits, whole names, and nothing to scroll for."""

from itertools import product

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.measuring import SCROLLS, WIDE, glyphs, misfits, panels, places, unmet
from tests.browser.pages import (
    FAR,
    FIVE,
    FIVE_EACH,
    FOUR,
    LONG,
    NAMED_TEN,
    PAIRS,
    counted,
    of_ten,
    turn,
)
from tests.browser.scorer import PHONE, SMALL_PHONE, TABLET, UPRIGHT
from tests.web.visitor import HEAVY, RECORD, TEN

WALL = ViewportSize(width=1920, height=1080)
PARTNERS = {"partners": "y"}
# How high digits are at least on a large screen, by how many there are in the longest score, and
# on a phone. Five do not fit as large on a tablet held upright.
LEAST, LEAST_OF_FIVE_UPRIGHT, LEAST_ON_A_PHONE = {2: 170, 3: 135}, {2: 160, 3: 120}, 80
# How large they are written at least, by the screen, the players and the digits.
WRITTEN = {(1024, 2, 3): 216, (320, 4, 3): 96}
# What five hold: the first goes out.
ROUND = ("out", "12", "9", "17", "31")
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


def table_of(visitor, players, digits, *, long=False):
    """Play until the longest score has so many digits; with names of forty letters, if `long`."""
    names = (*LONG, "Y" * 40)[:players] if long else FIVE[:players]
    if players == len(FIVE):
        table = visitor.start(*names, game="mexican-train")
        hands = ROUND if digits == 2 else ("out", *(f"{points}0" for points in ROUND[1:]))
        counted(visitor, table, *hands)
        return table
    table = visitor.start(*names, **FAR)
    for _ in range(1 if digits == 2 else 3):
        visitor.play(table, "", *FIVE_EACH[1:players])
    return table


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_names_and_digits_are_read_across_the_table_and_the_next_round_is_in_view(
    scorer, visitor, players, thorough
):
    # Each number of players and each number of digits with short names and with long ones.
    for digits, long in product((2, 3), (False, True)):
        if thorough or long is ((players + digits) % 2 == 0):
            scorer.open(table_of(visitor, players, digits, long=long).address)
            digits_are_read(scorer, players, digits, long=long)
            if not long:
                scorer.page.set_viewport_size(TABLET)
                letter, columns = 36 if players == 5 else 46, 3 if players == 3 else 2
                names_are_read(scorer, FIVE[:players], letter, columns)
                assert not scorer.page.evaluate(SCROLLS)


def digits_are_read(scorer, players, digits, *, long):
    """Expect on every screen that the scores are large, in line, and cover nothing."""
    longest = max(map(len, scorer.page.locator(".digits:visible").all_inner_texts()))
    assert longest == digits
    for screen in scorer.on(TABLET, UPRIGHT, PHONE, WIDE, SMALL_PHONE):
        width = screen["width"]
        shown = glyphs(scorer.page.locator(".sides .digits"))
        for each in shown:
            assert each["size"] >= WRITTEN.get((width, players, digits), 0), (screen, each)
            assert each["inside"], (screen, each)
        if screen == SMALL_PHONE:
            continue
        of_these = LEAST_OF_FIVE_UPRIGHT if (screen, players) == (UPRIGHT, 5) else LEAST
        # Above low panels a long name has a line.
        least = of_these[3 if long and players >= 4 else digits]
        heights = [each["height"] for each in shown]
        assert min(heights) >= (LEAST_ON_A_PHONE if screen == PHONE else least), screen
        # Those in a row end on one line, whatever stands beside them.
        columns = 1 if width <= UPRIGHT["width"] else 3 if players == 3 else 2
        rows = [shown[at : at + columns] for at in range(0, len(shown), columns)]
        assert all(len({round(each["bottom"]) for each in row}) == 1 for row in rows), screen
        assert scorer.page.evaluate(UNDER_THE_BAR) == [], screen
        assert misfits(scorer.page, screen, reached=".go") == []


def test_the_lowest_scores_are_as_large_as_fit(scorer, visitor):
    table = visitor.start("Ana", "Bea", **FAR)
    for _ in range(2):
        form = visitor.open_round(table)
        taken = {"correction_side": "0", "correction_points": "-9999"}
        visitor.send(form, {"hands-0-out": "y", "hands-1-tiles": "6-6", **taken, **RECORD})
    for page in ("", "/wall"):
        scorer.open(f"{table.address}{page}")
        expect(scorer.page.locator(".digits:visible").first).to_contain_text("−19")
        for screen, least in ((TABLET, 60), (UPRIGHT, 60), (PHONE, 30)):
            scorer.page.set_viewport_size(screen)
            shown = glyphs(scorer.page.locator(".side .digits").first)
            assert all(each["size"] >= least and each["inside"] for each in shown), (page, shown)


# How large the letters of names are on a wall, in how many columns they stand, and how large digits
# are there, in widths of the screen.
ON_THE_WALL = (
    (FIVE[:2], 56, 2, 0.2),
    (FIVE[:3], 56, 3, 0.14),
    (PAIRS, 56, 2, 0.12),
    (FIVE, 56, 3, 0.12),
    (TEN, 20, 4, 0.08),
)
LIGHTER = ("9-9 8-9 7-9 6-9 5-9", "4-4", "3-3", "2-2", "1-1", "0-1", "0-2", "0-3", "0-4")


def test_a_wall_is_read_from_four_metres_in_digits_as_large_as_fit(scorer, visitor):
    for names, letter, columns, digit in ON_THE_WALL:
        table = visitor.start(*names, game="chicken-foot")
        visitor.play(table, "", *LIGHTER[: len(names) - 1])
        scorer.open(f"{table.address}/wall")
        names_are_read(scorer, names, letter, columns)
        for screen in scorer.on(WALL, TABLET):
            assert not scorer.page.evaluate(SCROLLS), (names, screen)
            for each in glyphs(scorer.page.locator(".digits")):
                assert each["size"] >= digit * screen["width"], (names, each)
                assert each["inside"], (names, each)


def names_are_read(scorer, names, least, columns):
    """Expect that names are whole, in letters of some size and in so many columns."""
    shown = scorer.page.locator(".side h2")
    expect(shown).to_have_text(names)
    assert min(letters(scorer, ".side h2")) >= least, names
    assert unmet(shown, "in_line") == [], names
    tops = [at[1] for at in places(scorer.page, ".side h2").values()]
    assert tops.count(tops[0]) == columns, names


def letters(scorer, selector):
    sizes = "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    return list(scorer.page.locator(selector).evaluate_all(sizes))


def test_names_of_partners_are_never_cut(scorer, visitor):
    table = visitor.start(*PAIRS, **PARTNERS, **FAR)
    for number in range(7):
        hands = ("", "5-5 4-5", "4-4", "3-3")
        visitor.play(table, *hands[number % 4 :], *hands[: number % 4])
    scorer.open(table.address)
    expect(scorer.page.locator(".rounds .side-name:visible")).to_have_count(7)
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        named = scorer.page.locator(".side h2, .gain .side-name, .rounds .side-name")
        assert [*unmet(named, "in_line"), *unmet(named, "to_the_end")] == [], screen
        assert unmet(scorer.page.locator(".go"), "reached") == [], screen
        # The digits of both sides stand on one line, or are equally large.
        assert len({*letters(scorer, ".side .digits")}) == 1, screen


# By the language in which it is read: a tablet, also a small one upright or with half of its
# screen for something else, and a phone.
READ_ON = {
    "en": (TABLET, WIDE, UPRIGHT, *(ViewportSize(width=each, height=1133) for each in (744, 640))),
    "hu": (TABLET, WIDE),
    "es": (PHONE,),
    "pt": (PHONE,),
}
OTHERS = ("5-5 3-4", "0-4", "1-3")
ENDS = (({}, ("1-2 2-4 3-5", *OTHERS)), (PARTNERS, ("", *OTHERS)))
# How many lines the header takes beside the name of the game.
LINES = """() => {
  const meta = document.querySelector(".top .meta");
  return Math.round(meta.scrollHeight / parseFloat(getComputedStyle(meta).lineHeight));
}"""


def test_what_happened_and_what_to_do_is_read_to_the_end(scorer, visitor):
    train = visitor.start(*FOUR, game="mexican-train")
    counted(visitor, train, "out", "10", "10", "10")
    tables = [train]
    for chosen, hands in ENDS:
        tables += [visitor.start(*FOUR, **chosen) for _ in range(2)]
        visitor.play(tables[-1], *hands)
    scorer.open("/offline")
    for language, screens in READ_ON.items():
        scorer.speak(language)
        for table in tables:
            scorer.open(table.address)
            for screen in scorer.on(*screens):
                told = language, table.address, screen
                read = ".news-text, .facts, .go" + (", .top .meta" if screen == PHONE else "")
                assert unmet(scorer.page.locator(read), "to_the_end") == [], told
                # Goal, deal and lead stand in one line.
                if screen in (TABLET, WIDE) and table is not train:
                    assert scorer.page.evaluate(LINES) == 1, told
        scorer.open("/offline")


def test_ten_names_and_totals_are_seen_at_once_and_their_rounds_fit_a_phone(scorer, visitor):
    scorer.open(of_ten(visitor, NAMED_TEN, 1).address)
    expect(scorer.page.locator(".side h2:visible")).to_have_text(NAMED_TEN)
    for screen, least in ((TABLET, 90), (UPRIGHT, 90), (PHONE, 64)):
        assert misfits(scorer.page, screen, reached=".go, .side", in_line=".side h2") == []
        for score in glyphs(scorer.page.locator(".sides .digits")):
            assert score["size"] >= least, screen
            assert score["inside"], screen
    scorer.open(f"{of_ten(visitor, NAMED_TEN, 2).address}/rounds")
    whole = {"in_line": ".history, td.n", "apart": "td.n"}
    assert misfits(scorer.page, TABLET, UPRIGHT, PHONE, **whole) == []


# Degrees, clockwise, by the edge at which a player sits.
ANGLES = {"bottom": "none", "left": "90deg", "top": "180deg", "right": "270deg"}
# How many of two, three, four … sit at each of these edges, in order of play.
EDGES = ("1010", "1101", "1111", "2111", "2121", "3121", "2222", "3222", "3232")
# How large the smallest digits are at least, in pixels, by the width of a screen: of two, three,
# four, five and more, and of ten with longer names.
FACING = {
    1024: (200, 150, 150, 100, 90, 72),
    768: (200, 130, 130, 130, 90, 80),
    390: (150, 60, 60, 60, 40, 32),
}


def test_each_panel_faces_its_player_in_digits_as_large_as_fit(scorer, visitor, thorough):
    # The choice is kept for the tables that are opened later.
    turn(scorer, visitor.start(*FOUR).address)
    for count in range(2, 11) if thorough else (2, 3, 4, 5, 6, 10):
        table = visitor.start(*TEN[:count], game="chicken-foot")
        visitor.play(table, "", *LIGHTER[: count - 1])
        scorer.page.set_viewport_size(TABLET)
        scorer.open(table.address)
        panels_face(scorer, count, min(count, 6) - 2)
    scorer.open(of_ten(visitor, NAMED_TEN, 1).address)
    panels_face(scorer, 10, -1)
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        assert unmet(scorer.page.locator(".panel h2 a"), "in_line") == [], screen
        assert unmet(scorer.control("Normal view"), "reached") == [], screen


def panels_face(scorer, count, kind):
    """Expect that each panel is at its edge, turned to it, and has digits that are large."""
    at = [
        edge for edge, many in zip(ANGLES, EDGES[count - 2], strict=True) for _ in range(int(many))
    ]
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        shown = panels(scorer)
        assert unmet(scorer.page.locator(".panel"), "apart") == [], screen
        for each, edge in zip(shown, at, strict=True):
            assert each["at"].partition("-")[0] == edge
            assert each["angle"] == ANGLES[edge]
            assert each["inside"], (screen, each)
            assert each["onScreen"], (screen, each)
            assert each["size"] >= FACING[screen["width"]][kind], (screen, each)
            across = each["middle"][0] / screen["width"]
            down = each["middle"][1] / screen["height"]
            nearest = {"left": across, "right": 1 - across, "top": down}.get(edge, 1 - down)
            assert nearest <= 0.34, (screen, each)


def test_the_whole_evening_is_shown_at_once_on_every_screen(scorer, visitor):
    for number in range(6):
        ana = "W" * 40 if number == 5 else f"Ana {number}"
        last = visitor.start(ana, f"Bea {number}", goal="50")
        visitor.play(last, "", HEAVY)
    scorer.open(f"{last.address}/wall/evening")
    expect(scorer.page.locator(".board tbody th:visible")).to_have_count(10)
    for screen in scorer.on(WALL, TABLET, UPRIGHT, PHONE):
        assert not scorer.page.evaluate(SCROLLS), screen
        board, *rows = places(scorer.page, ".board", ".board tbody tr").values()
        assert max(row[3] for row in rows) <= board[3] + 1, screen

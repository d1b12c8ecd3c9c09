"""The table, its walls and its winner: large digits, whole names, and nothing to scroll for."""

from itertools import product

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.measuring import WIDE, glyphs, misfits, places, scrolls, unmet
from tests.browser.pages import (
    FAR,
    FIVE,
    FIVE_EACH,
    FOUR,
    LONG,
    NAMED_TEN,
    counted,
    of_ten,
    turn,
)
from tests.browser.scorer import PHONE, SMALL_PHONE, TABLET, UPRIGHT
from tests.web.visitor import HEAVY, TEN

WALL = ViewportSize(width=1920, height=1080)
SIZES = (TABLET, UPRIGHT, PHONE, WIDE)
PARTNERS = {"partners": "y"}
# How high the digits are at least, by how many there are in the longest score.
LEAST = {1024: {2: 170, 3: 135}, 768: {2: 170, 3: 135}, 390: {2: 80, 3: 80}, 1280: {2: 170, 3: 135}}
# Five do not fit as large on a tablet held upright.
FIVE_UPRIGHT = {2: 160, 3: 120}
# How large they are written at least, by the screen, the players and the digits.
WRITTEN = {(1024, 2, 3): 216, (320, 4, 3): 96}
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


def table_of(visitor, players, digits, *, long=False):
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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_digits_are_read_across_the_table_and_the_next_round_is_in_view(
    scorer, visitor, players, thorough
):
    # Each number of players and each number of digits with short names and with long ones.
    for digits, long in product((2, 3), (False, True)):
        if thorough or long is ((players + digits) % 2 == 0):
            scorer.open(table_of(visitor, players, digits, long=long).address)
            digits_are_read(scorer, players, digits, long=long)


def digits_are_read(scorer, players, digits, *, long):
    """Expect on every screen that the scores are large, in line, and cover nothing."""
    longest = max(map(len, scorer.page.locator(".digits:visible").all_inner_texts()))
    assert longest == digits
    for screen in scorer.on(*SIZES, SMALL_PHONE):
        width = screen["width"]
        shown = glyphs(scorer.page.locator(".sides .digits"))
        for each in shown:
            assert each["size"] >= WRITTEN.get((width, players, digits), 0), (screen, each)
            assert each["inside"], (screen, each)
        if screen == SMALL_PHONE:
            continue
        for each in shown:
            # Above low panels a long name has a line.
            kind = 3 if long and players >= 4 else digits
            least = (FIVE_UPRIGHT if (screen, players) == (UPRIGHT, 5) else LEAST[width])[kind]
            assert each["height"] >= least, (screen, each)
        # Those in a row end on one line, whatever stands beside them.
        columns = {3: 3, 5: 2, 4: 2, 2: 2}[players] if width > UPRIGHT["width"] else 1
        rows = [shown[at : at + columns] for at in range(0, len(shown), columns)]
        assert all(len({round(each["bottom"]) for each in row}) == 1 for row in rows), screen
        assert scorer.page.evaluate(UNDER_THE_BAR) == [], screen
        assert misfits(scorer.page, screen, reached=".go") == []


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


def test_names_are_read_from_a_metre_and_on_the_wall_from_four_without_scrolling(scorer, visitor):
    for names, game, place, least, columns in NAMES:
        told = names, game, place
        table = visitor.start(*names, game=game)
        visitor.play(table, "", *("1-1", "2-2", "3-3", "4-4")[: len(names) - 1])
        scorer.open(f"{table.address}{place}")
        shown = scorer.page.locator(".side h2")
        expect(shown).to_have_text(names)
        assert min(letters(scorer, ".side h2")) >= least, told
        assert unmet(shown, "in_line") == [], told
        tops = [at[1] for at in places(scorer.page, ".side h2").values()]
        assert tops.count(tops[0]) == columns, told
        assert not scrolls(scorer.page), told


def letters(scorer, selector):
    """Return how large the letters of parts of a page are."""
    sizes = "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    return list(scorer.page.locator(selector).evaluate_all(sizes))


# As names are.
PAIRS = ("Maximiliano", "Konstantin", "Bernadette", "Wilhelmina")


def test_names_of_partners_are_never_cut(scorer, visitor):
    for names in (FOUR, PAIRS):
        table = visitor.start(*names, **PARTNERS, **FAR)
        for number in range(7):
            hands = ("", "5-5 4-5", "4-4", "3-3")
            visitor.play(table, *hands[number % 4 :], *hands[: number % 4])
        scorer.open(table.address)
        expect(scorer.page.locator(".rounds .who")).to_have_count(7)
        for screen in scorer.on(TABLET, UPRIGHT, PHONE):
            named = scorer.page.locator(".side h2, .gain .who, .rounds .who")
            assert [*unmet(named, "in_line"), *unmet(named, "to_the_end")] == [], screen
            assert unmet(scorer.page.locator(".go"), "reached") == [], screen
            # The digits of both sides stand on one line, or are equally large.
            assert len({*letters(scorer, ".side .digits")}) == 1, screen


# A tablet, upright, also a small one, and with half of its screen for something else.
TABLETS = (TABLET, UPRIGHT, *(ViewportSize(width=width, height=1133) for width in (744, 640)))
OTHERS = ("5-5 3-4", "0-4", "1-3")
TIE = ("1-2 2-4 3-5", *OTHERS)
# How many lines the header takes beside the name of the game.
LINES = """() => {
  const meta = document.querySelector(".top .meta");
  return Math.round(meta.scrollHeight / parseFloat(getComputedStyle(meta).lineHeight));
}"""


def test_what_happened_and_what_to_do_is_read_to_the_end(scorer, visitor, thorough):
    new = [visitor.start(*FOUR, **chosen) for chosen in ({}, PARTNERS)]
    # Each way to play with each end of a round if thorough, otherwise each of them once.
    ends = (({}, TIE), (PARTNERS, ("", *OTHERS)))
    others = (({}, ("", *OTHERS)), (PARTNERS, TIE))
    begun = []
    for chosen, hands in (*ends, *others) if thorough else ends:
        begun.append(visitor.start(*FOUR, **chosen))
        visitor.play(begun[-1], *hands)
    train = visitor.start(*FOUR, game="mexican-train")
    counted(visitor, train, "out", "10", "10", "10")
    happened = ".what, .facts"
    scorer.open("/offline")
    for language in ("en", "hu"):
        scorer.speak(language)
        for table in (*new, *begun):
            scorer.open(table.address)
            # Goal, deal and lead stand in one line.
            for screen in scorer.on(TABLET, WIDE):
                assert scorer.page.evaluate(LINES) == 1, (language, table.address, screen)
            if language == "en" and table in begun:
                for screen in scorer.on(*TABLETS):
                    assert unmet(scorer.page.locator(happened), "to_the_end") == [], screen
        scorer.open("/offline")
    scorer.page.set_viewport_size(PHONE)
    for language in ("es", "pt"):
        scorer.speak(language)
        for table in (*begun, train):
            scorer.open(table.address)
            words = scorer.page.locator(f"{happened}, .top .meta")
            assert unmet(words, "to_the_end") == [], (language, table.address)
        scorer.open("/offline")


def test_ten_names_and_totals_are_seen_at_once_and_their_rounds_fit_a_phone(scorer, visitor):
    scorer.open(of_ten(visitor, NAMED_TEN, 1).address)
    expect(scorer.page.locator(".side h2")).to_have_text(NAMED_TEN)
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
# Where several sit at an edge, in order of play.
BOTTOM, LEFT = ("bottom", "bottom-2", "bottom-3"), ("left", "left-2")
TOP, RIGHT = ("top", "top-2", "top-3"), ("right", "right-2")
# At which edges two, three, four … sit, in order of play.
EDGES = {
    2: ["bottom", "top"],
    3: ["bottom", "left", "right"],
    4: ["bottom", "left", "top", "right"],
    5: ["bottom", "bottom-2", "left", "top", "right"],
    6: [*BOTTOM[:2], "left", *TOP[:2], "right"],
    7: [*BOTTOM, "left", *TOP[:2], "right"],
    8: [*BOTTOM[:2], *LEFT, *TOP[:2], *RIGHT],
    9: [*BOTTOM, *LEFT, *TOP[:2], *RIGHT],
    10: [*BOTTOM, *LEFT, *TOP, *RIGHT],
}
# How large the smallest digits are at least, in pixels, by the width of a screen and how many play.
FACING = {
    1024: {2: 200, 3: 150, 4: 150, 5: 100},
    768: {2: 200, 3: 130, 4: 130, 5: 130},
    390: {2: 150, 3: 60, 4: 60, 5: 60},
}
MANY_FACING, NAMED_FACING = {1024: 90, 768: 90, 390: 40}, {1024: 72, 768: 80, 390: 32}
LIGHTER = ("9-9 8-9 7-9 6-9 5-9", "4-4", "3-3", "2-2", "1-1", "0-1", "0-2", "0-3", "0-4")
PANELS = """() => [...document.querySelectorAll(".panel")].map((panel) => {
  const digits = panel.querySelector(".digits");
  const [outer, inner] = [panel, digits].map((each) => each.getBoundingClientRect());
  const inside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 9 && inner.bottom <= outer.bottom + 9;
  return { at: panel.dataset.at, angle: getComputedStyle(panel.querySelector(".turned")).rotate,
           size: parseFloat(getComputedStyle(digits).fontSize), inside,
           middle: [outer.left + outer.width / 2, outer.top + outer.height / 2],
           onScreen: outer.left >= 0 && outer.top >= 0
             && outer.right <= innerWidth && outer.bottom <= innerHeight };
})"""


def panels(scorer):
    """Measure the panels, in order of play, once they have their places."""
    expect(scorer.page.locator(".panel[data-at]").first).to_be_visible()
    return list(scorer.page.evaluate(PANELS))


def test_each_panel_faces_its_player_in_digits_as_large_as_fit(scorer, visitor, thorough):
    # The choice is kept for the tables that are opened later.
    turn(scorer, visitor.start(*FOUR).address)
    for count in EDGES if thorough else (2, 3, 4, 5, 6, 10):
        scorer.page.set_viewport_size(TABLET)
        table = visitor.start(*TEN[:count], game="chicken-foot")
        visitor.play(table, "", *LIGHTER[: count - 1])
        scorer.open(table.address)
        panels_face(
            scorer,
            count,
            {width: FACING[width].get(count, least) for width, least in MANY_FACING.items()},
        )
    scorer.open(of_ten(visitor, NAMED_TEN, 1).address)
    panels_face(scorer, 10, NAMED_FACING)
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        assert unmet(scorer.page.locator(".panel h2 a"), "in_line") == [], screen
        assert unmet(scorer.control("Normal view"), "reached") == [], screen


def panels_face(scorer, count, least):
    """Expect that each panel is at its edge, turned to it, and has digits that are large."""
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        shown = panels(scorer)
        assert [each["at"] for each in shown] == EDGES[count]
        assert unmet(scorer.page.locator(".panel"), "apart") == [], screen
        for each in shown:
            edge, *_ = each["at"].split("-")
            assert each["angle"] == ANGLES[edge]
            assert each["inside"], (screen, each)
            assert each["onScreen"], (screen, each)
            assert each["size"] >= least[screen["width"]], (screen, each)
            across = each["middle"][0] / screen["width"]
            down = each["middle"][1] / screen["height"]
            nearest = {"left": across, "right": 1 - across, "top": down}.get(edge, 1 - down)
            assert nearest <= 0.34, (screen, each)


# How high digits are on a wall, by who plays, in widths of the screen.
ON_THE_WALL = {FIVE[:2]: 0.2, FOUR[:3]: 0.14, FOUR: 0.12, FIVE: 0.12, TEN: 0.08}


def test_a_wall_shows_all_of_it_at_once_in_digits_as_large_as_fit(scorer, visitor):
    for names, least in ON_THE_WALL.items():
        table = visitor.start(*names, game="chicken-foot")
        visitor.play(table, "", *LIGHTER[: len(names) - 1])
        scorer.open(f"{table.address}/wall")
        scorer.sees("Round 1: Ana went out")
        for screen in scorer.on(WALL, TABLET):
            assert not scrolls(scorer.page), (names, screen)
            for each in glyphs(scorer.page.locator(".digits")):
                assert each["size"] >= least * screen["width"], (names, each)
                assert each["inside"], (names, each)


def test_the_whole_evening_is_shown_at_once_on_every_screen(scorer, visitor):
    for number in range(6):
        ana = "W" * 40 if number == 5 else f"Ana {number}"
        last = visitor.start(ana, f"Bea {number}", goal="50")
        visitor.play(last, "", HEAVY)
    scorer.open(f"{last.address}/wall/evening")
    expect(scorer.page.locator(".board tbody th")).to_have_count(10)
    for screen in scorer.on(WALL, TABLET, UPRIGHT, PHONE):
        assert not scrolls(scorer.page), screen
        board, *rows = places(scorer.page, ".board", ".board tbody tr").values()
        assert max(row[3] for row in rows) <= board[3] + 1, screen

"""A round is recorded without scrolling, and pages of a winner and a club are read to the end."""

import pytest
from playwright.sync_api import expect

from scorekeeper.i18n import LANGUAGES
from scorekeeper.scorebook.figures.recounting import recount_all
from tests.browser import pages
from tests.browser.measuring import COVERED, SCROLLS, WIDE, misfits, parted, places, unmet
from tests.browser.pages import FIVE, FOUR, LONG, SAME_ENDS, after, begin, of_ten, recording, turn
from tests.browser.scorer import PHONE, PHONES, SCREENS, SMALL_PHONE, TABLET, TABLETS, UPRIGHT
from tests.scorebook.stored import store_club
from tests.unit.figures.club import PEOPLE, year
from tests.web.visitor import pips, tiles

LONG_FIVE = (*LONG, "O" * 40)
PARTNERS = {"partners": "y"}
# The corners of every box.
TILES = "#send, " + ", ".join(f'[data-tile="{each}"]' for each in ("0-0", "6-6", "9-9", "12-12"))
KEYS = "#send, .keys .btn"
LAID = {"plays": "66 65 64 63 62 61 60 55 54 53 43 42"}
TOTALS = pips("0", "117", "234", "351")


def dealt(players, highest, most):
    """Deal out the heaviest tiles of a box, to all but the first, who went out."""
    box = [f"{low}-{high}" for high in range(highest, -1, -1) for low in range(high, -1, -1)]
    return tiles("", *(" ".join(box[at * most : (at + 1) * most]) for at in range(players - 1)))


@pytest.mark.parametrize(
    ("game", "names", "chosen", "filled", "said", "reached"),
    [
        ("mexican-partners", LONG, PARTNERS, tiles(*pages.SEVEN_EACH), "Blocked:", TILES),
        ("chicken-foot", FIVE, {}, dealt(5, 9, 7), "went out", TILES),
        ("mexican-train", LONG_FIVE, {}, dealt(5, 12, 12), "went out", TILES),
        ("rummikub", LONG, {}, TOTALS, "went out", KEYS),
        ("italian", FOUR, {}, LAID, "the round is over.", f"{TILES}, [data-by-hand]"),
        ("italian", LONG_FIVE, {}, LAID, "the round is over.", f"{TILES}, [data-by-hand]"),
        # Three bonuses to claim, and a question that comes with the last hand.
        ("dominican-patio", FOUR, {}, tiles(*pages.TIED), "say who played first", TILES),
    ],
)
def test_a_round_is_recorded_on_a_tablet_without_scrolling_also_one_begun_elsewhere(
    scorer, visitor, game, names, chosen, filled, said, reached
):
    table = recording(scorer, visitor, game, *names, **chosen)
    assert misfits(scorer.page, *TABLETS, reached=reached) == []
    begin(scorer, visitor, table, filled, said)
    assert misfits(scorer.page, *TABLETS, reached=f"{reached}, #undo, #more") == []
    for window in scorer.on(*TABLETS):
        assert not scorer.page.evaluate(SCROLLS), window
    if "hands-0-pips" in filled:
        return
    if game == "dominican-patio":
        question = scorer.page.locator("#opener")
        for screen in scorer.on(*TABLETS):
            assert unmet(question, "reached") == [], screen
    for screen in scorer.on(*SCREENS):
        assert unmet(scorer.page.locator(".pad .tile"), "apart") == [], screen


@pytest.mark.parametrize(("counted", "last"), [(False, '[data-tile="0-0"]'), (True, ".keys .btn")])
def test_a_round_of_ten_is_recorded_on_a_tablet_without_scrolling(scorer, visitor, counted, last):
    table = of_ten(visitor, pages.NAMED_TEN, 0)
    scorer.open(f"{table.address}/rounds/new{'?entry=pips' if counted else ''}")
    apart, seats = ".seat, .work, .bar", ".seat h2"
    reached = f"#send, .seat, {last}"
    assert misfits(scorer.page, *TABLETS, reached=reached, in_line=seats, apart=apart) == []
    assert (
        misfits(scorer.page, PHONE, reached="#send, .seat" + (f", {last}" if counted else "")) == []
    )


# What is tapped to enter a round: all of it is seen at once.
CONTROLS = ".pad .tile, .pick, .tools .btn, #send, .seg button, .back, .menu summary"


@pytest.mark.parametrize("large", ["", "large"])
def test_all_of_a_round_is_in_view_at_once_on_a_tablet_and_on_a_phone(scorer, visitor, large):
    scorer.open("/offline")
    scorer.page.evaluate(f"localStorage.setItem('type', '{large}')")
    recording(scorer, visitor, "block", *FOUR, partners="y")
    shown = scorer.page.locator(CONTROLS)
    for window in scorer.on(*TABLETS, *PHONES):
        assert unmet(shown, "reached") == [], window
        assert not scorer.page.evaluate(SCROLLS), window
    for window in scorer.on(*TABLETS, *PHONES):
        least = 48 if window["width"] > 360 and not large else 43
        heights = [bottom - top for _, top, _, bottom in places(scorer.page, CONTROLS).values()]
        assert min(filter(None, heights)) >= least, window


def test_on_a_phone_no_name_and_no_word_pushes_anything_away(scorer, visitor):
    tools = ".top button, .top a, .record button, .record summary"
    recording(scorer, visitor, "block", *FOUR)
    for language in ("es", "pt"):
        scorer.speak(language)
        expect(scorer.tile("6-6")).to_be_visible()
        assert misfits(scorer.page, PHONE, reached=tools, in_line=".tools .clip") == []
        assert scorer.page.evaluate(COVERED) == []
    # Long names push no tool onto the tiles.
    recording(scorer, visitor, "block", *LONG)
    assert misfits(scorer.page, PHONE, SMALL_PHONE) == []
    # Tools stay for a long name and a short one.
    recording(scorer, visitor, "block", "Maximiliana-Bernadette", "Jo", "Bernadette", "Dani")
    for screen in scorer.on(*SCREENS):
        at = []
        for name in ("Maximiliana-Bernadette", "Jo"):
            scorer.seat(name).tap()
            at.append(places(scorer.page, "#undo", "#went-out", "#more"))
        assert at[0] == at[1], screen


def test_for_the_left_hand_what_is_touched_changes_sides_and_partners_are_named_in_full(
    scorer, visitor
):
    scorer.open("/device")
    scorer.page.locator("#left-hand").check()
    recording(scorer, visitor, "block", *FOUR, **PARTNERS)
    named = scorer.page.locator(".detail span:first-child:visible")
    expect(named).to_have_text(["with Ciro", "with Dani", "with Ana", "with Bea"])
    # From left to right; tiles are in the order of all others.
    tiles = ('[data-tile="6-6"]', '[data-tile="0-6"]')
    rows = [("#more", "#undo"), tiles]
    for screen in scorer.on(PHONE, UPRIGHT, TABLET):
        for row in rows if screen != TABLET else (*rows, (".work", ".seats"), ("#send", "#live")):
            left = [at[0] for at in places(scorer.page, *row).values()]
            assert left == sorted({*left}), (screen, row)
        whole = {} if screen == PHONE else {"in_line": ".detail span:first-child"}
        assert misfits(scorer.page, screen, **whole) == []
    assert unmet(scorer.page.locator(".pad .tile, .tools .btn"), "apart") == []


def test_all_of_the_pad_is_in_view_as_it_is_turned_to_each_player(scorer, visitor):
    table = visitor.start(*FOUR)
    turn(scorer, table.address)
    scorer.speak("es")
    for seat, name in enumerate(FOUR):
        scorer.page.set_viewport_size(TABLET)
        scorer.open(f"{table.address}/rounds/new?hand={seat}")
        for screen in scorer.on(*TABLETS, PHONE):
            for control in (*map(scorer.tile, ("6-6", "0-6", "0-0")), scorer.control("Listo")):
                expect(control).to_be_in_viewport(ratio=0.99)
            assert unmet(scorer.page.locator(".pad .tile"), "apart") == [], (name, screen)


# A tie that the lightest tile settles, where open ends are asked for, and one that asks who led.
NO_PARTNERS: dict[str, str] = {}
BLOCK = "block", NO_PARTNERS, ("1-2 2-4 3-5", "5-5 3-4", "6-6 0-5", "0-6 5-6"), "Blocked: 17 · 17"
PATIO = "dominican-patio", PARTNERS, ("1-2", "0-3", "3-3", "2-4"), "say who played first"
TAPPED = (".pad .tile", ".seat", ".bar", "#send", ".tools .btn", ".keys .btn")


@pytest.mark.parametrize(
    ("screen", "game", "chosen", "hands", "said"),
    [(UPRIGHT, *BLOCK), (TABLET, *PATIO), (PHONE, *PATIO)],
)
def test_nothing_moves_while_a_round_is_entered(scorer, visitor, screen, game, chosen, hands, said):
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.page.set_viewport_size(screen)
    recording(scorer, visitor, game, *FOUR, **chosen)
    before = places(scorer.page, *TAPPED)
    assert len(before) > 28
    for name, hand in zip(FOUR, hands, strict=True):
        scorer.seat(name).tap()
        for tile in hand.split():
            with scorer.page.expect_response("**/preview"):
                scorer.tap(tile)
            scorer.page.evaluate("scrollTo(0, 0)")
            assert places(scorer.page, *TAPPED) == before, (name, tile)
    # On a phone a question takes its place, and asks the same.
    expect(scorer.page.locator("#live")).to_contain_text(said)
    assert places(scorer.page, *TAPPED) == before


SIZES = (TABLET, UPRIGHT, PHONE, WIDE)
NAMED = (
    "Maximiliano Fernández",
    "Maximilian Hernández",
    "Bartholomew Fitzgerald",
    "Alessandra Montefiore",
)
# Words of the drawing that lie on each other, or beside it.
WORDS_ON_WORDS = """() => {
  const words = [...document.querySelectorAll(".chart text")];
  const { right, left } = document.querySelector(".chart").getBoundingClientRect();
  const boxes = words.map((each) => [each.textContent, each.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5)
    .map(([other]) => `${one} on ${other}`))
    .concat(boxes.filter(([, box]) => box.left < left || box.right > right));
}"""
PIP_COLOURS = """() => [...document.querySelectorAll(".cards circle")]
  .map((pip) => getComputedStyle(pip).fill)"""


def test_all_of_a_winners_page_is_seen_without_scrolling_and_no_words_lie_on_others(
    scorer, visitor
):
    scorer.page.emulate_media(reduced_motion="reduce")
    races = [after(*pages.WON_BY_ANA, names=names)(visitor) for names in (FOUR, NAMED, LONG)]
    six = after(*6 * [SAME_ENDS], names=NAMED, game="jamaican-cut-throat")(visitor)
    reached = ':text-is("Rematch"), :text-is("Back to the table")'
    love = after(*6 * [SAME_ENDS], game=pages.SIX_LOVE)(visitor)
    for table in (*races, six, love):
        scorer.open(f"{table.address}/winner")
        for size in scorer.on(*SIZES):
            assert not scorer.page.evaluate(SCROLLS), (table.address, size)
            whole = {"to_the_end": ".hero, .how"} if table is love else {}
            assert misfits(scorer.page, size, reached=reached, **whole) == [], table.address
            if table in races:
                assert scorer.page.evaluate(WORDS_ON_WORDS) == [], (table.address, size)
            if table is races[1] and size != PHONE:
                # No word of a name is broken on the podium.
                assert parted(scorer.page, ".side-name", r"\S+") == [], size
    # The marks of the winner are filled.
    colours = scorer.page.evaluate(PIP_COLOURS)
    assert [each != "none" for each in colours] == [*6 * [True], *6 * [False]]
    # Nor on a phone where words are longer, and how it was won is in the band.
    scorer.page.set_viewport_size(PHONE)
    for table, language in ((six, "hu"), (love, "hu"), (races[1], "fr")):
        scorer.open(f"{table.address}/winner")
        scorer.speak(language)
        assert not scorer.page.evaluate(SCROLLS), language
        band, how = places(scorer.page, ".hero", ".how").values()
        assert how[3] <= band[3], language
        if table is love:
            assert unmet(scorer.page.locator(".hero, .how"), "to_the_end") == []


# Who plays most, some with names as long as names are, and one from right to left.
NAMES = ["Katalin", *("Maximilian", "Bartholome", "O’Connor", LONG[0], "שרה לוי")]
CLUB = [NAMES[number % 6] + (f" {number}" if number > 5 else "") for number in range(PEOPLE)]
# Those with the longest words.
WORDY = ("es", "fr", "hu", "pt")
MATCHES, PLAYER = 60, 13
# Short words, and points with the end of the name before them, that stay in one line.
SHORT_WORDS = r"(?<![^\s-])[^\s-]{2,10}(?=[\s-]|$)"
POINTS = r"[^\s·]\s[0-9]+(?=\s·|$)"
# Columns that are out of sight, and scores that leave a part of a narrow line empty.
CUT = """() => [...document.querySelectorAll(".list, .box")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((each) => `${each.className} is ${each.scrollWidth} of ${each.clientWidth} wide`)
  .concat([...document.querySelectorAll(".matches .score")]
    .filter((each) => innerWidth <= 600 && each.clientWidth < 0.9 * each.parentElement.clientWidth)
    .map((each) => `${each.textContent} has ${each.clientWidth} px`))"""


def test_no_column_is_out_of_sight_and_no_short_word_is_broken(app, scorer):
    store_club(app, year(MATCHES), CLUB)
    with app.app_context():
        recount_all()
    faults = []
    scorer.open("/offline")
    for language in WORDY:
        # The choice counts for all pages below where it is made.
        scorer.speak(language)
        for address in ("/players", "/season", f"/players/{PLAYER}"):
            scorer.open(address)
            for screen in scorer.on(*SCREENS):
                found = [*scorer.page.evaluate(CUT), *parted(scorer.page, "body", SHORT_WORDS)]
                place = f"{address}, {language}, {screen['width']} px"
                faults += [f"{place}: {fault}" for fault in found]
        scorer.open("/offline")
    # Only what can be seen is explained below the players.
    scorer.open("/players")
    form, marks = scorer.page.locator("th.form"), scorer.page.locator(".key .form")
    for screen in scorer.on(*SCREENS):
        if [each.is_visible() for each in marks.all()] != [form.is_visible()] * 2:
            faults.append(f"{screen['width']} px: not what is seen is explained")
    scorer.open(f"/players/{PLAYER}/matches")
    for screen in scorer.on(*SCREENS):
        found = parted(scorer.page, ".score", POINTS)
        faults += [f"{screen['width']} px: parted: {each}" for each in found]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_name_is_whole_on_the_key_for_who_went_out(pad, language):
    pad.page.set_viewport_size({"width": 360, "height": 640})
    pad.speak(language)
    for letters in ("", "large"):
        pad.page.evaluate(f"localStorage.setItem('type', '{letters}')")
        pad.page.reload()
        key = pad.page.locator("#went-out")
        assert not key.locator(".clip").evaluate("name => name.scrollWidth > name.clientWidth")
        assert key.evaluate("key => key.scrollHeight <= key.clientHeight"), letters

"""A winner’s page is seen at once and shared, and figures of a club are read to the end."""

from scorekeeper.scorebook.figures.writing import make_anew
from tests.browser.measuring import SCROLLS, WIDE, misfits, parted, places, unmet
from tests.browser.pages import FOUR, LONG, SAME_ENDS, SIX_LOVE, WON_BY_ANA, after
from tests.browser.scorer import PHONE, SCREENS, TABLET, UPRIGHT
from tests.scorebook.stored import store_club
from tests.unit.figures.club import PEOPLE, year

SIZES = (TABLET, UPRIGHT, PHONE, WIDE)
NO_SHEET = """for (const name of ["canShare", "share"])
  Object.defineProperty(navigator, name, { value: undefined })"""
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
    races = [after(*WON_BY_ANA, names=names)(visitor) for names in (FOUR, NAMED, LONG)]
    six = after(*6 * [SAME_ENDS], names=NAMED, game="jamaican-cut-throat")(visitor)
    reached = ':text-is("Rematch"), :text-is("Back to table")'
    love = after(*6 * [SAME_ENDS], game=SIX_LOVE)(visitor)
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
                assert parted(scorer.page, ".who", r"\S+") == [], size
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


def test_where_nothing_can_be_shared_the_picture_is_kept(scorer, visitor):
    scorer.page.add_init_script(NO_SHEET)
    scorer.open(f"{after(*WON_BY_ANA)(visitor).address}/winner")
    scorer.page.get_by_text("Share result", exact=True).tap()
    with scorer.page.expect_download() as kept:
        scorer.press("Square")
    assert kept.value.suggested_filename == "scorekeeper-1-square.png"
    picture = kept.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    # Its width and height follow after the name of its first part.
    assert [int.from_bytes(picture[at : at + 4]) for at in (16, 20)] == [1080, 1080]


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
        make_anew()
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

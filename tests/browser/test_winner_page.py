"""The page of a match that is won: what is seen at once, and the picture that is shared."""

from playwright.sync_api import ViewportSize

from scorekeeper.i18n import LANGUAGES
from tests.browser.measuring import misfits, parted, places, scrolls, unmet
from tests.browser.pages import FOUR, LONG, SAME_ENDS, SIX_LOVE, WON_BY_ANA, after
from tests.browser.scorer import PHONE, TABLET, UPRIGHT

SIZES = (TABLET, UPRIGHT, PHONE, ViewportSize(width=1280, height=800))
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
    for table in (*races, after(*6 * [SAME_ENDS], game=SIX_LOVE)(visitor), six):
        scorer.open(f"{table.address}/winner")
        for size in scorer.on(*SIZES):
            assert not scrolls(scorer.page), (table.address, size)
            assert misfits(scorer.page, size, reached=reached) == [], table.address
            if table in races:
                assert scorer.page.evaluate(WORDS_ON_WORDS) == [], (table.address, size)
            if table is races[1] and size != PHONE:
                # No word of a name is broken on the podium.
                assert parted(scorer.page, ".who", r"\S+") == [], size
    # Nor on a phone where words are longer, and how it was won is in the band.
    scorer.page.set_viewport_size(PHONE)
    for table, language in ((six, "hu"), (races[1], "fr")):
        scorer.open(f"{table.address}/winner")
        scorer.speak(language)
        assert not scrolls(scorer.page), language
        band, how = places(scorer.page, ".hero", ".how").values()
        assert how[3] <= band[3], language


def test_the_band_of_six_love_is_whole_in_every_language_and_its_marks_are_filled(scorer, visitor):
    scorer.open(f"{after(*6 * [SAME_ENDS], game=SIX_LOVE)(visitor).address}/winner")
    # The marks of the winner are filled.
    colours = scorer.page.evaluate(PIP_COLOURS)
    assert len(colours) == 12
    assert "none" not in colours[:6]
    assert len({*colours[:6]}) == 1
    assert {*colours[6:]} == {"none"}
    for language in LANGUAGES:
        scorer.speak(language)
        for size in scorer.on(*SIZES):
            whole = scorer.page.locator(".hero, .how")
            assert unmet(whole, "to_the_end") == [], (language, size)


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

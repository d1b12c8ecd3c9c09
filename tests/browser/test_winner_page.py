"""The page of a match that is won: what is seen at once, and the picture that is shared."""

from playwright.sync_api import ViewportSize, expect

from scorekeeper.i18n import LANGUAGES
from tests.browser.measuring import cut_below, out_of_reach, sticking_out
from tests.browser.pages import FOUR, LONG, SAME_ENDS, six_love
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.visitor import Page, Visitor

LANDSCAPE: ViewportSize = {"width": 1280, "height": 800}
SIZES = (TABLET, UPRIGHT, PHONE, LANDSCAPE)
# Bea and Dani score first, then Ana wins by three rounds.
ROUNDS = (
    ("6-6", "", "2-1", "0-1"),
    ("6-6", "5-5", "2-1", ""),
    *3 * [("", "6-6 5-6", "3-3 1-2", "0-2 0-4")],
)
NAMES = (
    "Maximiliano Fernández",
    "Maximilian Hernández",
    "Bartholomew Fitzgerald",
    "Alessandra Montefiore",
)
# The colours of the band of the winner and of what is below, on the picture.
ANAS, DARK = "246,134,108,255", "11,34,33,255"
# Stands in for the system's sheet: notes down what it is given, and two of its colours.
SHEET = """(() => {
  globalThis.shared = [];
  Object.defineProperty(navigator, "canShare", { value: ({ files }) => files.length === 1 });
  Object.defineProperty(navigator, "share", { value: async ({ files: [file], title }) => {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(picture, 0, 0);
    const corners = [[9, 9], [9, height - 9]];
    const colours = corners.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].join());
    shared.push([file.name, file.type, width, height, title, ...colours]);
  } });
})()"""
NO_SHEET = """for (const name of ["canShare", "share"])
  Object.defineProperty(navigator, name, { value: undefined })"""
# Words of the drawing that lie on each other.
WORDS_ON_WORDS = """() => {
  const words = [...document.querySelectorAll(".chart text")];
  const boxes = words.map((each) => [each.textContent, each.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5)
    .map(([other]) => `${one} on ${other}`));
}"""
OUTSIDE = """() => {
  const { right, left } = document.querySelector(".chart").getBoundingClientRect();
  return [...document.querySelectorAll(".chart text")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.left < left || box.right > right;
  }).map((each) => each.textContent);
}"""
# The words of names that begin in one line and end in another.
BROKEN = """() => [...document.querySelectorAll(".who")].flatMap((who) => {
  const text = who.lastChild;
  return [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""
PIP_COLOURS = """() => [...document.querySelectorAll(".cards circle")]
  .map((pip) => getComputedStyle(pip).fill)"""


def won_by_ana(visitor: Visitor, names: tuple[str, ...] = FOUR) -> Page:
    table = visitor.start(*names)
    for hands in ROUNDS:
        visitor.play(table, *hands)
    return table


def cut_throat(visitor: Visitor) -> Page:
    """Let one of four with long names win six rounds, the others none."""
    table = visitor.start(*NAMES, game="jamaican-cut-throat")
    for _ in range(6):
        visitor.play(table, *SAME_ENDS)
    return table


def test_all_of_it_is_seen_without_scrolling_and_no_words_lie_on_others(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.page.emulate_media(reduced_motion="reduce")
    races = [won_by_ana(visitor, names) for names in (FOUR, NAMES, LONG)]
    for table in (*races, six_love(visitor, 6), cut_throat(visitor)):
        scorer.open(f"{table.address}/winner")
        for size in scorer.on(*SIZES):
            told = table.address, size
            height = scorer.page.evaluate("document.documentElement.scrollHeight")
            assert height <= size["height"], told
            for words in ("Rematch", "Back to table"):
                assert out_of_reach(scorer.control(words)) == "", told
            assert sticking_out(scorer.page) == [], told
            if table in races:
                assert scorer.page.evaluate(WORDS_ON_WORDS) == [], told
                assert scorer.page.evaluate(OUTSIDE) == [], told
            if table is races[1] and size != PHONE:
                # No word of a name is broken on the podium.
                assert scorer.page.evaluate(BROKEN) == [], told


def test_the_band_of_six_love_is_whole_in_every_language_and_its_marks_are_filled(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.open(f"{six_love(visitor, 6).address}/winner")
    # The marks of the winner are filled.
    colours = scorer.page.evaluate(PIP_COLOURS)
    assert len(colours) == 12
    assert "none" not in colours[:6]
    assert len({*colours[:6]}) == 1
    assert {*colours[6:]} == {"none"}
    for language in LANGUAGES:
        scorer.speak(language)
        for size in scorer.on(*SIZES):
            assert cut_below(scorer.page.locator(".hero, .how")) == [0, 0], (language, size)


def test_all_of_it_is_seen_on_a_phone_where_words_are_longer(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.page.set_viewport_size(PHONE)
    won_by_ana(visitor, NAMES)
    for table, language in ((cut_throat(visitor), "hu"), (won_by_ana(visitor, NAMES), "fr")):
        scorer.open(f"{table.address}/winner")
        scorer.speak(language)
        height = scorer.page.evaluate("document.documentElement.scrollHeight")
        assert height <= PHONE["height"], language
        # How it was won is in the band, to the end of a line.
        band, how = (scorer.page.locator(each).bounding_box() for each in (".hero", ".how"))
        assert band
        assert how
        assert how["y"] + how["height"] <= band["y"] + band["height"], language


def test_the_result_is_shared_as_a_picture(scorer: Scorer, visitor: Visitor) -> None:
    scorer.page.add_init_script(SHEET)
    address = f"{won_by_ana(visitor).address}/winner"
    for shape, size in {"Wide": [1200, 630], "Square": [1080, 1080]}.items():
        scorer.open(address)
        scorer.page.get_by_text("Share result", exact=True).tap()
        scorer.press(shape)
        scorer.becomes("shared.length === 1")
        file = [f"scorekeeper-1-{shape.lower()}.png", "image/png", *size, "Ana wins!"]
        assert scorer.page.evaluate("shared[0]") == [*file, ANAS, DARK]
        expect(scorer.control(shape)).to_be_hidden()


def test_where_nothing_can_be_shared_the_picture_is_kept(scorer: Scorer, visitor: Visitor) -> None:
    scorer.page.add_init_script(NO_SHEET)
    scorer.open(f"{won_by_ana(visitor).address}/winner")
    scorer.page.get_by_text("Share result", exact=True).tap()
    with scorer.page.expect_download() as kept:
        scorer.press("Square")
    assert kept.value.suggested_filename == "scorekeeper-1-square.png"
    picture = kept.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    # Its width and height follow after the name of its first part.
    assert [int.from_bytes(picture[at : at + 4]) for at in (16, 20)] == [1080, 1080]

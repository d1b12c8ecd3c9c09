"""The page of a match that is won: what is seen at once, and the picture that is shared."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from scorekeeper.i18n import LANGUAGES
from tests.browser.family_pages import SAME_ENDS, six_love
from tests.browser.measuring import cut_below, out_of_reach, sticking_out
from tests.browser.pages import FOUR, LONG
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.browser.test_around import becomes
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


def six_love_of(visitor: Visitor) -> Page:
    return six_love(visitor, 6)


def cut_throat(visitor: Visitor) -> Page:
    """Let one of four with long names win six rounds, the others none."""
    table = visitor.start(*NAMES, game="jamaican-cut-throat")
    for _ in range(6):
        visitor.play(table, *SAME_ENDS)
    return table


def won_with_long_names(visitor: Visitor) -> Page:
    return won_by_ana(visitor, NAMES)


def won_twice_with_long_names(visitor: Visitor) -> Page:
    won_with_long_names(visitor)
    return won_with_long_names(visitor)


def won_with_the_longest_names(visitor: Visitor) -> Page:
    return won_by_ana(visitor, LONG)


@pytest.mark.parametrize(
    "winning",
    [won_by_ana, won_with_long_names, won_with_the_longest_names, six_love_of, cut_throat],
)
def test_all_of_it_is_seen_without_scrolling(
    scorer: Scorer, visitor: Visitor, winning: Callable[[Visitor], Page]
) -> None:
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.open(f"{winning(visitor).address}/winner")
    for size in SIZES:
        scorer.page.set_viewport_size(size)
        height = scorer.page.evaluate("document.documentElement.scrollHeight")
        assert height <= size["height"], size
        for words in ("Rematch", "Back to table"):
            assert out_of_reach(scorer.control(words)) == "", size
        assert sticking_out(scorer.page) == [], size


def test_the_band_of_six_love_is_whole_in_every_language(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{six_love(visitor, 6).address}/winner")
    for language in LANGUAGES:
        scorer.speak(language)
        for size in SIZES:
            scorer.page.set_viewport_size(size)
            assert cut_below(scorer.page.locator(".hero, .how")) == [0, 0], (language, size)


@pytest.mark.parametrize(
    ("winning", "language"), [(cut_throat, "hu"), (won_twice_with_long_names, "fr")]
)
def test_all_of_it_is_seen_on_a_phone_where_words_are_longer(
    scorer: Scorer, visitor: Visitor, winning: Callable[[Visitor], Page], language: str
) -> None:
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.page.set_viewport_size(PHONE)
    scorer.open(f"{winning(visitor).address}/winner")
    scorer.speak(language)
    assert scorer.page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
    # How it was won is in the band, to the end of a line.
    band, how = (scorer.page.locator(each).bounding_box() for each in (".hero", ".how"))
    assert band
    assert how
    assert how["y"] + how["height"] <= band["y"] + band["height"]


@pytest.mark.parametrize("names", [FOUR, LONG], ids=["names", "long names"])
def test_no_words_of_the_line_lie_on_others(
    scorer: Scorer, visitor: Visitor, names: tuple[str, ...]
) -> None:
    scorer.open(f"{won_by_ana(visitor, names).address}/winner")
    for size in SIZES:
        scorer.page.set_viewport_size(size)
        assert scorer.page.evaluate(WORDS_ON_WORDS) == [], size
        assert scorer.page.evaluate(OUTSIDE) == [], size


def test_the_marks_of_the_winner_are_filled(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{six_love(visitor, 6).address}/winner")
    colours = scorer.page.evaluate(PIP_COLOURS)
    assert len(colours) == 12
    assert "none" not in colours[:6]
    assert len({*colours[:6]}) == 1
    assert {*colours[6:]} == {"none"}


def test_no_word_of_a_name_is_broken_on_the_podium(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{won_with_long_names(visitor).address}/winner")
    for size in (TABLET, UPRIGHT, LANDSCAPE):
        scorer.page.set_viewport_size(size)
        assert scorer.page.evaluate(BROKEN) == [], size


@pytest.mark.parametrize(
    ("shape", "width", "height"), [("Wide", 1200, 630), ("Square", 1080, 1080)]
)
def test_the_result_is_shared_as_a_picture(
    scorer: Scorer, visitor: Visitor, shape: str, width: int, height: int
) -> None:
    scorer.page.add_init_script(SHEET)
    scorer.open(f"{won_by_ana(visitor).address}/winner")
    scorer.page.get_by_text("Share result", exact=True).tap()
    scorer.press(shape)
    becomes(scorer, "shared.length === 1")
    name = f"scorekeeper-1-{shape.lower()}.png"
    file, colours = [name, "image/png", width, height, "Ana wins!"], [ANAS, DARK]
    assert scorer.page.evaluate("shared[0]") == [*file, *colours]
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

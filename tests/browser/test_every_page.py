"""Every page fits every screen and every finger, axe finds nothing, and paper has what counts."""

from itertools import combinations, product

import pytest
from playwright.sync_api import ViewportSize, expect

from scorekeeper.i18n import LANGUAGES
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME
from tests.browser.every_page import EVERY_PAGE
from tests.browser.hidden_words import HIDDEN_WORDS
from tests.browser.measuring import CUT_OFF, STICKING_OUT, misfits, parted, settle, wasted
from tests.browser.naming import misnamed
from tests.browser.pages import FOUR, NAMED_TEN, of_ten, played, turn
from tests.browser.scorer import SIZES, WINDOWS
from tests.support.accessibility import COLOURS, THEMES, violations
from tests.support.photo_page import PHOTO_PAGES, TAKEN

PAGES = {**EVERY_PAGE, **PHOTO_PAGES}
PHONES = (ViewportSize(width=390, height=664), ViewportSize(width=360, height=640))
# Where a word may be broken: the names of fields, games in a narrow column, which are hyphenated,
# standings that are as wide as their numbers, names turned to a player, and what stands after
# names of forty letters.
NARROW_WORDS = (
    *("for other programs", "compare", "club, wall", "result"),
    "table turned to the players",
)
# What is printed; of figures it is named which they are.
ON_PAPER = ("table", "wall", "result", "winner", "players", "season", "figures of a player")


def views_of(number):
    """Look at a page in every language; sizes and themes turn with the number of the page.

    So each pair of page, language, size and theme is met. axe looks at the page as it was opened.
    """
    for place, language in enumerate(LANGUAGES):
        theme = THEMES[(number + (place > 0)) % 2]
        size = SIZES[(number + place) % len(SIZES)]
        yield language, size, theme


def test_every_pair_of_page_language_size_and_theme_is_looked_at():
    met: set[tuple[object, ...]] = set()
    for number, page in enumerate(PAGES):
        for language, size, theme in views_of(number):
            met |= set(combinations((page, language, size["width"], theme), 2))
    asked = PAGES, LANGUAGES, [size["width"] for size in SIZES], THEMES
    assert met == {pair for two in combinations(asked, 2) for pair in product(*two)}


@pytest.mark.parametrize(("number", "name"), [*enumerate(PAGES)], ids=PAGES)
def test_every_page_fits_every_screen_every_finger_and_every_reader(
    scorer, visitor, number, name, thorough
):
    # Still, as axe would otherwise meet colours on their way to others.
    scorer.page.emulate_media(reduced_motion="reduce")
    PAGES[name](scorer, visitor)
    take = TAKEN.get(name, lambda _scorer: None)
    take(scorer)
    spoken, *_ = LANGUAGES
    faults: list[str] = []
    views = product(LANGUAGES, SIZES, THEMES) if thorough else views_of(number)
    for place, (language, size, theme) in enumerate(views):
        if language != spoken:
            scorer.speak(language)
            # Over a page that is loaded again, no photo lies.
            take(scorer)
        spoken = language
        scorer.page.emulate_media(color_scheme=theme)
        found = misfits(scorer.page, size) + misnamed(scorer.page)
        if thorough or place == 0:
            (other,) = {*THEMES} - {theme}
            found += violations(scorer.page, theme)
            found += violations(scorer.page, other, rules=COLOURS)
        found += on_phones(scorer.page, whole_words=name not in NARROW_WORDS)
        faults += [f"{spoken}, {fault}" for fault in found]
    if name in ON_PAPER:
        scorer.page.emulate_media(media="print")
        for theme in THEMES:
            scorer.page.emulate_media(color_scheme=theme)
            faults += [f"{theme}, on paper: {fault}" for fault in wasted(scorer.page)]
        expect(scorer.page.locator("h1")).to_be_visible()
    assert faults == []


def on_phones(page, *, whole_words):
    """List what is said on controls and not seen, and the words that are broken.

    A name of forty letters without a blank may be broken.
    """
    for phone in PHONES:
        page.set_viewport_size(phone)
        faults = [fault for measure in (STICKING_OUT, CUT_OFF) for fault in page.evaluate(measure)]
        for word in parted(page, "body", r"[\p{L}\p{M}]+") if whole_words else ():
            if len(word) < LONGEST_NAME // 2:
                faults.append(f"{word} is broken")
        yield from (f"{phone['width']} px: {fault}" for fault in faults)


def _ten_won(scorer, visitor):
    scorer.open(f"{of_ten(visitor, NAMED_TEN, 2).address}/winner")


READ = {
    **{name: PAGES[name] for name in ("home", "new match", "record, asking", "pips, refused")},
    **{name: PAGES[name] for name in ("winner", "six-love, won", "limit, reached")},
    "ten with names as they are, won": _ten_won,
}


@pytest.mark.parametrize("letters", ["usual", "large"])
@pytest.mark.parametrize("name", READ)
def test_every_word_can_be_read_in_every_window_in_large_letters_too(
    scorer, visitor, name, letters
):
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.page.add_init_script(f"localStorage.setItem('type', '{letters}')")
    READ[name](scorer, visitor)
    settle(scorer.page)
    found = {
        f"{window['width']} × {window['height']}: {fault}"
        for window in scorer.on(*WINDOWS)
        for measure in (HIDDEN_WORDS, STICKING_OUT)
        for fault in scorer.page.evaluate(measure)
    }
    assert found == set()


def test_a_turned_table_is_printed_like_any_other_and_a_match_with_all_of_its_rounds(
    scorer, visitor
):
    page = scorer.page
    page.add_init_script("globalThis.print = () => { document.printed = true; }")
    table = played(visitor, 40)
    turn(scorer, table.address)
    page.emulate_media(media="print")
    assert wasted(page) == []
    expect(page.locator(".sides h2").filter(visible=True)).to_have_text([*FOUR])
    expect(page.locator(".table-mode")).to_be_hidden()
    page.emulate_media(media="screen")
    scorer.open(f"{table.address}/rounds")
    scorer.press_in_menu("Print")
    assert page.evaluate("document.printed")
    page.emulate_media(media="print")
    assert wasted(page) == []
    rounds = page.locator(".history tbody th").filter(visible=True)
    assert rounds.all_inner_texts() == [str(number) for number in range(40, 0, -1)]
    # Nothing is cut off where it would scroll.
    cut = "({ scrollHeight, clientHeight }) => scrollHeight - clientHeight"
    assert page.locator(".history").evaluate(cut) <= 0
    assert page.evaluate("document.documentElement.scrollHeight > 1123")

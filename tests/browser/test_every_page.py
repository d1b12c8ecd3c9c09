"""What holds for every page: it fits every screen and every finger, and axe finds nothing."""

from collections.abc import Iterator, Sequence
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped] # has no types
from playwright.sync_api import Page, ViewportSize

from scorekeeper.i18n import DEFAULT, LANGUAGES
from tests.browser.access_pages import ACCESS_PAGES
from tests.browser.family_pages import FAMILY_PAGES
from tests.browser.measuring import covered, flatten, small_controls, sticking_out
from tests.browser.pages import EVERY_PAGE, Opening
from tests.browser.scorer import PHONE, SCREENS, TABLET, Scorer
from tests.web.visitor import Visitor

PAGES = {**EVERY_PAGE, **ACCESS_PAGES, **FAMILY_PAGES}
View = tuple[ViewportSize, Literal["light", "dark"]]
# Zoomed to 200 %, a tablet has half its width and height.
ZOOMED: ViewportSize = {"width": TABLET["width"] // 2, "height": TABLET["height"] // 2}
EVERYWHERE: tuple[View, ...] = (
    (TABLET, "light"),
    (TABLET, "dark"),
    (ZOOMED, "light"),
    (ZOOMED, "dark"),
    (PHONE, "light"),
    (PHONE, "dark"),
)
IN_OTHER_LANGUAGES: tuple[View, ...] = ((ZOOMED, "light"), (PHONE, "dark"))


@pytest.mark.parametrize("opening", PAGES.values(), ids=PAGES)
def test_every_page_fits_every_screen_every_finger_and_every_reader(
    scorer: Scorer, visitor: Visitor, opening: Opening
) -> None:
    # Still, as axe would otherwise meet colours on their way to others.
    scorer.page.emulate_media(reduced_motion="reduce")
    opening(scorer, visitor)
    assert [*misfits(scorer.page), *violations(scorer.page)] == []


@pytest.mark.parametrize("opening", PAGES.values(), ids=PAGES)
def test_every_page_fits_and_is_accessible_in_every_language(
    scorer: Scorer, visitor: Visitor, opening: Opening
) -> None:
    scorer.page.emulate_media(reduced_motion="reduce")
    opening(scorer, visitor)
    faults: list[str] = []
    for language in LANGUAGES.keys() - {DEFAULT}:
        scorer.speak(language)
        found = [*misfits(scorer.page), *violations(scorer.page, IN_OTHER_LANGUAGES)]
        faults += [f"{language}: {fault}" for fault in found]
    assert faults == []


def misfits(page: Page) -> Iterator[str]:
    """Say what is too wide, too small or covered, and on which screen."""
    for screen in (*SCREENS, ZOOMED):
        page.set_viewport_size(screen)
        for fault in (*sticking_out(page), *small_controls(page), *covered(page)):
            yield f"{screen['width']} px: {fault}"


def violations(page: Page, views: Sequence[View] = EVERYWHERE) -> Iterator[str]:
    """Say what axe finds, and where: in daylight and in the dark, on the table and in the hand."""
    page.evaluate(AXE_SCRIPT)
    # On a gradient axe cannot tell whether words stand out.
    flatten(page)
    for screen, light in views:
        page.set_viewport_size(screen)
        page.emulate_media(color_scheme=light)
        for violation in page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]:
            places = [target for node in violation["nodes"] for target in node["target"]]
            yield f"{light}, {screen['width']} px: {violation['help']}: {', '.join(places)}"

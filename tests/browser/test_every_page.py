"""What holds for every page: it fits every screen and every finger, and axe finds nothing."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped] # has no types
from playwright.sync_api import Page

from tests.browser.family_pages import FAMILY_PAGES
from tests.browser.measuring import flatten, small_controls, sticking_out
from tests.browser.pages import EVERY_PAGE, Opening
from tests.browser.scorer import PHONE, SCREENS, TABLET, Scorer
from tests.web.visitor import Visitor

PAGES = {**EVERY_PAGE, **FAMILY_PAGES}


@pytest.mark.parametrize("opening", PAGES.values(), ids=PAGES)
def test_every_page_fits_every_screen_every_finger_and_every_reader(
    scorer: Scorer, visitor: Visitor, opening: Opening
) -> None:
    # Still, as axe would otherwise meet colours on their way to others.
    scorer.page.emulate_media(reduced_motion="reduce")
    opening(scorer, visitor)
    assert [*misfits(scorer.page), *violations(scorer.page)] == []


def misfits(page: Page) -> Iterator[str]:
    """Say what is too wide or too small, and on which screen."""
    for screen in SCREENS:
        page.set_viewport_size(screen)
        for fault in (*sticking_out(page), *small_controls(page)):
            yield f"{screen['width']} px: {fault}"


def violations(page: Page) -> Iterator[str]:
    """Say what axe finds, and where: in daylight and in the dark, on the table and in the hand."""
    page.evaluate(AXE_SCRIPT)
    # On a gradient axe cannot tell whether words stand out.
    flatten(page)
    for screen in (TABLET, PHONE):
        page.set_viewport_size(screen)
        for light in ("light", "dark"):
            page.emulate_media(color_scheme=light)
            for violation in page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]:
                places = [target for node in violation["nodes"] for target in node["target"]]
                yield f"{light}, {screen['width']} px: {violation['help']}: {', '.join(places)}"

"""What axe finds on a page."""

from typing import Literal

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped] # has no types
from playwright.sync_api import expect

from tests.browser.measuring import flatten, settle

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
# What of axe's rules hangs on the theme.
COLOURS = ("color-contrast",)


def violations(page, *themes, rules=()):
    """Say what axe finds, and where: in daylight, in the dark, or in both; by all rules or some."""
    options = {"resultTypes": ["violations"]} | ({"runOnly": [*rules]} if rules else {})
    if not page.evaluate("Boolean(globalThis.axe)"):
        page.evaluate(AXE_SCRIPT)
    # Pale until it is about the last tap.
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    settle(page)
    # On a gradient axe cannot tell whether words stand out.
    flatten(page)
    for theme in themes or THEMES:
        page.emulate_media(color_scheme=theme)
        for violation in page.evaluate("options => axe.run(options)", options)["violations"]:
            places = [target for node in violation["nodes"] for target in node["target"]]
            yield f"{theme}, {page.viewport_size}: {violation['help']}: {', '.join(places)}"

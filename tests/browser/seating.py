"""The parts of the page that starts a match, and the windows that browsers leave to pages."""

from playwright.sync_api import ViewportSize

# What browsers leave of a tablet and of a phone, which may be held both ways.
WINDOWS = tuple(
    ViewportSize(width=width, height=height)
    for width, height in (
        *((1024, 672), (1180, 740), (768, 950)),
        *((390, 664), (360, 640), (412, 700)),
    )
)
COUNT_TAPS = """addEventListener("pointerdown", () => {
  sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


def seats(scorer):
    return scorer.page.locator(".seat > button:visible")


def chip(scorer, name):
    return scorer.page.locator("#chips").get_by_role("button", name=name, exact=True)


def sit(scorer, *names):
    for name in names:
        chip(scorer, name).tap()


def names(scorer):
    return scorer.page.locator(".seat > button:visible b")


def suggested(scorer):
    return scorer.page.locator("#suggested .pick:visible")


def listed(scorer):
    """Open the list of the games that fit."""
    scorer.page.locator(".others").tap()
    return scorer.page.get_by_role("dialog", name="All games")


def plan(scorer):
    return scorer.page.locator(".plan:visible")

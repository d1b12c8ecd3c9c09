"""The pages a device keeps for when there is no network."""

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Page

from tests.unchanged import rows

KEPT = """async () => {
  const pages = await caches.open("pages");
  return (await pages.keys()).map(({ url }) => new URL(url).pathname);
}"""

KEPT_TEXT = """async () => {
  const pages = await caches.open("pages");
  const texts = (await pages.keys()).map(async (request) => (await pages.match(request)).text());
  return (await Promise.all(texts)).join();
}"""


def kept(page: Page) -> list[str]:
    return list(page.evaluate(KEPT))


def _eventually(page: Page, true: Callable[[], bool]) -> None:
    for _ in range(200):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError(kept(page))


def eventually_kept(page: Page, *paths: str) -> None:
    """Wait until the device keeps pages."""
    _eventually(page, lambda: {*paths} <= {*kept(page)})


def eventually_kept_text(page: Page, words: str) -> None:
    """Wait until words are on one of the pages that the device keeps."""
    _eventually(page, lambda: words in kept_text(page))


def eventually_forgotten(page: Page, path: str) -> None:
    """Wait until the device keeps a page no more."""
    _eventually(page, lambda: path not in kept(page))


def eventually_kept_only(page: Page, *paths: str) -> None:
    """Wait until the device keeps these pages and no others."""
    _eventually(page, lambda: kept(page) == [*paths])


def kept_text(page: Page) -> str:
    """Return everything there is on the pages that the device keeps."""
    return str(page.evaluate(KEPT_TEXT))


def recorded(app: Flask) -> int:
    return len(rows(app)["rounds"])

"""Whatever Playwright starts."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, WebError

from tests.browser.engines.driver import TABLET, Away
from tests.browser.live import LOGGED_ANSWER, NO_WORKER


class PlaywrightPage:
    """A page that Playwright drives."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._heard: list[str] = []
        page.context.on("console", self._console)
        page.context.on("weberror", self._script)

    def open(self, address: str) -> None:
        self._page.goto(address, wait_until="commit")

    def evaluate(self, function: str, *given: object) -> Any:
        try:
            return self._page.evaluate(f"given => ({function})(...given)", [*given])
        except Error as error:
            raise Away(error.message) from error

    def tap(self, x: float, y: float) -> None:
        self._page.touchscreen.tap(x, y)

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def complaints(self) -> list[str]:
        # What is on its way has come once this is answered.
        self._page.context.cookies()
        return self._heard

    def picture(self, path: Path) -> None:
        self._page.screenshot(path=path)

    def _console(self, message: ConsoleMessage) -> None:
        known = LOGGED_ANSWER in message.text or NO_WORKER in message.text
        if message.type == "error" and not known:
            self._heard.append(message.text)

    def _script(self, error: WebError) -> None:
        self._heard.append(str(error.error))


class PlaywrightEngine:
    """A browser that Playwright started."""

    def __init__(self, browser: Browser, scripts: bool) -> None:
        self._browser, self._scripts = browser, scripts

    @contextmanager
    def visit(self) -> Iterator[PlaywrightPage]:
        width, height = TABLET
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            service_workers="block",
            java_script_enabled=self._scripts,
        )
        yield PlaywrightPage(context.new_page())
        context.close()

    def close(self) -> None:
        self._browser.close()

"""Browser contexts that one test after the other uses, so that styles and scripts are cached."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession


class Contexts:
    """Lends contexts in which nothing is left of the test before but what the browser cached."""

    def __init__(self, browser: Browser, home: str) -> None:
        self._browser, self._home = browser, home
        self._free: dict[str, tuple[BrowserContext, CDPSession]] = {}

    @contextmanager
    def lend(self, args: dict[str, Any], *, anew: bool = False) -> Iterator[BrowserContext]:
        """Lend a context with such arguments; a new one if asked for, or if not all is cleared."""
        kept = args["base_url"] == self._home and args.get("service_workers") == "block"
        if anew or not kept:
            with self._browser.new_context(**args) as context:
                yield context
            return
        key = repr(sorted(args.items()))
        context, session = self._free.pop(key) if key in self._free else self._start(args)
        yield context
        self._clear(context, session)
        self._free[key] = context, session

    def _start(self, args: dict[str, Any]) -> tuple[BrowserContext, CDPSession]:
        context = self._browser.new_context(**args)
        # A page that stays empty: through it is cleared what the others have left.
        return context, context.new_cdp_session(context.new_page())

    def _clear(self, context: BrowserContext, session: CDPSession) -> None:
        for page in context.pages[1:]:
            page.close()
        context.unroute_all()
        context.set_offline(False)
        context.clear_permissions()
        context.clear_cookies()
        everything = {"origin": self._home, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", everything)

"""Browser contexts that one test after the other uses, so that styles and scripts are cached."""

from contextlib import contextmanager

from playwright.sync_api import BrowserContext

from tests.browser.live import EMPTY

FORGET = "localStorage.clear(); sessionStorage.clear()"


class Contexts:
    """Lends contexts in which nothing is left of the test before but what the browser cached."""

    def __init__(self, browser, home):
        self._browser, self._home = browser, home
        self._free: dict[str, BrowserContext] = {}

    @contextmanager
    def lend(self, args, *, anew=False):
        """Lend a context with such arguments; a new one if asked for, or if not all is cleared."""
        kept = args["base_url"] == self._home and args.get("service_workers") == "block"
        if anew or not kept:
            with self._browser.new_context(**args) as context:
                yield context
            return
        key = repr(sorted(args.items()))
        context = self._free.pop(key) if key in self._free else self._start(args)
        yield context
        self._clear(context)
        self._free[key] = context

    def _start(self, args):
        context = self._browser.new_context(**args)
        # A page that stays: it clears what others have left, and keeps alive what draws them.
        context.new_page().goto(EMPTY)
        return context

    def _clear(self, context):
        staying, *others = context.pages
        for page in others:
            page.close()
        context.unroute_all()
        context.set_offline(False)
        context.clear_permissions()
        context.clear_cookies()
        staying.evaluate(FORGET)

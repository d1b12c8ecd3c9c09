"""Finished pages of a match for all who watch it, each made once a version."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from flask_babel import force_locale

from scorekeeper.i18n import locale_of
from scorekeeper.scorebook.rights import Right

MAX_PAGES = 256
TURNS = 16


class PageKey(NamedTuple):
    """Which page: nothing else on it ever changes."""

    name: str
    match_id: int
    version: int
    right: Right
    language: str


class CachedPage(NamedTuple):
    """A page as it is sent when it is asked for, and as an event to who has an older one."""

    html: str
    tag: str
    event: bytes


Renderer = Callable[[PageKey], str]


class PageCache:
    """The pages that were made last; `renderers` make them, by name."""

    def __init__(self, renderers: Mapping[str, Renderer]) -> None:
        self._renderers = renderers
        self._pages: OrderedDict[PageKey, CachedPage] = OrderedDict()
        self._lock = Lock()
        self._turns = [Lock() for _ in range(TURNS)]

    def find(self, asked: PageKey) -> CachedPage | None:
        """Give a page that is kept; None where it is to be made."""
        return self._pages.get(asked)

    def page(self, asked: PageKey) -> CachedPage:
        """Give a page, and make it where it is not kept. Raise NoSuchMatch."""
        page = self.find(asked)
        if page is None:
            # All who watch a match ask at once: one makes the page, the others wait for it.
            with self._turns[hash(asked) % TURNS]:
                page = self.find(asked) or self._keep(asked, self._made(asked))
        return page

    def renew(self, match_id: int, version: int) -> None:
        """Make the pages of a match anew that are kept of an earlier version."""
        with self._lock:
            old = [asked for asked in self._pages if asked.match_id == match_id]
            old = [asked for asked in old if asked.version < version]
            for asked in old:
                del self._pages[asked]
        for asked in old:
            self.page(asked._replace(version=version))

    def forget(self) -> None:
        """Forget them all."""
        self._pages.clear()

    def _keep(self, asked: PageKey, page: CachedPage) -> CachedPage:
        with self._lock:
            self._pages[asked] = page
            if len(self._pages) > MAX_PAGES:
                self._pages.popitem(last=False)
        return page

    def _made(self, asked: PageKey) -> CachedPage:
        with force_locale(locale_of(asked.language)):
            html = self._renderers[asked.name](asked)
        # A scorebook that was restored may have another match at the same version.
        content = sha256(html.encode()).hexdigest()[:8]
        data = html.replace("\r", "").replace("\n", "\ndata: ")
        return CachedPage(
            html=html,
            # Weak, as it is the same page however it is compressed.
            tag=f'W/"{asked.version}.{asked.right:d}.{content}"',
            event=f"id: {asked.version}\nevent: page\ndata: {data}\n\n".encode(),
        )

"""Rendered pages of matches: each is rendered once a version, for all who watch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from scorekeeper.i18n import in_language
from scorekeeper.scorebook.rights import Right

MAX_PAGES = 256
RENDER_LOCKS = 16


class PageKey(NamedTuple):
    """All that a cached page depends on; `name` is that of its renderer."""

    name: str
    match_id: int
    version: int
    right: Right
    language: str


class CachedPage(NamedTuple):
    """A page as a response sends it, and as an event of a stream."""

    html: str
    etag: str
    event: bytes


Renderer = Callable[[PageKey], str]


class PageCache:
    """The pages used last; `renderers` make the HTML, by the name of the page."""

    def __init__(self, renderers: Mapping[str, Renderer]) -> None:
        self._renderers = renderers
        self._pages: LRUCache[PageKey, CachedPage] = LRUCache(MAX_PAGES)
        self._lock = Lock()
        self._render_locks = [Lock() for _ in range(RENDER_LOCKS)]

    def find(self, key: PageKey) -> CachedPage | None:
        """Return a page that is cached; None where it has to be rendered."""
        with self._lock:
            return self._pages.get(key)

    def page(self, key: PageKey) -> CachedPage:
        """Return a page, rendered where it is not cached. Raise NoSuchMatch."""
        page = self.find(key)
        if page is None:
            # All who watch a match ask at once: one renders the page, the others wait for it.
            with self._render_locks[hash(key) % RENDER_LOCKS]:
                page = self.find(key) or self._add(key)
        return page

    def renew(self, match_id: int, version: int) -> None:
        """Replace the cached pages of a match's earlier versions by those of `version`."""
        with self._lock:
            old = [key for key in self._pages if key.match_id == match_id]
            old = [key for key in old if key.version < version]
            for key in old:
                del self._pages[key]
        for key in old:
            self.page(key._replace(version=version))

    def _add(self, key: PageKey) -> CachedPage:
        page = self._render(key)
        with self._lock:
            self._pages[key] = page
        return page

    def _render(self, key: PageKey) -> CachedPage:
        with in_language(key.language):
            html = self._renderers[key.name](key)
        # A scorebook that was restored may have another match at the same version.
        content = sha256(html.encode()).hexdigest()[:8]
        data = html.replace("\r", "").replace("\n", "\ndata: ")
        return CachedPage(
            html=html,
            # Weak, as it is the same page however it is compressed.
            etag=f'W/"{key.version}.{key.right:d}.{content}"',
            event=f"id: {key.version}\nevent: page\ndata: {data}\n\n".encode(),
        )

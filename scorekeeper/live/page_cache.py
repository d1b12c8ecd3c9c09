"""Rendered pages of matches: each is rendered once a version, for all who watch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from scorekeeper.i18n import in_language
from scorekeeper.live.kept import Kept
from scorekeeper.scorebook.database.db import UNAVAILABLE, file_number
from scorekeeper.scorebook.locking import NoSuchMatch
from scorekeeper.scorebook.permissions.rights import Right

RENDER_LOCKS = 16
# What a page takes with its event and its bodies, which are made once they are asked for.
EVENT_AND_BODIES = 3
# Why no page can be renewed: a match in the bin needs none, and a database that is away gives none.
NOT_RENEWED = (NoSuchMatch, *UNAVAILABLE)


class PageKey(NamedTuple):
    """All that a cached page depends on; `name` is that of its renderer."""

    name: str
    match_id: int
    version: int
    right: Right
    language: str
    # The file that the match is read from: another has other matches at the same versions.
    file: int


def page_key(name: str, match_id: int, version: int, right: Right, language: str) -> PageKey:
    """Return the key of a page that is read from now on."""
    return PageKey(name, match_id, version, right, language, file_number())


class Body(NamedTuple):
    """What is sent of a page to those who accept an encoding; "" is none."""

    encoding: str
    data: bytes


@dataclass(frozen=True)
class CachedPage:
    """A page; a stream sends it as an event, if there is one.

    `bodies` has what was sent of it, by what was accepted (bodies.py).
    """

    version: int
    html: bytes
    etag: str
    bodies: dict[str, Body] = field(default_factory=dict)

    @cached_property
    def event(self) -> bytes:
        data = self.html.replace(b"\r", b"").replace(b"\n", b"\ndata: ")
        return b"id: %d\nevent: page\ndata: %s\n\n" % (self.version, data)


Renderer = Callable[[PageKey], str]


class PageCache:
    """The pages used last; `renderers` make the HTML, by the name of the page."""

    def __init__(self, renderers: Mapping[str, Renderer], megabytes: int) -> None:
        self._renderers = renderers
        # Half of what is kept; the other half is for responses.
        self._pages = Kept[CachedPage](megabytes * 2**20 // 2, share=100)
        self._render_locks = [Lock() for _ in range(RENDER_LOCKS)]

    def find(self, key: PageKey) -> CachedPage | None:
        """Return a page that is cached; None where it has to be rendered."""
        return self._pages.find(key)

    def page(self, key: PageKey) -> CachedPage:
        """Return a page, rendered where it is not cached. Raise NoSuchMatch."""
        page = self.find(key)
        if page is None:
            # All who watch a match ask at once: one renders the page, the others wait for it.
            with self._render_locks[hash(key) % RENDER_LOCKS]:
                page = self.find(key) or self._add(key)
        return page

    def renew(self, match_id: int, version: int) -> list[CachedPage]:
        """Replace the cached pages of a match's earlier versions by those of `version`."""
        old = [key for key in self._pages.all_keys() if isinstance(key, PageKey)]
        old = [key for key in old if key.match_id == match_id and key.version < version]
        for key in old:
            self._pages.drop(key)
        return [self.page(key._replace(version=version, file=file_number())) for key in old]

    def _add(self, key: PageKey) -> CachedPage:
        page = self._render(key)
        self._pages.store(key, page, EVENT_AND_BODIES * len(page.html))
        return page

    def _render(self, key: PageKey) -> CachedPage:
        with in_language(key.language):
            html = self._renderers[key.name](key).encode()
        # A scorebook that was restored may have another match at the same version.
        content = sha256(html).hexdigest()[:8]
        # Weak, as it is the same page however it is compressed.
        return CachedPage(key.version, html, f'W/"{key.version}.{key.right:d}.{content}"')

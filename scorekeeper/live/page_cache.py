"""Rendered pages: each is rendered once a version, for everybody who watches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from threading import Condition
from typing import Generic, NamedTuple, Protocol, TypeVar
from zlib import crc32

from cachetools import LRUCache, cachedmethod
from flask import Response, request

from scorekeeper.i18n import in_language
from scorekeeper.rules.round_entry import Round
from scorekeeper.scorebook.database.db import file_generation
from scorekeeper.scorebook.permissions.rights import Right

# Room for a page's event, which is made when first needed.
PAGE_AND_EVENT = 2
# Approximate memory besides its bytes.
OVERHEAD = 2000


class CacheKey(Protocol):
    """All that a cached page depends on; `seen` is what the page sends when it opens its stream."""

    @property
    def seen(self) -> str: ...
    @property
    def language(self) -> str: ...


K = TypeVar("K", bound=CacheKey)
Begin = Callable[[], AbstractContextManager[object]]


def tag_of(version: int, made: Round) -> str:
    """Return the ETag of a match at a version; it also changes with points in play."""
    return f"{version}.{crc32(repr(made).encode()):x}" if made.tally else str(version)


class PageKey(NamedTuple):
    """All that a cached page of a match depends on; `name` says which page it is."""

    name: str
    match_id: int
    version: int
    right: Right
    language: str
    # What was scored in play since the last round.
    in_play: Round
    # The file that the match is read from: another file has other matches at the same versions.
    file: int
    # The path under which this device sees the site: all links begin with it.
    root: str

    @property
    def seen(self) -> str:
        """The version, and the points in play."""
        return tag_of(self.version, self.in_play)


def page_key(
    name: str, match_id: int, version: int, made: Round, right: Right, language: str
) -> PageKey:
    """Return the key of a page about to be rendered; `made` is what was scored in play."""
    file = file_generation()
    return PageKey(name, match_id, version, right, language, made, file, request.script_root)


@dataclass(frozen=True)
class CachedPage:
    """A page; a stream sends it as an event, if there is one; `seen` is that of its key."""

    seen: str
    html: bytes
    etag: str

    @cached_property
    def event(self) -> bytes:
        data = self.html.replace(b"\r", b"").replace(b"\n", b"\ndata: ")
        return b"id: %s\nevent: page\ndata: %s\n\n" % (self.seen.encode(), data)


class PageCache(Generic[K]):
    """The pages used most recently; `render` makes their HTML."""

    def __init__(self, render: Callable[[K], str], megabytes: int) -> None:
        self._render = render
        self.pages = LRUCache[K, CachedPage](megabytes * 2**20, _taken)
        self._changed = Condition()

    # All who watch a match ask at once: one request renders the page, the others wait for it.
    @cachedmethod(
        lambda self: self.pages,
        key=lambda _self, key, _begin=None: key,
        condition=lambda self: self._changed,
    )
    def page(
        self, key: K, begin: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> CachedPage:
        """Return a page; if it is not cached, render it in the request context that `begin` makes.

        Raise NoSuchMatch.
        """
        with begin(), in_language(key.language):
            html = self._render(key).encode()
        # A restored scorebook may have another match at the same version.
        content = sha256(html).hexdigest()[:8]
        # Weak, because it is the same page however it is compressed.
        return CachedPage(key.seen, html, f'W/"{key.seen}.{content}"')


def _taken(page: CachedPage) -> int:
    return PAGE_AND_EVENT * len(page.html) + OVERHEAD


def respond_with(page: CachedPage) -> Response:
    """Send a page, or 304 if the device has it already."""
    response = Response(page.html, headers={"ETag": page.etag}, mimetype="text/html")
    response.make_conditional(request.environ)
    return response

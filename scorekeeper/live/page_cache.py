"""Rendered pages: each is rendered once a version, for all who watch."""

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

# What a page takes with its event, which is made once it is asked for.
PAGE_AND_EVENT = 2
# What it takes beside its bytes, about.
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
    """Return the tag of a match at a version: it changes with what was made in play too."""
    return f"{version}.{crc32(repr(made).encode()):x}" if made.tally else str(version)


class PageKey(NamedTuple):
    """All that a cached page of a match depends on; `name` says which page it is."""

    name: str
    match_id: int
    version: int
    right: Right
    language: str
    # What was made in play since the last round.
    in_play: Round
    # The file that the match is read from: another has other matches at the same versions.
    file: int
    # The path under which the site lives for this device: all links begin with it.
    root: str

    @property
    def seen(self) -> str:
        """The version, and which points in play."""
        return tag_of(self.version, self.in_play)


def page_key(
    name: str, match_id: int, version: int, made: Round, right: Right, language: str
) -> PageKey:
    """Return the key of a page that is read from now on; `made` is what was made in play."""
    file = file_generation()
    return PageKey(name, match_id, version, right, language, made, file, request.script_root)


@dataclass(frozen=True)
class CachedPage:
    """A page; a stream sends it as an event, if there is one; `seen` as its key has it."""

    seen: str
    html: bytes
    etag: str

    @cached_property
    def event(self) -> bytes:
        data = self.html.replace(b"\r", b"").replace(b"\n", b"\ndata: ")
        return b"id: %s\nevent: page\ndata: %s\n\n" % (self.seen.encode(), data)


class PageCache(Generic[K]):
    """The pages used last; `render` makes their HTML."""

    def __init__(self, render: Callable[[K], str], megabytes: int) -> None:
        self._render = render
        self.pages = LRUCache[K, CachedPage](megabytes * 2**20, _taken)
        self._changed = Condition()

    # All who watch a match ask at once: one renders the page, the others wait for it.
    @cachedmethod(
        lambda self: self.pages,
        key=lambda _self, key, _begin=None: key,
        condition=lambda self: self._changed,
    )
    def page(
        self, key: K, begin: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> CachedPage:
        """Return a page; where it is not cached, render it in the request that `begin` makes.

        Raise NoSuchMatch.
        """
        with begin(), in_language(key.language):
            html = self._render(key).encode()
        # A scorebook that was restored may have another match at the same version.
        content = sha256(html).hexdigest()[:8]
        # Weak, as it is the same page however it is compressed.
        return CachedPage(key.seen, html, f'W/"{key.seen}.{content}"')


def _taken(page: CachedPage) -> int:
    return PAGE_AND_EVENT * len(page.html) + OVERHEAD


def respond_with(page: CachedPage) -> Response:
    """Send a page, or 304 where the device has it."""
    response = Response(page.html, headers={"ETag": page.etag}, mimetype="text/html")
    response.make_conditional(request.environ)
    return response

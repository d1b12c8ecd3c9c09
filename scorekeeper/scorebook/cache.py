"""A cache of recently used matches, so that a page need not read and score every round again.

Each process has its own. A match that another process has changed is read again, and nothing read
from a replaced file is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from cachetools import LRUCache
from flask import Flask, current_app

from scorekeeper.scorebook.changes import ChangeKind
from scorekeeper.scorebook.database.db import db, file_generation, file_generation_of, is_writing
from scorekeeper.scorebook.database.sqlite_file import DamagedMatch
from scorekeeper.scorebook.scored_match import (
    UNREADABLE,
    Match,
    read_match,
    read_rows,
    score_stored,
)

MAX_MATCHES = 256
# After these changes the players and colours of the seats must be read again: they are not in the
# change.
OTHER_PLAYERS = (ChangeKind.NAMES, ChangeKind.PEOPLE, ChangeKind.SEATS, ChangeKind.PLAYER)


class MatchCache(LRUCache[tuple[int, int], Match]):
    """The matches used last, by file and id, as they were last read."""

    def __init__(self) -> None:
        super().__init__(MAX_MATCHES)
        self.lock = Lock()


def init_app(app: Flask) -> None:
    """Give `app` an empty cache of matches."""
    app.extensions["match_cache"] = MatchCache()


def store(match: Match, file: int) -> None:
    """Cache a match of a file at its current version."""
    cache: MatchCache = current_app.extensions["match_cache"]
    with cache.lock:
        cache[file, match.id] = match


def _find(match_id: int, file: int) -> Match | None:
    cache: MatchCache = current_app.extensions["match_cache"]
    with cache.lock:
        return cache.get((file, match_id))


def match_at(match_id: int, version: int) -> Match:
    """Return a match at its current version, from the cache or the database."""
    match = _find(match_id, file_generation())
    if match is None or match.version != version:
        match = _load(match_id, version)
        if not is_writing(db.session()):
            # An uncommitted match may be rolled back.
            store(match, file_generation_of(db.session()))
    return match


def matches_at(versions: Sequence[tuple[int, int]]) -> tuple[Match, ...]:
    """Return matches by ids and versions; those not cached are read together."""
    file = file_generation()
    new = [match_id for match_id, _version in versions if _find(match_id, file) is None]
    with _damage_named():
        for row in read_rows(db.session(), new):
            store(score_stored(row), file_generation_of(db.session()))
    return tuple(match_at(match_id, version) for match_id, version in versions)


def _load(match_id: int, version: int) -> Match:
    with _damage_named():
        match = read_match(db.session(), match_id)
        if match.version < version:
            # The session's transaction began before that version: what it reads must not be cached.
            db.session.rollback()
            match = read_match(db.session(), match_id)
        return match


@contextmanager
def _damage_named() -> Iterator[None]:
    """Raise DamagedMatch if rows cannot be read, which no valid change can cause."""
    try:
        yield
    except UNREADABLE as error:
        raise DamagedMatch from error

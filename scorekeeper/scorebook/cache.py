"""A cache of the matches used last, so that a page does not read and score every round again.

Each process has its own. A match that another one changed since is read again; what was read from a
file that was replaced is not used again.
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
from scorekeeper.scorebook.projection import UNREADABLE, Match, project, read_match, read_rows

MAX_MATCHES = 256
# After these it has to be read who sits where, and in which colour: that is in no change.
OTHER_PLAYERS = (ChangeKind.NAMES, ChangeKind.PEOPLE, ChangeKind.SEATS, ChangeKind.PLAYER)


class MatchCache(LRUCache[tuple[int, int], Match]):
    """The matches used last, by their file and id: each as it was when it was last read."""

    def __init__(self) -> None:
        super().__init__(MAX_MATCHES)
        self.lock = Lock()


def init_app(app: Flask) -> None:
    """Give `app` an empty cache of matches."""
    app.extensions["match_cache"] = MatchCache()


def store(match: Match, file: int) -> None:
    """Keep a match of a file in the cache, as it is there now."""
    cache: MatchCache = current_app.extensions["match_cache"]
    with cache.lock:
        cache[file, match.id] = match


def _find(match_id: int, file: int) -> Match | None:
    cache: MatchCache = current_app.extensions["match_cache"]
    with cache.lock:
        return cache.get((file, match_id))


def match_at(match_id: int, version: int) -> Match:
    """Return a match at its version, the one stored now, from the cache or the database."""
    match = _find(match_id, file_generation())
    if match is None or match.version != version:
        match = _load(match_id, version)
        if not is_writing(db.session()):
            # What is not committed yet may be rolled back.
            store(match, file_generation_of(db.session()))
    return match


def matches_at(versions: Sequence[tuple[int, int]]) -> tuple[Match, ...]:
    """Return matches by their ids and versions; those not known yet are read together."""
    file = file_generation()
    new = [match_id for match_id, _version in versions if _find(match_id, file) is None]
    with _damage_named():
        for row in read_rows(db.session(), new):
            store(project(row), file_generation_of(db.session()))
    return tuple(match_at(match_id, version) for match_id, version in versions)


def _load(match_id: int, version: int) -> Match:
    with _damage_named():
        match = read_match(db.session(), match_id)
        if match.version < version:
            # The session's transaction began before that version: what it sees must not be stored.
            db.session.rollback()
            match = read_match(db.session(), match_id)
        return match


@contextmanager
def _damage_named() -> Iterator[None]:
    """Raise DamagedMatch where rows cannot be read: nobody can record such ones."""
    try:
        yield
    except UNREADABLE as error:
        raise DamagedMatch from error

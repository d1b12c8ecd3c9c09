"""The matches a process remembers, folded, each at the version it was last looked at."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from flask import Flask, current_app
from sqlalchemy import select
from sqlalchemy.orm import selectinload

from scorekeeper import models
from scorekeeper.db import db
from scorekeeper.folding import Match, fold, refold
from scorekeeper.records import round_from
from scorekeeper.sheets import Entry

KEPT_MATCHES = 256


class Memory:
    """The matches that changed last, each as it was when it was last looked at."""

    def __init__(self) -> None:
        self._matches: OrderedDict[int, Match] = OrderedDict()
        self._lock = Lock()

    def recall(self, match_id: int) -> Match | None:
        """Give a match as it was when it was kept; None where it never was, or long ago."""
        return self._matches.get(match_id)

    def keep(self, match: Match) -> None:
        """Remember a match, and forget the one that was kept longest ago."""
        with self._lock:
            self._matches[match.id] = match
            self._matches.move_to_end(match.id)
            if len(self._matches) > KEPT_MATCHES:
                self._matches.popitem(last=False)


def register(app: Flask) -> None:
    """Give `app` its memory of matches."""
    app.extensions["memory"] = Memory()


def match_at(match_id: int, version: int) -> Match:
    """Give a match at its version; what is remembered of it spares reading and folding again."""
    memory: Memory = current_app.extensions["memory"]
    match = memory.recall(match_id)
    if match is None or match.version != version:
        match = _extended(match, version) or _load(match_id, version)
        memory.keep(match)
    return match


def _extended(known: Match | None, version: int) -> Match | None:
    """Add to a match the rounds recorded since; None where more happened to it than that.

    Every change raises the version by one. So where as many rounds were added as the match
    changed, nothing else can have happened, and the rounds known are still the first ones.
    """
    if known is None or version < known.version:
        return None
    added = db.session.scalars(
        select(models.Round)
        .filter_by(match_id=known.id)
        .where(models.Round.number >= known.next_number)
        .order_by(models.Round.number)
    ).all()
    if len(added) != version - known.version:
        return None
    entries = (Entry(round_from(row.record), row.recorded_at) for row in added)
    sheet = replace(known.sheet, entries=(*known.sheet.entries, *entries))
    return refold(known, sheet, version, added[-1].recorded_at)


def _load(match_id: int, version: int) -> Match:
    match = _read(match_id)
    if match.version < version:
        # The session's transaction began before that version: what it sees must not be kept.
        db.session.rollback()
        match = _read(match_id)
    return fold(match)


def _read(match_id: int) -> models.Match:
    return db.session.scalars(
        select(models.Match)
        .filter_by(id=match_id)
        .options(selectinload(models.Match.seats), selectinload(models.Match.rounds))
        # What the session still holds may be older than the version just read.
        .execution_options(populate_existing=True)
    ).one()

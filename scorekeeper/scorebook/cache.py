"""The matches a process remembers, folded, each at the version it was last looked at."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from flask import Flask, current_app
from sqlalchemy import bindparam, select
from sqlalchemy.orm import selectinload

from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import Change, Kind, Misfit
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.projection import Match, fold, refold

KEPT_MATCHES = 256
# Asked for by whoever looks at a match first after it has changed: built once.
_SINCE = (
    select(
        models.Change.version,
        models.Change.kind,
        models.Change.before,
        models.Change.after,
        models.Change.made_at,
    )
    .where(
        models.Change.match_id == bindparam("match_id"),
        models.Change.version > bindparam("version"),
    )
    .order_by(models.Change.version)
)


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
        match = _caught_up(match, version) or _load(match_id, version)
        memory.keep(match)
    return match


def _caught_up(known: Match | None, version: int) -> Match | None:
    """Make the changes to a match that were made since; None where they do not lead to `version`.

    A scorebook that was restored from a backup may have another past than the one remembered.
    """
    if known is None or version < known.version:
        return None
    since = {"match_id": known.id, "version": known.version}
    rows = db.session.execute(_SINCE, since).all()
    if [row.version for row in rows] != [*range(known.version + 1, version + 1)]:
        return None
    sheet, binned_at = known.sheet, known.binned_at
    try:
        for row in rows:
            change = Change(Kind(row.kind), row.before, row.after)
            sheet, binned_at = change.made_to(sheet), change.bin_after(binned_at, row.made_at)
    except Misfit:
        return None
    return replace(refold(known, sheet, version, rows[-1].made_at), binned_at=binned_at)


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

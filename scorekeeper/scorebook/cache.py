"""The matches a process remembers, folded, each at the version it was last looked at."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from threading import Lock

from flask import Flask, current_app
from sqlalchemy import bindparam, select
from sqlalchemy.orm import selectinload

from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import Change, ChangeConflict, ChangeKind
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.projection import Match, project, reproject

MAX_MATCHES = 256
# Asked for by whoever looks at a match first after it has changed: built once.
_SINCE = (
    select(
        models.ChangeRow.version,
        models.ChangeRow.kind,
        models.ChangeRow.before,
        models.ChangeRow.after,
        models.ChangeRow.made_at,
    )
    .where(
        models.ChangeRow.match_id == bindparam("match_id"),
        models.ChangeRow.version > bindparam("version"),
    )
    .order_by(models.ChangeRow.version)
)


class MatchCache:
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
            if len(self._matches) > MAX_MATCHES:
                self._matches.popitem(last=False)


def init_app(app: Flask) -> None:
    """Give `app` its memory of matches."""
    app.extensions["match_cache"] = MatchCache()


def match_at(match_id: int, version: int) -> Match:
    """Give a match at its version; what is remembered of it spares reading and folding again."""
    memory: MatchCache = current_app.extensions["match_cache"]
    match = memory.recall(match_id)
    if match is None or match.version != version:
        match = _updated(match, version) or _load(match_id, version)
        memory.keep(match)
    return match


def _updated(known: Match | None, version: int) -> Match | None:
    """Make the changes to a match that were made since; None where they do not lead to `version`.

    A scorebook that was restored from a backup may have another past than the one remembered.
    """
    if known is None or version < known.version:
        return None
    since = {"match_id": known.id, "version": known.version}
    rows = db.session.execute(_SINCE, since).all()
    if [row.version for row in rows] != [*range(known.version + 1, version + 1)]:
        return None
    record, binned_at = known.record, known.binned_at
    try:
        for row in rows:
            change = Change(ChangeKind(row.kind), row.before, row.after)
            record, binned_at = (
                change.apply_to(record),
                change.binned_at_after(binned_at, row.made_at),
            )
    except ChangeConflict:
        return None
    return replace(reproject(known, record, version, rows[-1].made_at), binned_at=binned_at)


def _load(match_id: int, version: int) -> Match:
    match = _read(match_id)
    if match.version < version:
        # The session's transaction began before that version: what it sees must not be kept.
        db.session.rollback()
        match = _read(match_id)
    return project(match)


def _read(match_id: int) -> models.MatchRow:
    return db.session.scalars(
        select(models.MatchRow)
        .filter_by(id=match_id)
        .options(selectinload(models.MatchRow.seats), selectinload(models.MatchRow.rounds))
        # What the session still holds may be older than the version just read.
        .execution_options(populate_existing=True)
    ).one()

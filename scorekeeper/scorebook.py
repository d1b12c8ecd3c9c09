"""The use cases: open a match, record a round, undo it, look things up.

Every change is one transaction.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock

from flask import Flask, current_app
from sqlalchemy import ColumnElement, bindparam, func, select, update
from sqlalchemy.orm import Session, selectinload

from scorekeeper import models
from scorekeeper.db import db, writing
from scorekeeper.folding import Match, fold, with_rounds
from scorekeeper.records import record_of
from scorekeeper.rules import (
    Code,
    Round,
    RuleError,
    Setup,
    score_round,
)

# Matches that are kept in memory, folded, a process.
KEPT_MATCHES = 256
MATCHES_A_PAGE = 12
# Matches are numbered up to here: a larger number is none that a database could look for.
LARGEST_ID = 2**31 - 1

# Asked for by every page a watcher has open: built once, and run without a session.
_VERSION = select(models.Match.version).where(models.Match.id == bindparam("match_id"))


class NoSuchMatch(LookupError):
    """Nothing is kept under this number."""


class Stale(Exception):
    """The match went on since the form was opened."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches, and whether more follow."""

    matches: tuple[Match, ...]
    more: bool


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
    app.extensions["scorebook"] = Memory()


def open_match(
    setup: Setup, names: tuple[str, ...], entry_key: str, opening_seat: int | None = None
) -> int:
    """Start a match and return its id; the same entry key again gives the match it started."""
    with writing() as session:
        known = session.scalar(select(models.Match.id).filter_by(entry_key=entry_key))
        if known is not None:
            return known
        match = models.Match(
            entry_key=entry_key,
            game_id=setup.game.id,
            rules=dict(setup.game.definition),
            partners=setup.partners,
            opening_seat=opening_seat,
            seats=[models.Seat(position=seat, name=name) for seat, name in enumerate(names)],
        )
        session.add(match)
        session.flush()
        return match.id


def open_rematch(match_id: int) -> int:
    """Start the same match again, the lead where it stands; once, however often it is asked."""
    match = find_match(match_id)
    return open_match(match.setup, match.names, f"rematch of {match_id}", match.standing.lead.seat)


def record_round(match_id: int, number: int, entry_key: str, played: Round) -> int:
    """Add a round and return its number; the same entry key again gives the same round.

    Raise RuleError as `score_round` does or with match_over, and Stale where `number` is not the
    next round's.
    """
    with writing() as session:
        version = _lock(session, match_id)
        known = session.scalar(
            select(models.Round.number).filter_by(match_id=match_id, entry_key=entry_key)
        )
        if known is not None:
            return known
        before = _kept(match_id, version)
        if before.standing.over:
            raise RuleError(Code.MATCH_OVER)
        if number != before.next_number:
            raise Stale
        standing = before.standing.after(
            played, score_round(before.setup, played, before.standing.moment)
        )
        now = models.now()
        session.add(
            models.Round(
                match_id=match_id,
                number=number,
                entry_key=entry_key,
                record=record_of(played),
                recorded_at=now,
            )
        )
        _changed(session, match_id, now, over=standing.over)
        return number


def undo_round(match_id: int, number: int, version: int) -> None:
    """Take the last round back; it stays on file.

    Raise Stale where `number` is not the last, or the match is no longer at `version`.
    """
    with writing() as session:
        unchanged = _lock(session, match_id) == version
        last = session.scalar(
            select(models.Round)
            .filter_by(match_id=match_id, undone_at=None)
            .order_by(models.Round.number.desc())
            .limit(1)
        )
        if last is None or last.number != number or not unchanged:
            raise Stale
        last.undone_at = models.now()
        _changed(session, match_id, last.undone_at, over=False)


def find_match(match_id: int) -> Match:
    """Look a match up with all its rounds. Raise NoSuchMatch."""
    return _kept(match_id, version_of(match_id))


def version_of(match_id: int) -> int:
    """Say how often a match has changed. Raise NoSuchMatch."""
    if match_id > LARGEST_ID:
        raise NoSuchMatch(match_id)
    with db.engine.connect() as connection:
        version = connection.scalar(_VERSION, {"match_id": match_id})
    if version is None:
        raise NoSuchMatch(match_id)
    return int(version)


def matches_in_progress(page: int) -> Page:
    """List a page (from 1) of the matches that go on, the one last played first."""
    return _page(models.Match.finished_at.is_(None), page)


def finished_matches(page: int) -> Page:
    """List a page (from 1) of the finished matches, the latest first."""
    return _page(models.Match.finished_at.is_not(None), page)


def known_names() -> tuple[str, ...]:
    """List everybody who ever sat down: those of the last match in order of play, then others."""
    # A match has far fewer than 100 seats, so this sorts by match first and by seat within it.
    last_seat = func.max(models.Seat.match_id * 100 - models.Seat.position)
    names = select(models.Seat.name).group_by(models.Seat.name).order_by(last_seat.desc()).limit(24)
    return tuple(db.session.scalars(names))


def _page(condition: ColumnElement[bool], page: int) -> Page:
    rows = db.session.execute(
        select(models.Match.id, models.Match.version)
        .where(condition)
        .order_by(models.Match.changed_at.desc(), models.Match.id.desc())
        .offset((page - 1) * MATCHES_A_PAGE)
        .limit(MATCHES_A_PAGE + 1)
    ).all()
    matches = tuple(_kept(match_id, version) for match_id, version in rows[:MATCHES_A_PAGE])
    return Page(matches, len(rows) > MATCHES_A_PAGE)


def _kept(match_id: int, version: int) -> Match:
    """Give a match at its version; what is remembered of it spares reading and folding again."""
    memory: Memory = current_app.extensions["scorebook"]
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
        .filter_by(match_id=known.id, undone_at=None)
        .where(models.Round.number >= known.next_number)
        .order_by(models.Round.number)
    ).all()
    if len(added) != version - known.version:
        return None
    return replace(with_rounds(known, added), version=version, changed_at=added[-1].recorded_at)


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


def _lock(session: Session, match_id: int) -> int:
    """Keep other writers off a match and return its version; on SQLite the transaction does."""
    version = session.scalar(select(models.Match.version).filter_by(id=match_id).with_for_update())
    if version is None:
        raise NoSuchMatch(match_id)
    return version


def _changed(session: Session, match_id: int, now: datetime, *, over: bool) -> None:
    session.execute(
        update(models.Match)
        .filter_by(id=match_id)
        .values(
            version=models.Match.version + 1,
            changed_at=now,
            finished_at=now if over else None,
        )
    )

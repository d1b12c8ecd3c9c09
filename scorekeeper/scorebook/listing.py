"""Lists of matches, newest first and a page at a time, and how many matches there are.

A page begins where the one before it ended, not after a number of rows: the hundredth page is
found as fast as the first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.scorebook import models
from scorekeeper.scorebook.cache import matches_at
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.folding import folded
from scorekeeper.scorebook.projection import Match

LISTED_A_PAGE = 20
# Names and games are suggested from this many matches, the newest: far more than people remember.
RECENT = 500

_KEPT = models.MatchRow.binned_at.is_(None)
_OPEN = models.MatchRow.finished_at.is_(None)
_FINISHED = models.MatchRow.finished_at.is_not(None)

Conditions = tuple[ColumnElement[bool], ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A word that is looked for: in the names of players, and the `games` that have it."""

    text: str
    games: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches are listed: those that fit everything that is given.

    `among` are the ids that may be listed, all if None.
    """

    words: tuple[Word, ...] = ()
    player: str = ""
    game: str = ""
    among: Collection[int] | None = None


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a list: the moment it is ordered by, and the id of a match."""

    moment: datetime
    match_id: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list, with its place."""

    match: Match
    place: Place


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list, and whether there are older matches."""

    rows: tuple[Listed, ...]
    more: bool

    @property
    def matches(self) -> tuple[Match, ...]:
        return tuple(row.match for row in self.rows)


def open_matches(
    wanted: Wanted = EVERYTHING, before: Place | None = None, size: int = LISTED_A_PAGE
) -> Page:
    """List matches that go on, the one last changed first; only those `before` a place."""
    return _page(models.MatchRow.changed_at, (_OPEN, *_conditions(wanted)), before, size)


def finished_matches(
    wanted: Wanted = EVERYTHING, before: Place | None = None, size: int = LISTED_A_PAGE
) -> Page:
    """List finished matches, the one that ended last first; only those `before` a place."""
    return _page(models.MatchRow.finished_at, (_FINISHED, *_conditions(wanted)), before, size)


def count_open(wanted: Wanted = EVERYTHING) -> int:
    """Count the matches that go on."""
    return db.session.scalar(select(func.count()).where(_OPEN, *_conditions(wanted))) or 0


def count_finished(
    wanted: Wanted, spans: Sequence[tuple[datetime, datetime]] = ()
) -> tuple[int, ...]:
    """Count the finished matches: all of them, then those that ended in each span of time."""
    ended = models.MatchRow.finished_at
    within = [func.count().filter(and_(ended >= start, ended < end)) for start, end in spans]
    counts = select(func.count(), *within).where(_FINISHED, *_conditions(wanted))
    return tuple(db.session.execute(counts).one())


def last_played(among: Collection[int] | None = None) -> Match | None:
    """Return the match that was played last, over or not; None where there is none."""
    wanted = Wanted(among=among)
    rows = (*open_matches(wanted, size=1).rows, *finished_matches(wanted, size=1).rows)
    return max(rows, key=lambda row: row.place.moment).match if rows else None


def games_played(among: Collection[int] | None = None) -> tuple[str, ...]:
    """List the games of the newest matches by their ids, the one last started first."""
    recent = select(models.MatchRow.game_id, models.MatchRow.id).where(_KEPT, *_within(among))
    newest = recent.order_by(models.MatchRow.id.desc()).limit(RECENT).subquery()
    started = func.max(newest.c.id).desc()
    return tuple(
        db.session.scalars(select(newest.c.game_id).group_by(newest.c.game_id).order_by(started))
    )


def known_names(among: Collection[int] | None = None) -> tuple[str, ...]:
    """List up to 24 names of players: the last match's in order of play, then earlier ones.

    `among` are the ids of the matches whose names may be listed, all if None.
    """
    newest = select(models.MatchRow.id).where(*_within(among))
    newest = newest.order_by(models.MatchRow.id.desc()).limit(RECENT)
    # A match has far fewer than 100 seats, so this sorts by match first and by seat within it.
    last_seat = func.max(models.SeatRow.match_id * 100 - models.SeatRow.position)
    names = (
        select(models.SeatRow.name)
        .where(models.SeatRow.match_id.in_(newest))
        .group_by(models.SeatRow.name)
        .order_by(last_seat.desc())
        .limit(24)
    )
    return tuple(db.session.scalars(names))


def _page(
    moment: InstrumentedAttribute[Any],
    conditions: Conditions,
    before: Place | None,
    size: int,
) -> Page:
    match = models.MatchRow
    if before is not None:
        earlier = tuple_(moment, match.id) < tuple_(before.moment, before.match_id)
        conditions = (*conditions, earlier)
    found = db.session.execute(
        select(match.id, match.version, moment)
        .where(*conditions)
        .order_by(moment.desc(), match.id.desc())
        .limit(size + 1)
    ).all()
    shown = found[:size]
    read = matches_at([(match_id, version) for match_id, version, _moment in shown])
    places = (Place(moment, match_id) for match_id, _version, moment in shown)
    return Page(tuple(map(Listed, read, places)), len(found) > size)


def _conditions(wanted: Wanted) -> Conditions:
    found = [_KEPT, *_within(wanted.among)]
    if wanted.game:
        found.append(models.MatchRow.game_id == wanted.game)
    if wanted.player:
        found.append(_played_by(models.SeatRow.name_key == folded(wanted.player)))
    for word in wanted.words:
        named = models.SeatRow.name_key.contains(folded(word.text), autoescape=True)
        found.append(or_(models.MatchRow.game_id.in_(word.games), _played_by(named)))
    return tuple(found)


def _within(among: Collection[int] | None) -> Conditions:
    return () if among is None else (models.MatchRow.id.in_(among),)


def _played_by(named: ColumnElement[bool]) -> ColumnElement[bool]:
    return models.MatchRow.id.in_(select(models.SeatRow.match_id).where(named))

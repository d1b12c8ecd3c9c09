"""Lists of matches, newest first and a page at a time, and how many matches there are.

A page begins where the one before it ended, not after a number of rows: the hundredth page is
found as fast as the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    Select,
    bindparam,
    func,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.scorebook.cache import match_at, matches_at
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, file_number_of
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.projection import Match

LISTED_A_PAGE = 20
# Games are suggested from this many matches, the newest: more than people remember.
RECENT = 100
# Nobody needs to know how many more there are, and counting takes its time.
MOST_COUNTED = 10_000
# Statements that are kept, as it takes longer to make one than to run it.
STATEMENTS = 256

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
# Microseconds since 1970, and the id of a match.
_PLACE = re.compile(r"([0-9]{1,17})-([0-9]{1,9})")

_KEPT = models.MatchRow.binned_at.is_(None)
_OPEN = models.MatchRow.finished_at.is_(None)
_FINISHED = models.MatchRow.finished_at.is_not(None)

Ids = tuple[int, ...]
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
    among: Ids | None = None


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a list: the moment it is ordered by, and the id of a match."""

    moment: datetime
    match_id: int

    @property
    def text(self) -> str:
        """The place in an address."""
        return f"{(self.moment - EPOCH) // MICROSECOND}-{self.match_id}"


def place_in(text: str) -> Place | None:
    """Read a place in an address; None where it is none."""
    found = _PLACE.fullmatch(text)
    return Place(EPOCH + int(found[1]) * MICROSECOND, int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list, by its place and its version: what is known of it need not be read.

    `file` is the number of the file it was found in, as another has other matches by the same ids.
    """

    place: Place
    version: int
    file: int

    @property
    def match_id(self) -> int:
        return self.place.match_id

    @property
    def match(self) -> Match:
        return match_at(self.match_id, self.version)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list, and whether there are older matches."""

    rows: tuple[Listed, ...]
    more: bool

    @property
    def matches(self) -> tuple[Match, ...]:
        return matches_of(self.rows)


def open_matches(
    wanted: Wanted = EVERYTHING, before: Place | None = None, size: int = LISTED_A_PAGE
) -> Page:
    """List matches that go on, the one last changed first; only those `before` a place."""
    return _page(wanted, before, size, finished=False)


def finished_matches(
    wanted: Wanted = EVERYTHING, before: Place | None = None, size: int = LISTED_A_PAGE
) -> Page:
    """List finished matches, the one that ended last first; only those `before` a place."""
    return _page(wanted, before, size, finished=True)


def matches_of(rows: Sequence[Listed]) -> tuple[Match, ...]:
    """Return the matches of some rows; those that are not in memory are read together."""
    return matches_at([(row.match_id, row.version) for row in rows])


def matches_by_id(match_ids: Sequence[int]) -> tuple[Match, ...]:
    """Return matches in the order of their ids as given; those that are gone are left out."""
    match = models.MatchRow
    found = select(match.id, match.version).where(match.id.in_(match_ids), _KEPT)
    versions = {row[0]: row[1] for row in _connection().execute(found)}
    return matches_at([(each, versions[each]) for each in match_ids if each in versions])


def count_open(wanted: Wanted = EVERYTHING) -> int:
    """Count the matches that go on, up to one more than MOST_COUNTED."""
    return int(_connection().scalar(_counting(wanted, finished=False)) or 0)


def count_finished(
    wanted: Wanted, spans: Sequence[tuple[datetime, datetime]] = ()
) -> tuple[int, ...]:
    """Count the finished matches: all of them, then those that ended in each span of time.

    All are counted up to one more than MOST_COUNTED.
    """
    bounds = {
        f"{side}_{at}": moment
        for at, span in enumerate(spans)
        for side, moment in zip(("start", "end"), span, strict=True)
    }
    statement = _counting(wanted, finished=True, spans=len(spans))
    return tuple(_connection().execute(statement, bounds).one())


def last_played(among: Ids | None = None) -> Listed | None:
    """Return the match that was played last, over or not; None where there is none."""
    wanted = Wanted(among=among)
    return newest(open_matches(wanted, size=1), finished_matches(wanted, size=1))


def newest(*pages: Page) -> Listed | None:
    """Return the newest match of some lists; None where all are empty."""
    first = [page.rows[0] for page in pages if page.rows]
    return max(first, key=lambda row: row.place.moment, default=None)


def games_played(among: Ids | None = None) -> tuple[str, ...]:
    """List the games of the newest matches by their ids, the one last started first."""
    recent = select(models.MatchRow.game_id, models.MatchRow.id).where(_KEPT, *_within(among))
    newest = recent.order_by(models.MatchRow.id.desc()).limit(RECENT).subquery()
    started = func.max(newest.c.id).desc()
    return tuple(
        db.session.scalars(select(newest.c.game_id).group_by(newest.c.game_id).order_by(started))
    )


def games_of(among: Ids | None = None) -> tuple[str, ...]:
    """List the games of all matches by their ids, in no order."""
    return tuple(_connection().scalars(_games(among)))


def _connection() -> Connection:
    """Return the connection of the session: a statement costs less there than in the session."""
    return db.session.connection()


def _page(wanted: Wanted, before: Place | None, size: int, *, finished: bool) -> Page:
    values: dict[str, object] = {"most": size + 1}
    if before is not None:
        values |= {"moment": before.moment, "match_id": before.match_id}
    statement = _listing(wanted, finished=finished, later=before is not None)
    found = _connection().execute(statement, values).all()
    file = file_number_of(db.session())
    rows = (Listed(Place(at, match_id), version, file) for match_id, version, at in found[:size])
    return Page(tuple(rows), len(found) > size)


@lru_cache(STATEMENTS)
def _listing(wanted: Wanted, *, finished: bool, later: bool) -> Select[int, int, datetime]:
    """Select what is known of a list: its matches, or those `later` in it than a place."""
    match = models.MatchRow
    moment: InstrumentedAttribute[Any] = match.finished_at if finished else match.changed_at
    statement = (
        select(match.id, match.version, moment)
        .where(_FINISHED if finished else _OPEN, *_conditions(wanted))
        .order_by(moment.desc(), match.id.desc())
        .limit(bindparam("most"))
    )
    place = tuple_(bindparam("moment", type_=moment.type), bindparam("match_id"))
    return statement.where(tuple_(moment, match.id) < place) if later else statement


@lru_cache(STATEMENTS)
def _counting(wanted: Wanted, *, finished: bool, spans: int = 0) -> Select[Any]:
    """Select how many matches there are, and how many of them ended in each span of time."""
    ended = models.MatchRow.finished_at
    kind = (_FINISHED if finished else _OPEN, *_conditions(wanted))
    counted = select(literal(1)).where(*kind).limit(MOST_COUNTED + 1).subquery()
    all_of_them = select(func.count()).select_from(counted)
    within = [
        (ended >= bindparam(f"start_{at}"), ended < bindparam(f"end_{at}")) for at in range(spans)
    ]
    in_spans = (select(func.count()).where(*kind, *span) for span in within)
    return select(*(count.scalar_subquery() for count in (all_of_them, *in_spans)))


@lru_cache(STATEMENTS)
def _games(among: Ids | None) -> Select[str]:
    """Select every game once."""
    game = models.MatchRow.game_id
    if among is not None:
        return select(game).where(_KEPT, *_within(among)).distinct()
    games = _each_once(game, "games", _KEPT)
    return select(games.c.game_id).where(games.c.game_id.is_not(None))


def _each_once(column: InstrumentedAttribute[str], name: str, *of: ColumnElement[bool]) -> CTE:
    """Return each text of a column once: the next one after each, found by an index."""
    first = select(func.min(column).label(column.key)).where(*of).cte(name, recursive=True)
    last = first.c[column.key]
    following = select(func.min(column)).where(*of, column > last).scalar_subquery()
    return first.union_all(select(following).where(last.is_not(None)))


# The names of all players, of which there are far fewer than matches.
_NAMES = _each_once(models.SeatRow.name_key, "names")


def _conditions(wanted: Wanted) -> Conditions:
    found = [_KEPT, *_within(wanted.among)]
    if wanted.game:
        found.append(models.MatchRow.game_id == wanted.game)
    if wanted.player:
        found.append(_played_by(models.SeatRow.name_key == folded(wanted.player)))
    for word in wanted.words:
        named = _NAMES.c.name_key.contains(folded(word.text), autoescape=True)
        played = _played_by(models.SeatRow.name_key.in_(select(_NAMES.c.name_key).where(named)))
        of_games = models.MatchRow.game_id.in_(word.games)
        found.append(or_(of_games, played) if word.games else played)
    return tuple(found)


def _within(among: Ids | None) -> Conditions:
    return () if among is None else (models.MatchRow.id.in_(among),)


def _played_by(named: ColumnElement[bool]) -> ColumnElement[bool]:
    return models.MatchRow.id.in_(select(models.SeatRow.match_id).where(named))

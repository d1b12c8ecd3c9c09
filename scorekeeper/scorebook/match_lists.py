"""Lists of matches, newest first and a page at a time, and how many matches there are.

A page begins where the one before it ended, not after a number of rows: rounds recorded meanwhile
move no match to another page.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper import clock
from scorekeeper.scorebook.cache import match_at, matches_at
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.scored_match import Match

LISTED_A_PAGE = 20
# Games are suggested from this many matches, the newest: more than people remember.
RECENT = 100
# Statements that are cached: building one takes longer than running it.
STATEMENTS = 256

# A word in the names of this share of players is searched match by match, in the order of the list;
# a rarer one in the matches of the players who have it.
COMMON_SHARE = 1 / 4

# An open match that nobody changed for this long is put away, until somebody asks for it.
AT_HAND = timedelta(days=31)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
# Microseconds since 1970, and the id of a match.
_PLACE = re.compile(r"([0-9]{1,17})-([0-9]{1,9})")

_KEPT = models.MatchRow.binned_at.is_(None)
_OPEN = models.MatchRow.finished_at.is_(None)
_FINISHED = models.MatchRow.finished_at.is_not(None)

Ids = tuple[int, ...]
Span = tuple[datetime, datetime]
Conditions = tuple[ColumnElement[bool], ...]
# For each word, whether many players have it.
Common = tuple[bool, ...]


# A word that is looked for in the names of players, and the games that have it.
Word = tuple[str, tuple[str, ...]]


class Wanted(NamedTuple):
    """Which matches are listed: those that meet all conditions given.

    `among` are the ids that may be listed, all if None.
    """

    words: tuple[Word, ...] = ()
    player: str = ""
    game: str = ""
    among: Ids | None = None


EVERYTHING = Wanted()


class Place(NamedTuple):
    """A place in a list: the moment it is ordered by, and the id of a match."""

    moment: datetime
    match_id: int

    @property
    def text(self) -> str:
        """The place in an address."""
        return f"{(self.moment - EPOCH) // MICROSECOND}-{self.match_id}"


def place_in(text: str) -> Place | None:
    """Read a place in an address; None if it is none."""
    found = _PLACE.fullmatch(text)
    return Place(EPOCH + int(found[1]) * MICROSECOND, int(found[2])) if found else None


class Listed(NamedTuple):
    """A match in a list, by its place and its version."""

    place: Place
    version: int

    @property
    def match_id(self) -> int:
        return self.place.match_id

    @property
    def match(self) -> Match:
        return match_at(self.match_id, self.version)

    @property
    def put_away(self) -> bool:
        """Whether an open match has not been changed for long."""
        return self.place < first_put_away()


def first_put_away() -> Place:
    """Return the place from which on the matches that go on are put away."""
    return Place(clock.now() - AT_HAND, 0)


class Page(NamedTuple):
    """A page of a list, and whether there are older matches."""

    rows: tuple[Listed, ...]
    more: bool

    @property
    def matches(self) -> tuple[Match, ...]:
        """The matches of the page; those not cached are read together."""
        return matches_at([(row.match_id, row.version) for row in self.rows])


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


def count_open(wanted: Wanted = EVERYTHING) -> tuple[int, int]:
    """Count the matches that go on: those at hand, and those put away."""
    long_ago = (EPOCH, first_put_away().moment)
    count, put_away = _counted(wanted, [long_ago], finished=False)
    return count - put_away, put_away


def count_finished(wanted: Wanted, spans: Sequence[Span] = ()) -> tuple[int, ...]:
    """Count the finished matches: all of them, then those that ended in each span of time."""
    return _counted(wanted, spans, finished=True)


def _counted(wanted: Wanted, spans: Sequence[Span], *, finished: bool) -> tuple[int, ...]:
    bounds = {
        f"{side}_{at}": moment
        for at, span in enumerate(spans)
        for side, moment in zip(("start", "end"), span, strict=True)
    }
    statement = _counting(wanted, _common(wanted), finished=finished, spans=len(spans))
    return tuple(_connection().execute(statement, bounds).one())


def last_played(among: Ids | None = None) -> Listed | None:
    """Return the match that was played last, over or not; None if there is none."""
    wanted = Wanted(among=among)
    return newest(open_matches(wanted, size=1), finished_matches(wanted, size=1))


def newest(*pages: Page) -> Listed | None:
    """Return the newest match of some lists; None if all are empty."""
    first = [page.rows[0] for page in pages if page.rows]
    return max(first, key=lambda row: row.place.moment, default=None)


class PlayedGame(NamedTuple):
    """Which game was played, by how many, and whether in pairs."""

    game: str
    seats: int
    partners: bool


def games_played(among: Ids | None = None) -> tuple[PlayedGame, ...]:
    """List what was played in the newest matches, the last one first."""
    seats = select(func.count()).where(models.SeatRow.match_id == models.MatchRow.id)
    columns = models.MatchRow.game_id, seats.scalar_subquery(), models.MatchRow.partners
    recent = select(*columns).where(_KEPT, *_within(among))
    rows = _connection().execute(recent.order_by(models.MatchRow.id.desc()).limit(RECENT))
    return tuple(PlayedGame(*row) for row in rows)


def games_of(among: Ids | None = None) -> tuple[str, ...]:
    """List the games of all matches by their ids, in no order."""
    games = select(models.MatchRow.game_id).where(_KEPT, *_within(among)).distinct()
    return tuple(_connection().scalars(games))


def _connection() -> Connection:
    """Return the connection of the session: a statement costs less there than in the session."""
    return db.session.connection()


def _page(wanted: Wanted, before: Place | None, size: int, *, finished: bool) -> Page:
    values: dict[str, object] = {"most": size + 1}
    if before is not None:
        values |= {"moment": before.moment, "match_id": before.match_id}
    statement = _listing(wanted, _common(wanted), finished=finished, later=before is not None)
    found = _connection().execute(statement, values).all()
    rows = (Listed(Place(at, match_id), version) for match_id, version, at in found[:size])
    return Page(tuple(rows), len(found) > size)


def _common(wanted: Wanted) -> Common:
    """Return for each word whether many players have it."""
    if not wanted.words:
        return ()
    having = (func.count().filter(_has(word)) for word, _games in wanted.words)
    counted = select(func.count(), *having).select_from(models.PlayerRow)
    players, *found = _connection().execute(counted).one()
    return tuple(number >= COMMON_SHARE * players for number in found)


@lru_cache(STATEMENTS)
def _listing(
    wanted: Wanted, common: Common, *, finished: bool, later: bool
) -> Select[int, int, datetime]:
    """Select the matches of a list, or those `later` in it than a place."""
    match, moment = models.MatchRow, _moment(finished=finished)
    statement = (
        select(match.id, match.version, moment)
        .where(*_conditions(wanted, common, finished=finished))
        .order_by(moment.desc(), match.id.desc())
        .limit(bindparam("most"))
    )
    place = tuple_(bindparam("moment", type_=moment.type), bindparam("match_id"))
    return statement.where(tuple_(moment, match.id) < place) if later else statement


@lru_cache(STATEMENTS)
def _counting(
    wanted: Wanted, common: Common, *, finished: bool, spans: int
) -> Select[*tuple[Any, ...]]:
    """Select how many matches there are, and how many of them are of each span of time."""
    moment = _moment(finished=finished)
    in_spans = (
        func.count().filter(moment >= bindparam(f"start_{at}"), moment < bindparam(f"end_{at}"))
        for at in range(spans)
    )
    counted = select(func.count(), *in_spans).select_from(models.MatchRow)
    return counted.where(*_conditions(wanted, common, finished=finished))


def _moment(*, finished: bool) -> InstrumentedAttribute[Any]:
    """Return what the finished matches, or those that go on, are ordered by."""
    return models.MatchRow.finished_at if finished else models.MatchRow.changed_at


def _conditions(wanted: Wanted, common: Common, *, finished: bool) -> Conditions:
    """Return the conditions that a match must meet."""
    found = [_FINISHED if finished else _OPEN, _KEPT, *_within(wanted.among)]
    if wanted.game:
        found.append(models.MatchRow.game_id == wanted.game)
    if wanted.player:
        found.append(_played_by(models.PlayerRow.folded == folded(wanted.player)))
    for (word, games), by_many in zip(wanted.words, common, strict=True):
        played = (_has_one if by_many else _played_by)(_has(word))
        of_games = models.MatchRow.game_id.in_(games)
        # In this order: a match whose players have it need not be read for its game.
        found.append(or_(played, of_games) if games else played)
    return tuple(found)


def _within(among: Ids | None) -> Conditions:
    """Return the condition that a match is one of some; none where all may be listed."""
    return () if among is None else (models.MatchRow.id.in_(among),)


def _has(word: str) -> ColumnElement[bool]:
    """Return the condition that the name of a player has a word."""
    return models.PlayerRow.folded.contains(folded(word), autoescape=True)


def _has_one(named: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that such a player sits there, checked match by match."""
    sits = models.SeatRow.match_id == models.MatchRow.id
    seats = select(models.SeatRow.position).join(models.SeatRow.player).where(sits, named)
    return seats.correlate(models.MatchRow).exists()


def _played_by(named: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the same condition, looking up the matches of all such players."""
    players = select(models.PlayerRow.id).where(named)
    seats = select(models.SeatRow.match_id).where(models.SeatRow.player_id.in_(players))
    return models.MatchRow.id.in_(seats)

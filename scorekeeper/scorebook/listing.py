"""Lists of matches, newest first and a page at a time, and how many matches there are.

A page begins where the one before it ended, not after a number of rows: the hundredth page is
found as fast as the first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    func,
    literal,
    select,
    tuple_,
)
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.figures import clock
from scorekeeper.scorebook.cache import match_at, matches_at
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, file_number_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.searching import (
    EVERYTHING,
    KEPT,
    OPEN,
    STATEMENTS,
    Ids,
    Wanted,
    conditions_of,
    each_once,
    finished_of,
    is_of_few,
    is_of_one,
    played_lately,
    within,
)

LISTED_A_PAGE = 20
# Games are suggested from this many matches, the newest: more than people remember.
RECENT = 100
# Nobody needs to know how many more there are, and counting takes its time.
MOST_COUNTED = 10_000

# A match that nobody went on with for so long is put away: it goes on only if somebody asks for it.
AT_HAND = timedelta(days=31)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
# Microseconds since 1970, and the id of a match.
_PLACE = re.compile(r"([0-9]{1,17})-([0-9]{1,9})")

_FINISHED = models.MatchRow.finished_at.is_not(None)

Span = tuple[datetime, datetime]


class Place(NamedTuple):
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


class Listed(NamedTuple):
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

    @property
    def put_away(self) -> bool:
        """Whether it is long ago that a match which goes on was changed."""
        return self.place < first_put_away()


def first_put_away() -> Place:
    """Return the place from which on the matches that go on are put away."""
    return Place(clock.now() - AT_HAND, 0)


class Page(NamedTuple):
    """A page of a list, and whether there are older matches; `lately` as in searching.py."""

    rows: tuple[Listed, ...]
    more: bool
    lately: bool = False

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


def count_open(wanted: Wanted = EVERYTHING) -> tuple[int, int]:
    """Count the matches that go on: those at hand, and those put away."""
    long_ago = (EPOCH, first_put_away().moment)
    count, put_away = _counted(wanted, [long_ago], finished=False)
    return count - put_away, put_away


def count_finished(
    wanted: Wanted, spans: Sequence[Span] = (), *, lately: bool = False
) -> tuple[int, ...]:
    """Count the finished matches: all of them, then those that ended in each span of time.

    They are `lately` played where the newest matches had a page of them, as a `Page` says.
    Where more than some players are looked for, all are counted up to one more than MOST_COUNTED.
    """
    return _counted(wanted, spans, finished=True, lately=lately)


def _counted(
    wanted: Wanted, spans: Sequence[Span], *, finished: bool, lately: bool = False
) -> tuple[int, ...]:
    bounds = {
        f"{side}_{at}": moment
        for at, span in enumerate(spans)
        for side, moment in zip(("start", "end"), span, strict=True)
    }
    statement = _counting(wanted, finished=finished, spans=len(spans), lately=lately)
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
    """List the games of the newest matches by their ids: the last one, then those played most."""
    recent = select(models.MatchRow.game_id, models.MatchRow.id).where(KEPT, *within(among))
    newest = recent.order_by(models.MatchRow.id.desc()).limit(RECENT).subquery()
    last = func.max(newest.c.id)
    order = func.count().desc(), last.desc()
    played = select(newest.c.game_id, last).group_by(newest.c.game_id).order_by(*order)
    found = db.session.execute(played).all()
    latest = max((started for _game, started in found), default=0)
    return tuple(game for game, _ in sorted(found, key=lambda row: row[1] != latest))


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
    later, lately = before is not None, before is None and played_lately(wanted)
    statement = _listing(wanted, finished=finished, later=later, lately=lately)
    found = _connection().execute(statement, values).all()
    file = file_number_of(db.session())
    rows = (Listed(Place(at, match_id), version, file) for match_id, version, at in found[:size])
    return Page(tuple(rows), len(found) > size, lately)


@lru_cache(STATEMENTS)
def _listing(
    wanted: Wanted, *, finished: bool, later: bool, lately: bool
) -> Select[int, int, datetime]:
    """Select what is known of a list: its matches, or those `later` in it than a place."""
    match = models.MatchRow
    moment = _moment(finished=finished)
    statement = (
        select(match.id, match.version, moment)
        .where(_FINISHED if finished else OPEN, *conditions_of(wanted, by_match=lately))
        .order_by(moment.desc(), match.id.desc())
        .limit(bindparam("most"))
    )
    place = tuple_(bindparam("moment", type_=moment.type), bindparam("match_id"))
    return statement.where(tuple_(moment, match.id) < place) if later else statement


@lru_cache(STATEMENTS)
def _counting(
    wanted: Wanted, *, finished: bool, spans: int, lately: bool
) -> Select[*tuple[Any, ...]]:
    """Select how many matches there are, and how many of them are of each span of time."""
    by_index = lately and is_of_one(wanted)
    kind = (_FINISHED if finished else OPEN, *conditions_of(wanted, by_match=by_index))
    moment = _moment(finished=finished)
    bounds = [
        (moment >= bindparam(f"start_{at}"), moment < bindparam(f"end_{at}")) for at in range(spans)
    ]
    if (is_of_few(wanted) or not finished) and not by_index:
        # Each of them is looked at once, for all that is counted.
        counts = [func.count(), *(func.count().filter(*span) for span in bounds)]
        return select(*counts).select_from(models.MatchRow).where(*kind)
    in_spans = (select(func.count()).where(*kind, *span).scalar_subquery() for span in bounds)
    if by_index:
        return select(finished_of(wanted.player), *in_spans)
    counted = select(literal(1)).where(*kind).limit(MOST_COUNTED + 1).subquery()
    return select(select(func.count()).select_from(counted).scalar_subquery(), *in_spans)


def _moment(*, finished: bool) -> InstrumentedAttribute[Any]:
    """Return what the finished matches, or those that go on, are ordered by."""
    return models.MatchRow.finished_at if finished else models.MatchRow.changed_at


@lru_cache(STATEMENTS)
def _games(among: Ids | None) -> Select[str]:
    """Select every game once."""
    game = models.MatchRow.game_id
    if among is not None:
        return select(game).where(KEPT, *within(among)).distinct()
    games = each_once(game, "games", KEPT)
    return select(games.c.game_id).where(games.c.game_id.is_not(None))

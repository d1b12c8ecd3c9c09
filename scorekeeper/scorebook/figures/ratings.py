"""The ratings stored with the results: each is the rating after a match.

A change of a match may change all later ratings. From the first unrated match on, as many as fit
are rated again in the same transaction, and the rest by the jobs of the server. For a device that
may see only some matches, ratings are worked out from these alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from threading import Lock
from typing import Any

from cachetools import LRUCache
from flask import current_app
from sqlalchemy import (
    Connection,
    Select,
    and_,
    bindparam,
    literal_column,
    select,
    tuple_,
    update,
)
from sqlalchemy.orm import aliased

from scorekeeper.figures.rating import Finished, Rating, rated_in_order
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import in_parts
from scorekeeper.scorebook.database.db import db, file_generation_of
from scorekeeper.scorebook.figures.figures_table import (
    FINISHED,
    FIRST_SEAT,
    NOT_YET,
    RATING,
    TO_THE_END,
    ResultRow,
    rating_values,
)
from scorekeeper.scorebook.people.players import Ids

# When a match ended, and its number: the order in which matches are rated.
Ended = tuple[datetime, int]
# The ratings of each player after their matches, in order.
Ratings = dict[int, list[tuple[Finished, Rating]]]

# Some tenths of a second.
MOST_RATED = 1_000
# Cached ratings of such devices, all together: some megabytes.
MOST_KEPT = 30_000

_ROW, _EARLIER, _PLAYER = ResultRow, aliased(ResultRow), models.PlayerRow
# The number is written out, as in FIRST_SEAT.
_UNRATED = _ROW.rated == literal_column(f"{NOT_YET}")
_ENDED = (_ROW.ended_at, _ROW.match_id)
_seen_lock = Lock()


def _latest(*conditions: Any) -> Select[*tuple[Any, ...]]:
    """Select each player, with the rating after the last of their matches that is rated."""
    last = (
        select(_EARLIER.match_id)
        .where(_EARLIER.player_id == _PLAYER.id, _EARLIER.rated > NOT_YET, *conditions)
        .order_by(_EARLIER.ended_at.desc(), _EARLIER.match_id.desc())
        .limit(1)
        .correlate(_PLAYER)
        .scalar_subquery()
    )
    # The row is found by its match: SQLite would read all of the player, or of everybody.
    of_player = and_(_ROW.match_id == last, _ROW.player_id + 0 == _PLAYER.id)
    return select(_PLAYER.id, *RATING).outerjoin(_ROW, of_player)


def latest_ratings(connection: Connection) -> dict[int, Rating]:
    """Return the ratings of all players, after all of their matches."""
    return _ratings(connection.execute(_latest()))


def first_unrated(connection: Connection) -> Ended | None:
    """Return the first match that is not rated; None if all are."""
    unrated = select(*_ENDED).where(_UNRATED, TO_THE_END).order_by(*_ENDED)
    row = connection.execute(unrated.limit(1)).first()
    return (row[0], row[1]) if row else None


def rate_from(connection: Connection, start: Ended) -> None:
    """Mark the matches since then as not rated."""
    _rate_later(connection, _since(connection, start, 1))


def rate_more(connection: Connection) -> None:
    """Rate as many matches again as fit, from the first on that is not rated."""
    start = first_unrated(connection)
    if start is None:
        return
    found = _since(connection, start, MOST_RATED + 1)
    kept: dict[Finished, Rating] = {}
    for ids in in_parts(found[:MOST_RATED]):
        rows = select(*FINISHED, *RATING).where(_ROW.match_id.in_(ids), TO_THE_END)
        kept |= rated_rows(connection.execute(rows))
    before = _ratings_before(connection, start, {row.player for row in kept})
    changed = [
        {"in_match": row.match_id, "of_player": row.player} | _new(rating)
        for row, rating in rated_in_order(kept, before)
        if kept[row] != rating
    ]
    if changed:
        rated = update(_ROW).where(_ROW.match_id == bindparam("in_match"), _ROW.place > 0)
        rated = rated.where(_ROW.player_id == bindparam("of_player"))
        rated = rated.values({each.key: bindparam(f"new_{each.key}") for each in RATING})
        connection.execute(rated, changed)
    _rate_later(connection, found[MOST_RATED:])


def _rate_later(connection: Connection, match_ids: Iterable[int]) -> None:
    for match_id in match_ids:
        connection.execute(update(_ROW).where(_ROW.match_id == match_id).values(rated=NOT_YET))


def rated_rows(rows: Iterable[Any]) -> dict[Finished, Rating]:
    """Return ratings by who finished where, from rows of the columns FINISHED and RATING."""
    end = len(FINISHED)
    return {Finished(*row[:end]): Rating(*row[end:]) for row in rows}


def seen_ratings(match_ids: Ids) -> Ratings:
    """Return the ratings of each player after each of some matches, worked out from these alone.

    They are cached by the versions of the matches.
    """
    connection, these = db.session.connection(), _ROW.match_id.in_(match_ids)
    versions = select(_ROW.match_id, _ROW.version).where(these, FIRST_SEAT).order_by(_ROW.match_id)
    numbers = (number for row in connection.execute(versions) for number in row)
    key = (file_generation_of(db.session()), *numbers)
    new = LRUCache[tuple[int, ...], Ratings](MOST_KEPT, lambda each: sum(map(len, each.values())))
    kept = current_app.extensions.setdefault("seen_ratings", new)
    with _seen_lock:
        known: Ratings | None = kept.get(key)
    if known is None:
        known = defaultdict(list)
        rows = connection.execute(select(*FINISHED).where(these, TO_THE_END))
        for row, rating in rated_in_order(Finished(*row) for row in rows):
            known[row.player].append((row, rating))
        with _seen_lock:
            kept[key] = known
    return known


def _since(connection: Connection, start: Ended, most: int) -> list[int]:
    """Return the ids of matches that can be rated, from one on."""
    # A match that was ended without a round rates nobody.
    placed = select(_EARLIER.match_id).where(_EARLIER.match_id == _ROW.match_id, _EARLIER.place > 0)
    since = select(*_ENDED).where(FIRST_SEAT, placed.exists(), tuple_(*_ENDED) >= start)
    found = connection.execute(since.order_by(*_ENDED).limit(most))
    return [match_id for _ended_at, match_id in found]


def _new(rating: Rating) -> dict[str, float]:
    return {f"new_{name}": value for name, value in rating_values(rating).items()}


def _ratings_before(
    connection: Connection, start: Ended, players: Collection[int]
) -> dict[int, Rating]:
    """Return the ratings of some players up to a match."""
    ratings: dict[int, Rating] = {}
    before = _latest(tuple_(_EARLIER.ended_at, _EARLIER.match_id) < start)
    for ids in in_parts(sorted(players)):
        ratings |= _ratings(connection.execute(before.where(_PLAYER.id.in_(ids))))
    return ratings


def _ratings(rows: Iterable[Any]) -> dict[int, Rating]:
    return {player: Rating(*rating) for player, *rating in rows if rating[-1]}

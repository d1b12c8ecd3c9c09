"""Ratings of a device that may see some matches only: worked out from these, and from no others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from threading import Lock

from cachetools import LRUCache
from flask import current_app
from sqlalchemy import bindparam, select

from scorekeeper.figures.rating import Finished, Rated, outcomes_of, rated_in_order
from scorekeeper.scorebook.database.db import db, file_number_of
from scorekeeper.scorebook.figures.rows import FINISHED, FIRST_SEAT
from scorekeeper.scorebook.figures.tables import NOT_YET, ResultRow
from scorekeeper.scorebook.people.players import Ids

# Of all devices together: some megabytes.
MOST_KEPT = 30_000

Ratings = dict[int, list[Rated]]

_THESE = ResultRow.match_id.in_(bindparam("ids", expanding=True))
_VERSIONS = (
    select(ResultRow.match_id, ResultRow.version)
    .where(_THESE, FIRST_SEAT)
    .order_by(ResultRow.match_id)
)
_FINISHED = select(*FINISHED).where(_THESE, ResultRow.rated >= NOT_YET)


class SeenRatings:
    """The ratings that were worked out last, by the matches they are of and their versions."""

    def __init__(self) -> None:
        self._kept = LRUCache[tuple[int, ...], Ratings](
            MOST_KEPT, getsizeof=lambda ratings: sum(map(len, ratings.values()))
        )
        self._lock = Lock()

    def of(self, match_ids: Ids) -> Ratings:
        """Return the ratings of each player after each of some matches."""
        connection, ids = db.session.connection(), {"ids": match_ids}
        versions = connection.execute(_VERSIONS, ids)
        key = (file_number_of(db.session()), *(number for row in versions for number in row))
        with self._lock:
            known = self._kept.get(key)
        if known is None:
            known = _rated(Finished(*row) for row in connection.execute(_FINISHED, ids))
            with self._lock:
                self._kept[key] = known
        return known


def seen_ratings(match_ids: Ids) -> Ratings:
    """Return the ratings of each player after each of some matches, in order."""
    kept: SeenRatings = current_app.extensions.setdefault("seen_ratings", SeenRatings())
    return kept.of(match_ids)


def _rated(rows: Iterable[Finished]) -> Ratings:
    found = defaultdict[int, list[Rated]](list)
    for outcome, after in rated_in_order(outcomes_of(rows)):
        for player, rating in after.items():
            found[player].append(Rated(outcome.match_id, outcome.ended_at, rating))
    return dict(found)

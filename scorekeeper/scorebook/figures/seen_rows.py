"""What some matches came to, read and rated once and kept until one of them changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from operator import attrgetter
from threading import Lock
from typing import TypeVar

from cachetools import LRUCache
from flask import current_app
from sqlalchemy import bindparam, select

from scorekeeper.figures.match_rows import meetings_among, outcome_from
from scorekeeper.figures.periods import ALL_TIME, span_of
from scorekeeper.figures.rating import Rated, rated_in_order
from scorekeeper.figures.results import Meeting, Result
from scorekeeper.figures.totals import (
    ALL_KINDS,
    Totals,
    in_order,
    total_of,
    total_of_all_kinds,
)
from scorekeeper.scorebook.database.db import db, file_number_of
from scorekeeper.scorebook.figures.rows import RESULT, Players, result_from
from scorekeeper.scorebook.figures.tables import ResultRow
from scorekeeper.scorebook.people.name_log import in_parts
from scorekeeper.scorebook.people.players import Ids

# Of more matches only the newest are counted: it takes some tenths of a second.
MOST_COUNTED = 2_000
# Kept of all devices: some tens of megabytes. And totals of each.
MOST_ROWS, MOST_TOTALS = 30_000, 2_000

_OF_MATCHES = ResultRow.match_id.in_(bindparam("ids", expanding=True))
_RESULTS = select(*RESULT).where(_OF_MATCHES)
_VERSIONS = (
    select(ResultRow.match_id, ResultRow.version)
    .where(_OF_MATCHES, ResultRow.first_id == 0, ResultRow.second_id == 0)
    .order_by(ResultRow.match_id)
)


def results_in(match_ids: Iterable[int]) -> list[Result]:
    """Read all results of some matches, at most MOST_COUNTED."""
    parts = in_parts(sorted(match_ids)[-MOST_COUNTED:])
    connection = db.session.connection()
    rows = (row for ids in parts for row in connection.execute(_RESULTS, {"ids": ids}))
    return sorted(map(result_from, rows), key=in_order)


R = TypeVar("R", Result, Meeting)


class SeenRows:
    """What some matches came to, and what was worked out from it."""

    def __init__(self, results: Sequence[Result]) -> None:
        self._results = results
        self._of = defaultdict[Players, list[Result]](list)
        for row in results:
            self._of[row.players].append(row)
        # The same players are asked for again and again.
        self.total = lru_cache(MOST_TOTALS)(self._total)

    @property
    def size(self) -> int:
        return len(self._results)

    @property
    def everybody(self) -> list[Players]:
        """Of whom there are results."""
        return [*self._of]

    def results(self, players: Players, kind: str, period: str) -> list[Result]:
        """List the results of a player, two partners or everybody, in order."""
        return _within(self._of.get(players, ()), kind, period)

    def meetings(self, kind: str, period: str) -> list[Meeting]:
        """List all meetings, in order."""
        return _within(self._meetings, kind, period)

    @cached_property
    def rated(self) -> dict[int, list[Rated]]:
        """The ratings of each player after each match."""
        matches = groupby(self._results, key=attrgetter("match_id"))
        outcomes = [outcome_from(rows) for _match_id, rows in matches]
        found = defaultdict[int, list[Rated]](list)
        for outcome, after in rated_in_order(each for each in outcomes if each):
            for player, rating in after.items():
                found[player].append(Rated(outcome.match_id, outcome.ended_at, rating))
        return dict(found)

    @cached_property
    def _meetings(self) -> list[Meeting]:
        return [*meetings_among(self._results)]

    def _total(self, players: Players, kind: str, period: str) -> Totals:
        rows = self.results(players, kind, period)
        return total_of_all_kinds(rows) if kind == ALL_KINDS else total_of(rows)


class SeenCache:
    """The rows that were read last, by the matches they are of and the versions of these."""

    def __init__(self) -> None:
        self._kept = LRUCache[tuple[int, ...], SeenRows](
            MOST_ROWS, getsizeof=lambda rows: rows.size
        )
        self._lock = Lock()

    def rows_of(self, match_ids: Ids) -> SeenRows:
        """Return the rows of some matches as they are now, at most MOST_COUNTED."""
        newest = sorted(match_ids)[-MOST_COUNTED:]
        connection = db.session.connection()
        found = (connection.execute(_VERSIONS, {"ids": ids}) for ids in in_parts(newest))
        versions = (row for rows in found for row in rows)
        key = (file_number_of(db.session()), *(number for row in versions for number in row))
        with self._lock:
            known = self._kept.get(key)
        if known is None:
            known = SeenRows(results_in(newest))
            with self._lock:
                self._kept[key] = known
        return known


def rows_of(match_ids: Ids) -> SeenRows:
    """Return what some matches came to."""
    cache: SeenCache = current_app.extensions.setdefault("seen_rows", SeenCache())
    return cache.rows_of(match_ids)


def _within(rows: Iterable[R], kind: str, period: str) -> list[R]:
    """Choose the rows of a kind and of a period."""
    found = [row for row in rows if kind in (ALL_KINDS, row.kind.code)]
    if period == ALL_TIME:
        return found
    start, end = span_of(period)
    return [row for row in found if start <= row.ended_at < end]

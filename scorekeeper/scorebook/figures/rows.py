"""Figures as rows of their table, and back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import literal_column

from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.rating import Rated, Rating
from scorekeeper.figures.results import Result, Sums
from scorekeeper.scorebook.figures.tables import NOBODY, ResultRow

Values = dict[str, Any]
Players = tuple[int, ...]

_RATING = ("strength", "unsure", "rated")
_OF_MATCH = ("player_id", "match_id", "ended_at", "kind", "side", "place")

kind_of = lru_cache(Kind.of)


def columns_of(row: Any, *names: str) -> list[Any]:
    """Return columns of the table, or of an alias of it."""
    return [getattr(row, name) for name in names]


RESULT = columns_of(ResultRow, *_OF_MATCH, *Sums._fields)
RATING = columns_of(ResultRow, *_RATING)
RATED = columns_of(ResultRow, "match_id", "ended_at", *_RATING)
# One row of each match. The number is written out: no database knows a value it is given later for
# that of an index of such rows alone.
FIRST_SEAT = ResultRow.seat == literal_column("0")
FINISHED = columns_of(ResultRow, "match_id", "ended_at", "side", "place", "player_id")


def result_from(row: Sequence[Any]) -> Result:
    """Make a result of a row of the columns RESULT."""
    player, match_id, ended_at, kind, side, place, *sums = row
    players = () if player == NOBODY else (player,)
    return Result(players, match_id, ended_at, kind_of(kind), side, place, Sums(*sums))


def rated_from(row: Sequence[Any]) -> Rated:
    """Make a rating after a match of a row of the columns RATED."""
    match_id, ended_at, *rating = row
    return Rated(match_id, ended_at, Rating(*rating))


def rating_values(rating: Rating) -> Values:
    """Return the values of the columns RATING."""
    return dict(zip(_RATING, rating, strict=True))

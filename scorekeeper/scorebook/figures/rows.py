"""Figures as rows of their tables, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.rating import Rating
from scorekeeper.figures.results import Meeting, Result, Sums
from scorekeeper.figures.totals import Key, Totals
from scorekeeper.scorebook.figures.tables import MeetingRow, ResultRow, TotalRow

Values = dict[str, Any]
Players = tuple[int, ...]

SUMS = Sums._fields
_RUNS = Totals._fields[1:]
_RATING = ("strength", "unsure", "rated")


def _columns(table: type[Any], *names: str) -> list[Any]:
    return [getattr(table, name) for name in names]


# What is selected to make each of them of a row.
RESULT = _columns(
    ResultRow, "first_id", "second_id", "match_id", "ended_at", "kind", "side", "place", *SUMS
)
RATING = _columns(ResultRow, *_RATING)
TOTAL = _columns(TotalRow, "first_id", "second_id", "kind", "period", *_RUNS, *SUMS)
MEETING = _columns(MeetingRow, "first_id", "second_id", "match_id", "ended_at", "kind", "ahead")


def ids_of(players: Players) -> tuple[int, int]:
    """Return the two ids by which a row says of whom it is."""
    first, second = (*players, 0, 0)[:2]
    return first, second


def players_by(first_id: int, second_id: int) -> Players:
    """Return of whom a row is, by its two ids."""
    return tuple(player for player in (first_id, second_id) if player)


def result_from(row: Sequence[Any]) -> Result:
    """Make a result of a row that begins with the columns RESULT."""
    first, second, match_id, ended_at, kind, side, place, *sums = row[: len(RESULT)]
    players = players_by(first, second)
    return Result(players, match_id, ended_at, Kind.of(kind), side, place, Sums(*sums))


def rating_from(row: Sequence[Any]) -> Rating:
    """Make a rating of a row that ends with the columns RATING."""
    return Rating(*row[-len(RATING) :])


def total_from(row: Sequence[Any]) -> tuple[Key, Totals]:
    """Make a total, and what it is of, of a row of the columns TOTAL."""
    first, second, kind, period, *rest = row
    runs, sums = rest[: len(_RUNS)], rest[len(_RUNS) :]
    return Key(players_by(first, second), kind, period), Totals(Sums(*sums), *runs)


def meeting_from(row: Sequence[Any]) -> Meeting:
    """Make a meeting of a row of the columns MEETING."""
    first, second, match_id, ended_at, kind, ahead = row
    return Meeting((first, second), match_id, ended_at, Kind.of(kind), ahead)


def row_of_result(result: Result, version: int, rating: Rating) -> Values:
    """Return the values of a row of `results`."""
    first, second = ids_of(result.players)
    return {
        "match_id": result.match_id,
        "first_id": first,
        "second_id": second,
        "ended_at": result.ended_at,
        "kind": result.kind.code,
        "side": result.side,
        "place": result.place,
        "version": version,
        **rating_values(rating),
        **result.sums._asdict(),
    }


def rating_values(rating: Rating) -> Values:
    """Return the values of the columns RATING."""
    return {"strength": rating.strength, "unsure": rating.unsure, "rated": rating.matches}


def row_of_total(key: Key, total: Totals) -> Values:
    """Return the values of a row of `totals`."""
    first, second = ids_of(key.players)
    _sums, *runs = total
    of = {"first_id": first, "second_id": second, "kind": key.kind, "period": key.period}
    return of | dict(zip(_RUNS, runs, strict=True)) | total.sums._asdict()


def row_of_meeting(meeting: Meeting) -> Values:
    """Return the values of a row of `meetings`."""
    first, second = meeting.players
    return {
        "match_id": meeting.match_id,
        "first_id": first,
        "second_id": second,
        "ended_at": meeting.ended_at,
        "kind": meeting.kind.code,
        "ahead": meeting.ahead,
    }

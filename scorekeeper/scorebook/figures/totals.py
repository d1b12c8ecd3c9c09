"""The totals of matches that changed, added up again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.figures.periods import months_of, span_of
from scorekeeper.figures.results import Result
from scorekeeper.figures.totals import (
    ALL_KINDS,
    Key,
    Totals,
    joined,
    keys_of,
    total_of,
    total_of_all_kinds,
)
from scorekeeper.scorebook.figures.rows import (
    RESULT,
    TOTAL,
    Players,
    ids_of,
    result_from,
    row_of_total,
    total_from,
)
from scorekeeper.scorebook.figures.tables import ResultRow, TotalRow

_DELETE = delete(TotalRow).where(
    TotalRow.first_id == bindparam("first"),
    TotalRow.second_id == bindparam("second"),
    TotalRow.kind == bindparam("of_kind"),
    TotalRow.period == bindparam("of_period"),
)
_INSERT = insert(TotalRow)


def fold(session: Session, results: Sequence[Result]) -> None:
    """Add up again whatever some results are in, or were in: the months first."""
    keys = {key for result in results for key in keys_of(result)}
    months: defaultdict[tuple[Players, str], list[Key]] = defaultdict(list)
    for key in _with_length(keys, 7):
        months[key.players, key.period].append(key)
    totals: dict[Key, Totals] = {}
    for (players, month), of_month in months.items():
        rows = _results_in(session, players, month)
        totals |= {key: _total(rows, key.kind) for key in of_month}
    _write(session, totals)
    for length in (4, 0):
        longer = {key: joined(_parts(session, key)) for key in _with_length(keys, length)}
        _write(session, longer)


def _write(session: Session, totals: Mapping[Key, Totals]) -> None:
    """Write totals in the place of those there were; one of nothing is deleted."""
    connection = session.connection()
    gone = [{**_ids(key.players), "of_kind": key.kind, "of_period": key.period} for key in totals]
    if gone:
        connection.execute(_DELETE, gone)
    rows = [row_of_total(key, total) for key, total in totals.items() if total.last_at]
    if rows:
        connection.execute(_INSERT, rows)


def _with_length(keys: Collection[Key], length: int) -> list[Key]:
    """Return the keys of months, years or all time: their periods are texts of some length."""
    return [key for key in keys if len(key.period) == length]


def _ids(players: Players) -> dict[str, int]:
    first, second = ids_of(players)
    return {"first": first, "second": second}


def _results_in(session: Session, players: Players, month: str) -> list[Result]:
    first, second = ids_of(players)
    start, end = span_of(month)
    found = select(*RESULT).where(
        ResultRow.first_id == first,
        ResultRow.second_id == second,
        ResultRow.ended_at >= start,
        ResultRow.ended_at < end,
    )
    return [*map(result_from, session.execute(found))]


def _total(rows: Sequence[Result], kind: str) -> Totals:
    if kind == ALL_KINDS:
        return total_of_all_kinds(rows)
    return total_of(row for row in rows if row.kind.code == kind)


def _parts(session: Session, key: Key) -> list[Totals]:
    """Return the months of a year, or the years of all time."""
    first, second = ids_of(key.players)
    period = TotalRow.period
    within = period.in_(months_of(key.period)) if key.period else func.length(period) == 4
    found = select(*TOTAL).where(
        TotalRow.first_id == first,
        TotalRow.kind == key.kind,
        within,
        TotalRow.second_id == second,
    )
    return [total for _key, total in map(total_from, session.execute(found))]

"""Totals that the database adds up itself: of matches that ended last, and of meetings.

What is added stands in the rows of the match, so that no total has to be read. It comes to what
`Totals.after` and `add_up_meetings` do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Insert,
    Integer,
    String,
    Table,
    and_,
    bindparam,
    case,
    delete,
    literal_column,
    select,
    true,
    union_all,
)
from sqlalchemy.dialects import sqlite

from scorekeeper.figures.periods import periods_of
from scorekeeper.figures.results import Meeting
from scorekeeper.figures.totals import ALL_KINDS, FORM, NOT_COMPARED
from scorekeeper.scorebook.database.models import Base
from scorekeeper.scorebook.figures.rows import SUMS, Values
from scorekeeper.scorebook.figures.state import Ended

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

Columns = dict[str, ColumnElement[Any]]

_ROW, _TOTAL, _MEETING, _MET = (
    Base.metadata.tables[name] for name in ("results", "totals", "meetings", "meeting_totals")
)
_PERIODS = ("ever", "year", "month")
# What is added counts once for all kinds, and once for the kind of the match: it is `own` there.
_KINDS = union_all(
    *(select(literal_column(own, Integer).label("own")) for own in ("0", "1"))
).subquery("kinds")
_SPANS = union_all(
    *(select(bindparam(name, type_=String).label("period")) for name in _PERIODS)
).subquery("periods")
_OWN, _PERIOD = _KINDS.c.own, _SPANS.c.period
_MATCH, _TIMES = (bindparam(name, type_=Integer) for name in ("of_match", "times"))
_NOTHING_LEFT = delete(_MET).where(
    _MET.c.first_id == bindparam("first"),
    _MET.c.kind.in_((ALL_KINDS, bindparam("of_kind"))),
    _MET.c.period.in_([bindparam(name) for name in _PERIODS]),
    _MET.c.second_id == bindparam("second"),
    _MET.c.met == 0,
)


def add_results(connection: Connection, ended: Iterable[Ended]) -> None:
    """Add the results of matches to the totals: matches that ended after all that are in them."""
    connection.execute(_adding_results(connection.dialect.name), [_asked(each) for each in ended])


def add_meetings(connection: Connection, ended: Iterable[Ended], times: int = 1) -> None:
    """Add the meetings of matches to the totals of meetings."""
    asked = [{**_asked(each), "times": times} for each in ended]
    connection.execute(_adding_meetings(connection.dialect.name), asked)


def take_meetings_away(connection: Connection, meetings: Sequence[Meeting]) -> None:
    """Take the meetings of matches out of the totals; they have to be all of their matches."""
    add_meetings(connection, {Ended(row.ended_at, row.match_id) for row in meetings}, -1)
    rows = [
        {
            **_asked(Ended(row.ended_at, row.match_id)),
            "first": row.players[0],
            "second": row.players[1],
            "of_kind": row.kind.code,
        }
        for row in meetings
    ]
    connection.execute(_NOTHING_LEFT, rows)


def _asked(ended: Ended) -> Values:
    return {"of_match": ended.match_id, **dict(zip(_PERIODS, periods_of(ended.at), strict=True))}


@cache
def _adding_results(dialect: str) -> Insert:
    """Insert the totals of a match, or add them to what is there: see `Totals.before`."""
    won, match, own = case((_ROW.c.place == 1, 1), else_=0), _ROW.c.match_id, _OWN == 1
    added: Columns = {
        **_of(_ROW),
        "first_at": _ROW.c.ended_at,
        "last_at": _ROW.c.ended_at,
        "last_match": match,
        "biggest_in": case((and_(own, _ROW.c.biggest > 0), match), else_=0),
        **dict.fromkeys(("opening", "run", "longest", "form"), won),
        **dict.fromkeys(("opening_to", "run_from", "longest_from", "longest_to"), won * match),
        **{name: _ROW.c[name] * _OWN if name in NOT_COMPARED else _ROW.c[name] for name in SUMS},
    }
    was = _TOTAL.c
    new = _into(_TOTAL, added, _ROW, dialect)
    last = new.excluded
    all_won, bigger = was.run == was.matches, last.biggest > was.biggest
    longer = was.run + last.run > was.longest
    went_on = case((and_(last.run == 1, was.run > 0), was.run_from), else_=last.run_from)
    joined: Columns = {
        **{name: was[name] + last[name] for name in SUMS},
        "biggest": case((bigger, last.biggest), else_=was.biggest),
        "biggest_in": case((bigger, last.biggest_in), else_=was.biggest_in),
        "last_at": last.last_at,
        "last_match": last.last_match,
        "opening": case((all_won, was.opening + last.opening), else_=was.opening),
        "opening_to": case(
            (and_(all_won, last.opening == 1), last.opening_to), else_=was.opening_to
        ),
        "run": case((last.run == 1, was.run + 1), else_=0),
        "run_from": went_on,
        "longest": case((longer, was.run + last.run), else_=was.longest),
        "longest_from": case((longer, went_on), else_=was.longest_from),
        "longest_to": case((longer, last.longest_to), else_=was.longest_to),
        "form": (was.form * 2 + last.form) % (1 << FORM),
    }
    return new.on_conflict_do_update(index_elements=[*_TOTAL.primary_key], set_=joined)


@cache
def _adding_meetings(dialect: str) -> Insert:
    """Insert the totals of the meetings of a match, or add them to what is there."""
    counted = ("met", "first_ahead", "second_ahead")
    ahead = _MEETING.c.ahead
    times = (_TIMES, *(case((ahead == each, _TIMES), else_=0) for each in (1, -1)))
    added = {**_of(_MEETING), **dict(zip(counted, times, strict=True))}
    new = _into(_MET, added, _MEETING, dialect)
    joined = {name: _MET.c[name] + new.excluded[name] for name in counted}
    return new.on_conflict_do_update(index_elements=[*_MET.primary_key], set_=joined)


def _of(rows: Table) -> Columns:
    """Return the columns of the key of a total."""
    kind = case((_OWN == 1, rows.c.kind), else_=ALL_KINDS)
    return {
        "first_id": rows.c.first_id,
        "kind": kind,
        "period": _PERIOD,
        "second_id": rows.c.second_id,
    }


def _into(
    table: Table, added: Columns, rows: Table, dialect: str
) -> postgresql.Insert | sqlite.Insert:
    """Insert what the rows of a match add to each total they are in."""
    each_total = rows.join(_KINDS, true()).join(_SPANS, true())
    found = select(*added.values()).select_from(each_total).where(rows.c.match_id == _MATCH)
    return _insert(table, dialect).from_select([*added], found)


def _insert(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    if dialect == "postgresql":
        # Imported here: a program whose scorebook is a file has no use for it.
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    return sqlite.insert(table)

"""Figures as they are kept, for whoever may see all matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    select,
    tuple_,
)
from sqlalchemy.orm import aliased

from scorekeeper.figures.counted import Figure
from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.meetings import Ahead
from scorekeeper.figures.periods import ALL_TIME
from scorekeeper.figures.rating import NEW, Rated, Rating, curve
from scorekeeper.figures.results import Meeting, Result, Sums
from scorekeeper.figures.totals import ALL_KINDS, EMPTY, Totals, in_order, most_played
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.figures.frame import Frame
from scorekeeper.scorebook.figures.rows import (
    MEETING,
    RATING,
    RESULT,
    TOTAL,
    Players,
    ids_of,
    meeting_from,
    rating_from,
    result_from,
    total_from,
)
from scorekeeper.scorebook.figures.tables import MeetingRow, MeetingTotalRow, ResultRow, TotalRow

Statement = Select[*tuple[Any, ...]]
Values = Mapping[str, object]

_ROW, _TOTAL, _MEETING = ResultRow, TotalRow, MeetingRow
_ended = tuple_(_ROW.ended_at, _ROW.match_id)
_IN: dict[Figure, ColumnElement[bool]] = {
    Figure.WON: _ROW.place == 1,
    Figure.OUT: _ROW.out > 0,
    Figure.BLOCK: _ROW.block > 0,
    Figure.TILE: _ROW.tile > 0,
    Figure.DRAWN: _ROW.drawn > 0,
    Figure.CAUGHT: _ROW.caught > 0,
}

# Statements are built once, as it takes longer to make one than to run it.
_FIRST, _SECOND = (bindparam(name, type_=Integer) for name in ("first", "second"))
_KIND, _PERIOD = _TOTAL.kind == bindparam("kind"), _TOTAL.period == bindparam("period")
_OF_TOTAL = (_TOTAL.first_id == _FIRST, _TOTAL.second_id == _SECOND)
_OF_ROW = (_ROW.first_id == _FIRST, _ROW.second_id == _SECOND)
_OF_PLAYERS = (_TOTAL.second_id == 0, _TOTAL.first_id > 0)
_TOTALS = select(*TOTAL)
# Those of everybody, who alone have no first id: so each total of somebody is found by its key. Of
# the second id nothing is said, or SQLite would read the totals of all players for it.
_KINDS_PLAYED = select(_TOTAL.kind).where(_TOTAL.first_id == 0, _PERIOD, _TOTAL.kind != ALL_KINDS)
_TABLE = _TOTALS.where(*_OF_PLAYERS, _KIND, _PERIOD)
_TOTAL_OF = _TOTALS.where(*_OF_TOTAL, _KIND, _PERIOD)
_KINDS_OF = _TOTALS.where(
    *_OF_TOTAL,
    _PERIOD,
    _TOTAL.kind.in_(_KINDS_PLAYED),
)
_PAIRS = select(_TOTAL.first_id, _TOTAL.second_id, _TOTAL.matches, _TOTAL.won, _TOTAL.luck)
_PAIRS_OF = (
    _PAIRS.where(_TOTAL.first_id == _FIRST, _TOTAL.second_id > 0, _KIND, _PERIOD),
    _PAIRS.where(_TOTAL.second_id == _FIRST, _KIND, _PERIOD),
)
_MET = MeetingTotalRow
_MET_IN = (_MET.kind == bindparam("kind"), _MET.period == bindparam("period"))
_AHEAD = (_MET.met, _MET.first_ahead, _MET.second_ahead)
_MET_BY = tuple(
    select(_MET.first_id, _MET.second_id, *_AHEAD).where(player == _FIRST, *_MET_IN)
    for player in (_MET.first_id, _MET.second_id)
)
_BETWEEN = select(_MET.kind, *_AHEAD).where(
    _MET.first_id == _FIRST,
    _MET.second_id == _SECOND,
    _MET_IN[1],
    _MET.kind.in_(_KINDS_PLAYED),
)
_AFTER_LAST = and_(
    _ROW.match_id == _TOTAL.last_match,
    _ROW.first_id == _TOTAL.first_id,
    _ROW.second_id == _TOTAL.second_id,
)
_LATEST = (
    select(_ROW.first_id, *RATING)
    .select_from(_TOTAL)
    .join(_ROW, _AFTER_LAST)
    .where(_TOTAL.kind == ALL_KINDS, _TOTAL.period == ALL_TIME)
)
# How many matches there are in a period, and the number of the last of them.
_NUMBERS = (
    select(_TOTAL.matches, _ROW.rated)
    .join(_ROW, _AFTER_LAST)
    .where(*_OF_TOTAL, _TOTAL.kind == ALL_KINDS, _PERIOD)
)
_CURVE = (
    select(_ROW.match_id, _ROW.ended_at, *RATING)
    .where(*_OF_ROW, _ROW.rated.in_(bindparam("numbers", expanding=True)))
    .order_by(_ROW.rated)
)
# In no order: SQLite would read all matches of the player to have one.
_RATED_IN = select(_ROW.match_id, _ROW.ended_at, *RATING).where(
    *_OF_ROW, _ROW.match_id.in_(bindparam("match_ids", expanding=True))
)
_RATINGS, _RATING_OF = _LATEST.where(*_OF_PLAYERS), _LATEST.where(*_OF_TOTAL)


def read(statement: Statement, values: Values | None = None) -> Any:
    """Return the rows of a statement, on the connection of the session: it costs less there."""
    return db.session.connection().execute(statement, dict(values or {})).all()


class KeptFigures:
    """The figures of all matches of a frame, but for the newest ones."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        start, end = frame.span or (None, None)
        of_frame = {"kind": frame.kind, "period": frame.period, "start": start, "end": end}
        self._values: Values = of_frame
        # What the rows of matches have to be asked for.
        self._asked = frame.span is not None, bool(frame.kind)

    def table(self) -> dict[int, Totals]:
        """Return the total of each player."""
        rows = read(_TABLE, self._values)
        return {key.players[0]: total for key, total in map(total_from, rows)}

    def total(self, players: Players) -> Totals:
        """Return the total of a player, two partners or everybody."""
        return next((total_from(row)[1] for row in self._of(players, _TOTAL_OF)), EMPTY)

    def kinds(self, players: Players) -> tuple[tuple[Kind, Totals], ...]:
        """Return the totals of each kind, the one played most first."""
        rows = map(total_from, self._of(players, _KINDS_OF))
        return most_played({key.kind: total for key, total in rows})

    def pairs(self, player: int) -> dict[tuple[int, int], Sums]:
        """Return the matches that a player and each partner played and won, and those by luck."""
        rows = (row for arm in _PAIRS_OF for row in self._of((player,), arm))
        return {(first, second): Sums(*sums) for first, second, *sums in rows}

    def met(self, player: int) -> dict[tuple[int, int], Ahead]:
        """Return how often a player met each other, and who finished ahead."""
        rows = (row for arm in _MET_BY for row in self._of((player,), arm))
        return {(first, second): Ahead(*ahead) for first, second, *ahead in rows}

    def between(self, one: int, two: int) -> dict[str, Ahead]:
        """Return how often two met in each kind, by its code; the lower id is the first."""
        both = (min(one, two), max(one, two))
        found = {kind: Ahead(*ahead) for kind, *ahead in self._of(both, _BETWEEN)}
        code = self._frame.kind
        return found if code == ALL_KINDS else {code: found[code]} if code in found else {}

    def meetings(
        self, one: int, two: int, most: int, ahead: int | None = None, before: int = 0
    ) -> list[Meeting]:
        """List the newest meetings of two, the last first, those `before` another match.

        All of them, or those where `ahead` of a `Meeting` is so.
        """
        both = (min(one, two), max(one, two))
        statement = _meetings(*self._asked, decided=ahead is not None, later=before > 0)
        rows = self._of(both, statement, most=most, ahead=ahead, before=before)
        return [*map(meeting_from, rows)]

    def results(self, players: Players, most: int) -> list[Result]:
        """List the newest results of a player, two partners or everybody, the last first."""
        return [*map(result_from, self._of(players, _results(*self._asked), most=most))]

    def behind(
        self, players: Players, figure: Figure | None, before: int, most: int
    ) -> tuple[int, ...]:
        """List the newest matches that a figure was counted from, those `before` another one."""
        total = self.total(players)
        counted = {
            "biggest": total.biggest_in,
            "run_from": total.longest_from,
            "run_to": total.longest_to,
        }
        statement = _behind(*self._asked, figure=figure, later=before > 0)
        rows = self._of(players, statement, **counted, before=before, most=most)
        return tuple(match_id for (match_id,) in rows)

    def ratings(self) -> dict[int, Rating]:
        """Return the ratings of all players, after all of their matches."""
        return {row.first_id: rating_from(row) for row in read(_RATINGS)}

    def rating(self, player: int) -> Rating:
        """Return the rating of a player, after all of their matches."""
        rows = self._of((player,), _RATING_OF)
        return rating_from(rows[0]) if rows else NEW

    def rated(self, player: int, match_ids: Sequence[int]) -> list[Rated]:
        """Return the ratings of a player after some matches."""
        rows = self._of((player,), _RATED_IN, match_ids=match_ids)
        found = [Rated(row.match_id, row.ended_at, rating_from(row)) for row in rows]
        return sorted(found, key=in_order)

    def curve(self, player: int, most: int) -> list[Rated]:
        """Return so many ratings of a player, each the last of equal parts of the matches."""
        found = self._of((player,), _NUMBERS)
        matches, last = found[0] if found else (0, 0)
        numbers = [last - matches + 1 + number for number in curve(matches, most)]
        rows = self._of((player,), _CURVE, numbers=numbers)
        return [Rated(row.match_id, row.ended_at, rating_from(row)) for row in rows]

    def _of(self, players: Players, statement: Statement, **values: object) -> Any:
        first, second = ids_of(players)
        return read(statement, {**self._values, "first": first, "second": second, **values})


def _within(
    table: type[ResultRow | MeetingRow], spanned: bool, kinded: bool
) -> list[ColumnElement[bool]]:
    """Return the conditions that rows are of the matches of a frame."""
    conditions: list[ColumnElement[bool]] = []
    if spanned:
        start, end = (bindparam(name, type_=table.ended_at.type) for name in ("start", "end"))
        conditions += [table.ended_at >= start, table.ended_at < end]
    if kinded:
        conditions.append(table.kind == bindparam("kind"))
    return conditions


_BOTH = (_MEETING.first_id == _FIRST, _MEETING.second_id == _SECOND)


@lru_cache
def _meetings(spanned: bool, kinded: bool, *, decided: bool, later: bool) -> Statement:
    met = select(*MEETING).where(*_BOTH, *_within(_MEETING, spanned, kinded))
    if decided:
        met = met.where(_MEETING.ahead == bindparam("ahead"))
    if later:
        ended = tuple_(_MEETING.ended_at, _MEETING.match_id)
        met = met.where(ended < _end_of("before"))
    newest = met.order_by(_MEETING.ended_at.desc(), _MEETING.match_id.desc())
    return newest.limit(bindparam("most"))


@lru_cache
def _results(spanned: bool, kinded: bool) -> Statement:
    found = select(*RESULT).where(*_OF_ROW, *_within(_ROW, spanned, kinded))
    return found.order_by(_ROW.ended_at.desc(), _ROW.match_id.desc()).limit(bindparam("most"))


@lru_cache
def _behind(spanned: bool, kinded: bool, *, figure: Figure | None, later: bool) -> Statement:
    found = select(_ROW.match_id).where(*_OF_ROW, *_within(_ROW, spanned, kinded))
    if figure is Figure.BIGGEST:
        found = found.where(_ROW.match_id == bindparam("biggest"))
    elif figure is Figure.RUN:
        found = found.where(_ended >= _end_of("run_from"), _ended <= _end_of("run_to"))
    elif figure:
        found = found.where(_IN[figure])
    if later:
        found = found.where(_ended < _end_of("before"))
    return found.order_by(_ROW.ended_at.desc(), _ROW.match_id.desc()).limit(bindparam("most"))


def _end_of(name: str) -> Any:
    """Return when a match ended; before or after one that has no figures there is none."""
    ended = aliased(_ROW)
    end = select(ended.ended_at, ended.match_id).where(
        ended.match_id == bindparam(name), ended.first_id == 0, ended.second_id == 0
    )
    return end.scalar_subquery()

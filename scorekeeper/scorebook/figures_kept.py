"""Figures as they are kept, for whoever may see all matches."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select, tuple_
from sqlalchemy.orm import aliased

from scorekeeper.figures.counted import Figure
from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.meetings import Ahead
from scorekeeper.figures.rating import NEW, Rating
from scorekeeper.figures.results import Meeting, Result, Sums
from scorekeeper.figures.totals import ALL_KINDS, EMPTY, Totals
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.figure_frame import Frame
from scorekeeper.scorebook.figure_rows import (
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
from scorekeeper.scorebook.figure_tables import MeetingRow, ResultRow, TotalRow

_ROW, _TOTAL, _MEETING = ResultRow, TotalRow, MeetingRow
_PLAYERS = (_TOTAL.second_id == 0, _TOTAL.first_id > 0)
_PLACE = tuple_(_ROW.ended_at, _ROW.match_id)
_IN: dict[Figure, ColumnElement[bool]] = {
    Figure.WON: _ROW.place == 1,
    Figure.OUT: _ROW.out > 0,
    Figure.BLOCK: _ROW.block > 0,
    Figure.TILE: _ROW.tile > 0,
    Figure.DRAWN: _ROW.drawn > 0,
    Figure.CAUGHT: _ROW.caught > 0,
}
_LAST = and_(
    _ROW.match_id == _TOTAL.last_match,
    _ROW.first_id == _TOTAL.first_id,
    _ROW.second_id == _TOTAL.second_id,
)


def read(statement: Select[*tuple[Any, ...]]) -> Any:
    """Return the rows of a statement, on the connection of the session: it costs less there."""
    return db.session.connection().execute(statement).all()


def of_players(players: Players) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that results are of these players."""
    first, second = ids_of(players)
    return _ROW.first_id == first, _ROW.second_id == second


def in_frame(table: type[ResultRow | MeetingRow], frame: Frame) -> list[ColumnElement[bool]]:
    """Return the conditions that rows are of the matches of a frame, whoever may see them."""
    conditions: list[ColumnElement[bool]] = []
    if frame.span:
        start, end = frame.span
        conditions += [table.ended_at >= start, table.ended_at < end]
    if frame.kind:
        conditions.append(table.kind == frame.kind)
    return conditions


class KeptFigures:
    """The figures of all matches of a frame, but for NEWEST."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    def table(self) -> dict[int, Totals]:
        """Return the total of each player."""
        found = select(*TOTAL).where(*_PLAYERS, *self._keys())
        return {key.players[0]: total for key, total in map(total_from, read(found))}

    def total(self, players: Players) -> Totals:
        """Return the total of a player, two partners or everybody."""
        found = select(*TOTAL).where(*_of(players), *self._keys())
        return next((total_from(row)[1] for row in read(found)), EMPTY)

    def kinds(self, players: Players) -> tuple[tuple[Kind, Totals], ...]:
        """Return the totals of each kind, the one played most first."""
        period = _TOTAL.period == self._frame.period
        everywhere = select(_TOTAL.kind).where(_TOTAL.first_id == 0, _TOTAL.second_id == 0, period)
        kinds = everywhere.where(_TOTAL.kind != ALL_KINDS)
        found = select(*TOTAL).where(*_of(players), _TOTAL.kind.in_(kinds), period)
        totals = [(Kind.of(key.kind), total) for key, total in map(total_from, read(found))]
        return tuple(sorted(totals, key=lambda each: (-each[1].sums.matches, each[0])))

    def pairs(self, player: int) -> dict[tuple[int, int], Sums]:
        """Return what a player and each partner came to."""
        either = (
            and_(_TOTAL.first_id == player, _TOTAL.second_id > 0),
            _TOTAL.second_id == player,
        )
        found = [
            total_from(row)
            for one in either
            for row in read(select(*TOTAL).where(one, *self._keys()))
        ]
        return {(key.players[0], key.players[1]): total.sums for key, total in found}

    def met(self, player: int) -> dict[tuple[int, int], Ahead]:
        """Return how often a player met each other, and who finished ahead."""
        totals: dict[tuple[int, int], Ahead] = {}
        for side in (_MEETING.first_id, _MEETING.second_id):
            met = select(_MEETING.first_id, _MEETING.second_id, *_AHEAD).where(side == player)
            met = met.where(*in_frame(_MEETING, self._frame))
            rows = read(met.group_by(_MEETING.first_id, _MEETING.second_id))
            totals |= {(first, second): Ahead(*ahead) for first, second, *ahead in rows}
        return totals

    def between(self, one: int, two: int) -> dict[str, Ahead]:
        """Return how often two met in each kind, by its code; the lower id is the first."""
        met = select(_MEETING.kind, *_AHEAD).where(*self._between(one, two))
        return {kind: Ahead(*ahead) for kind, *ahead in read(met.group_by(_MEETING.kind))}

    def meetings(self, one: int, two: int, most: int) -> list[Meeting]:
        """List the newest meetings of two, the last first."""
        newest = select(*MEETING).where(*self._between(one, two))
        newest = newest.order_by(_MEETING.ended_at.desc(), _MEETING.match_id.desc())
        return [*map(meeting_from, read(newest.limit(most)))]

    def results(self, players: Players, most: int) -> list[Result]:
        """List the newest results of a player, two partners or everybody, the last first."""
        newest = select(*RESULT).where(*of_players(players), *in_frame(_ROW, self._frame))
        newest = newest.order_by(_ROW.ended_at.desc(), _ROW.match_id.desc())
        return [*map(result_from, read(newest.limit(most)))]

    def behind(
        self, players: Players, figure: Figure | None, before: int, most: int
    ) -> tuple[int, ...]:
        """List the newest matches that a figure was counted from, those `before` another one."""
        conditions = [*of_players(players), *in_frame(_ROW, self._frame)]
        total = self.total(players)
        if figure is Figure.BIGGEST:
            conditions.append(_ROW.match_id == total.biggest_in)
        elif figure is Figure.RUN:
            conditions += [_place(total.longest_from) <= _PLACE, _place(total.longest_to) >= _PLACE]
        elif figure:
            conditions.append(_IN[figure])
        if before:
            conditions.append(_place(before) > _PLACE)
        found = select(_ROW.match_id).where(*conditions)
        found = found.order_by(_ROW.ended_at.desc(), _ROW.match_id.desc()).limit(most)
        return tuple(match_id for (match_id,) in read(found))

    def ratings(self) -> dict[int, Rating]:
        """Return the ratings of all players, after all of their matches."""
        rows = read(_latest(_TOTAL.first_id, *RATING).where(*_PLAYERS))
        return {row.first_id: rating_from(row) for row in rows}

    def rating(self, player: int) -> Rating:
        """Return the rating of a player, after all of their matches."""
        rows = read(_latest(*RATING).where(*_of((player,))))
        return rating_from(rows[0]) if rows else NEW

    def curve(self, player: int, most: int) -> list[tuple[Result, Rating]]:
        """Return about so many ratings of a player, each the last of equal parts of the matches."""
        total = KeptFigures(Frame(self._frame.period)).total((player,))
        if not total.last_at:
            return []
        part = _ROW.rated * most // total.sums.matches
        before = (_ROW.rated - 1) * most // total.sums.matches
        shown = select(*RESULT, *RATING).where(
            *of_players((player,)),
            *in_frame(_ROW, Frame(self._frame.period)),
            or_(part != before, _ROW.match_id == total.last_match),
        )
        rows = read(shown.order_by(_ROW.ended_at, _ROW.match_id))
        return [(result_from(row), rating_from(row)) for row in rows]

    def _keys(self) -> tuple[ColumnElement[bool], ...]:
        return _TOTAL.kind == self._frame.kind, _TOTAL.period == self._frame.period

    def _between(self, one: int, two: int) -> tuple[ColumnElement[bool], ...]:
        first, second = sorted((one, two))
        both = (_MEETING.first_id == first, _MEETING.second_id == second)
        return (*both, *in_frame(_MEETING, self._frame))


def _of(players: Players) -> tuple[ColumnElement[bool], ...]:
    first, second = ids_of(players)
    return _TOTAL.first_id == first, _TOTAL.second_id == second


def _latest(*columns: Any) -> Select[*tuple[Any, ...]]:
    """Select the last result of each player."""
    found = select(*columns).select_from(_TOTAL).join(_ROW, _LAST)
    return found.where(_TOTAL.kind == ALL_KINDS, _TOTAL.period == "")


def _place(match_id: int) -> Any:
    """Return when a match ended; of one that has no figures, there is nothing before or after."""
    ended = aliased(_ROW)
    place = select(ended.ended_at, ended.match_id).where(
        ended.match_id == match_id, ended.first_id == 0, ended.second_id == 0
    )
    return place.scalar_subquery()


def _counted(ahead: int) -> ColumnElement[int]:
    return func.sum(case((_MEETING.ahead == ahead, 1), else_=0))


_AHEAD = (func.count(), _counted(1), _counted(-1))

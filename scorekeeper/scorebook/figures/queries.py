"""The questions that figures answer, asked of the rows of matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Function,
    Integer,
    ScalarSelect,
    Select,
    and_,
    case,
    func,
    literal,
    select,
)
from sqlalchemy.orm import aliased

from scorekeeper.clock import ALL_TIME, NEWEST, is_newest, newest_of, span_of
from scorekeeper.figures.head_to_head import Ahead, Meeting
from scorekeeper.figures.match_results import (
    NOT_COMPARED,
    Figure,
    Kind,
    Result,
    Sums,
    Totals,
    added,
    counted_from,
    form_of,
    longest_run,
    total_of,
)
from scorekeeper.figures.rating import Rating
from scorekeeper.rules.game_files import game_ids
from scorekeeper.scorebook.database.column_limits import MOST_SEATS
from scorekeeper.scorebook.database.db import db, is_postgresql
from scorekeeper.scorebook.figures.figures_table import (
    FIRST_SEAT,
    NOT_YET,
    RATING,
    RESULT,
    TO_THE_END,
    ResultRow,
    kind_of_code,
    result_from,
)
from scorekeeper.scorebook.figures.ratings import latest_ratings, seen_ratings
from scorekeeper.scorebook.people.players import Ids

Statement = Select[*tuple[Any, ...]]
# One, two partners, or () for everybody.
Players = tuple[int, ...]

ALL_KINDS = ""
# How many matches "newest" means.
MOST_NEWEST = 30
# Of more matches than a device may see only the newest are counted.
MOST_COUNTED = 2_000

_ROW, _OTHER = ResultRow, aliased(ResultRow)
_ENDED = (_ROW.ended_at, _ROW.match_id)
_NEWEST_FIRST = tuple(each.desc() for each in _ENDED)
_BOTH_TO_THE_END = and_(TO_THE_END, _OTHER.place > 0)
_OPPONENTS = and_(_OTHER.match_id == _ROW.match_id, _OTHER.side != _ROW.side, _BOTH_TO_THE_END)
_OTHERS = and_(
    _OTHER.match_id == _ROW.match_id, _OTHER.player_id != _ROW.player_id, _BOTH_TO_THE_END
)
_PARTNERS = _OTHER.side == _ROW.side
# Columns for a player and each other player: of partners their matches, else who was ahead.
_TOGETHER = (
    *(func.count(), func.sum(_ROW.won), func.sum(_ROW.luck)),
    *(
        func.count(case((each, 1)))
        for each in (_ROW.place < _OTHER.place, _ROW.place > _OTHER.place)
    ),
)
# What two partners have each, and all else together.
_HANDS = ("pips", "hands", "caught", "seen")
_WON = case((_ROW.won == 1, "1"), (_ROW.matches == 1, "0"), else_="")
# What is shown of a player in a table: matches are counted, and how long they took is of no player.
_IN_TABLE = tuple(
    name
    for name in Sums._fields
    if name not in ("matches", "won", "seconds", "timed", "lead_changes")
)
# Totals of everybody: sums that count once per side, sums that count once per match, and others.
_OF_SIDE = ("out", "block", "tile", "by_points", "made", "biggest")
_ONCE = ("matches", "rounds", "drawn", "seconds", "timed", "lead_changes")


def read(statement: Statement) -> Any:
    """Return the rows of a statement, on the connection of the session: it costs less there."""
    return db.session.connection().execute(statement).all()


class Frame(NamedTuple):
    """The matches of a period and of a kind, by its code; only those `seen`, all if None.

    The period is one of clock.py. The newest matches are those of the player it names, or who is
    asked for; the kind is filtered among them.
    """

    period: str = ALL_TIME
    kind: str = ALL_KINDS
    seen: Ids | None = None

    @property
    def span(self) -> tuple[datetime, datetime] | None:
        """The moments between which the matches ended; None if any will do."""
        if self.period == ALL_TIME or is_newest(self.period):
            return None
        return span_of(self.period)


EVERY_MATCH = Frame()


def read_kind(code: str) -> str:
    """Return the code of a kind as it was asked for. Raise ValueError if there is no such kind."""
    if code != ALL_KINDS:
        kind = Kind.of(code)
        if kind.game_id not in game_ids() or kind.code != code:
            raise ValueError(code)
    return code


class Figures:
    """The figures of the matches of a frame; its newest are those of some players, or of all.

    Ratings are those after all matches that are seen, whatever their kind and their period.
    """

    def __init__(self, frame: Frame = EVERY_MATCH, players: Players = ()) -> None:
        self._frame, self._players, self._seen = frame, players, _newest(frame.seen)
        self._read: dict[Players, list[Result]] = {}

    @cached_property
    def match_ids(self) -> Ids | None:
        """The matches, by their ids; None for all of the period."""
        if not is_newest(self._frame.period):
            return self._seen
        whose = newest_of(self._frame.period)
        players = self._players if whose is None else (whose,) if whose else ()
        return Figures(Frame(seen=self._frame.seen)).newest(players, MOST_NEWEST)

    def table(self) -> dict[int, Totals]:
        """Return the total of each player, without the matches it begins and ends with."""
        names = [name for name in _IN_TABLE if self._frame.kind or name not in NOT_COMPARED]
        added = [_added(name) for name in names]
        # The first and the last are found by the key: to compare all takes a quarter of the time.
        ended = (self._ended(func.min), self._ended(func.max))
        found = select(_ROW.player_id, *ended, _won_in_order(), *added)
        found = found.where(*self._within(in_key_order=True))
        return {
            player: Totals(
                Sums(len(won), won.count("1"), **dict(zip(names, sums, strict=True))),
                *(first_at, last_at),
                longest=len(longest_run(won)),
                newest=form_of(won),
            )
            for player, first_at, last_at, won, *sums in read(found.group_by(_ROW.player_id))
        }

    def total(self, players: Players) -> Totals:
        """Return the total of a player, two partners or everybody."""
        if not players:
            return self._total_of_everybody()
        total = total_of(self._rows(players))
        return total if self._frame.kind else total._replace(sums=total.sums.compared)

    def kinds(self, players: Players) -> list[tuple[Kind, Totals]]:
        """Return the totals of each kind, the one played most first.

        For everybody, only the number of matches and when the first of them ended.
        """
        if players:
            of_kinds = defaultdict[Kind, list[Result]](list)
            for row in self._rows_of_all_kinds(players):
                of_kinds[row.kind].append(row)
            found = {kind: total_of(rows) for kind, rows in of_kinds.items()}
        else:
            counted = select(_ROW.kind, func.count(), func.min(_ROW.ended_at)).group_by(_ROW.kind)
            rows = read(counted.where(FIRST_SEAT, *self._within(all_kinds=True)))
            found = {
                kind_of_code(code): Totals(Sums(matches=number), first_at)
                for code, number, first_at in rows
            }
        return sorted(found.items(), key=lambda each: (-each[1].sums.matches, each[0]))

    def number(self) -> int:
        """Return how many matches are over."""
        return int(read(select(func.count()).where(FIRST_SEAT, *self._within()))[0][0])

    def with_others(self, player: int) -> tuple[dict[int, Ahead], dict[int, Sums]]:
        """Return how often a player met each other, and who finished ahead; then the partners.

        For partners: the matches played together, those won, and those expected by luck. Players
        met most often come first.
        """
        found = select(_OTHER.player_id, _PARTNERS, *_TOGETHER).select_from(_ROW)
        found = found.join(_OTHER, _OTHERS).where(_ROW.player_id == player, *self._within())
        found = found.group_by(_OTHER.player_id, _PARTNERS)
        met, partners = dict[int, Ahead](), dict[int, Sums]()
        for other, together, matches, won, luck, *ahead in read(
            found.order_by(func.count().desc(), _OTHER.player_id)
        ):
            if together:
                partners[other] = Sums(matches, won, luck)
            else:
                met[other] = Ahead(matches, *ahead)
        return met, partners

    def meetings(self, one: int, two: int) -> list[Meeting]:
        """List the meetings of two, the last first; the newest are those of the two.

        `ahead` is that of the first of them.
        """
        if self._frame.period == NEWEST:
            found = Figures(Frame(seen=self._frame.seen)).meetings(one, two)[:MOST_NEWEST]
            return [each for each in found if self._frame.kind in (ALL_KINDS, each.kind.code)]
        met = select(_ROW.match_id, _ROW.kind, _ROW.place, _OTHER.place).join(_OTHER, _OPPONENTS)
        met = met.where(_ROW.player_id == one, _OTHER.player_id == two, *self._within())
        return [
            Meeting(match_id, kind_of_code(code), (place < other) - (place > other))
            for match_id, code, place, other in read(met.order_by(*_NEWEST_FIRST))
        ]

    def results(self, players: Players, most: int) -> list[Result]:
        """List the newest results of a player or two partners, the last first."""
        return self._rows(players)[::-1][:most]

    def newest(self, players: Players, most: int) -> Ids:
        """List the newest matches of a player, two partners or everybody."""
        if players:
            return tuple(row.match_id for row in self.results(players, most))
        found = select(_ROW.match_id).where(FIRST_SEAT, *self._within())
        return tuple(match_id for (match_id,) in read(found.order_by(*_NEWEST_FIRST).limit(most)))

    def behind(self, players: Players, figure: Figure | None) -> Ids:
        """List the matches that a figure was counted from, the last first."""
        if figure is Figure.BIGGEST and not self._frame.kind:
            # Points of two kinds do not compare.
            return ()
        rows = counted_from(self._rows(players), figure)
        return tuple([row.match_id for row in reversed(rows)])

    def ratings(self) -> dict[int, Rating]:
        """Return the ratings of all players."""
        if self._seen is None:
            return latest_ratings(db.session.connection())
        return {player: after[-1][1] for player, after in seen_ratings(self._seen).items()}

    def rated(self, player: int) -> list[tuple[datetime, Rating]]:
        """Return when matches of a player ended, of any kind, and the rating after each."""
        if self._seen is None:
            rated = select(_ROW.ended_at, *RATING).where(_ROW.player_id == player)
            rated = rated.where(_ROW.rated > NOT_YET, *self._within(all_kinds=True))
            return [(at, Rating(*rating)) for at, *rating in read(rated.order_by(*_ENDED))]
        start, end = self._frame.span or (None, None)
        return [
            (row.ended_at, rating)
            for row, rating in seen_ratings(self._seen).get(player, ())
            if row.match_id in (self.match_ids or ())
            and (start is None or start <= row.ended_at)
            and (end is None or row.ended_at < end)
        ]

    def _ended(self, which: Callable[..., Function[datetime]]) -> ScalarSelect[datetime]:
        """Ask when the first or the last match of the player of a row ended."""
        of_player = self._within(_OTHER, in_key_order=True)
        ended = select(which(_OTHER.ended_at)).where(_OTHER.player_id == _ROW.player_id)
        return ended.where(*of_player).correlate(_ROW).scalar_subquery()

    def _total_of_everybody(self) -> Totals:
        names = [name for name in Sums._fields if self._frame.kind or name not in NOT_COMPARED]
        counted = [name for name in names if name not in ("won", "luck", "given")]
        ended = (func.min(_ROW.ended_at), func.max(_ROW.ended_at))
        found = select(*ended, *(_of_everybody(name) for name in counted))
        first_at, last_at, *sums = read(found.where(*self._within()))[0]
        if first_at is None:
            return Totals()
        return Totals(Sums(**dict(zip(counted, sums, strict=True))), first_at, last_at)

    def _rows(self, players: Players) -> list[Result]:
        rows, code = self._rows_of_all_kinds(players), self._frame.kind
        return [row for row in rows if row.kind.code == code] if code else rows

    def _rows_of_all_kinds(self, players: Players) -> list[Result]:
        """Return the results of a player or of two partners, in order; they are read once."""
        if players not in self._read:
            self._read[players] = self._of_two(*players) if players[1:] else self._of_one(*players)
        return self._read[players]

    def _of_one(self, player: int) -> list[Result]:
        return _by_match(self._parts_of(player))

    def _parts_of(self, player: int) -> list[Result]:
        found = select(*RESULT).where(_ROW.player_id == player, *self._within(all_kinds=True))
        return [*map(result_from, read(found.order_by(*_ENDED, _ROW.seat)))]

    def _of_two(self, one: int, two: int) -> list[Result]:
        """Return the results of partners: the row of one has everything but the other's hands."""
        others = {(row.match_id, row.side, row.part): row for row in self._parts_of(two)}
        together = []
        for row in self._parts_of(one):
            if other := others.get((row.match_id, row.side, row.part)):
                hands = {
                    each: getattr(row.sums, each) + getattr(other.sums, each) for each in _HANDS
                }
                sums = row.sums._replace(**hands)
                together.append(row._replace(players=(one, two), sums=sums))
        return _by_match(together)

    def _within(
        self, row: Any = _ROW, *, all_kinds: bool = False, in_key_order: bool = False
    ) -> list[ColumnElement[bool]]:
        """Return the conditions that rows are of the matches of the frame, or of all kinds."""
        conditions: list[ColumnElement[bool]] = []
        if self._frame.span:
            start, end = self._frame.span
            conditions += [row.ended_at >= start, row.ended_at < end]
        if self._frame.kind and not all_kinds:
            conditions.append(row.kind == self._frame.kind)
        if self.match_ids is not None:
            # With + 0 SQLite cannot use an index of it, so it reads the rows in key order.
            match_id = row.match_id + 0 if in_key_order else row.match_id
            conditions.append(match_id.in_(self.match_ids))
        return conditions


def _by_match(rows: Sequence[Result]) -> list[Result]:
    """Add up the rows that somebody has of one match, in the order the matches ended."""
    found = list[Result]()
    for row in rows:
        if not found or found[-1].match_id != row.match_id:
            found.append(row)
            continue
        was = found.pop()
        place, sums = max(was.place, row.place), added((was.sums, row.sums))
        found.append(was._replace(place=place, sums=sums))
    return found


def _newest(match_ids: Ids | None) -> Ids | None:
    return None if match_ids is None else tuple(sorted(match_ids)[-MOST_COUNTED:])


def _added(name: str) -> Function[int]:
    add = func.max if name == "biggest" else func.sum
    return add(getattr(_ROW, name), type_=Integer)


def _of_everybody(name: str) -> ColumnElement[int]:
    """Sum a column so that values shared by partners, or by all players, count once."""
    added = _added(name)
    if name in _OF_SIDE:
        return added.filter(_ROW.seat % MOST_SEATS == _ROW.side)
    return added.filter(_ROW.whole == 1) if name in _ONCE else added


def _won_in_order() -> ColumnElement[str]:
    """Return whether matches were won, as a text in the order they ended: 0 or 1 for each."""
    if is_postgresql():
        from sqlalchemy.dialects.postgresql import aggregate_order_by

        return func.string_agg(_WON, aggregate_order_by(literal(""), *_ENDED))
    # SQLite adds up the rows of a player as it reads them: in the order of the key.
    return func.group_concat(_WON, "")

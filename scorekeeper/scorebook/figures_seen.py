"""Figures of some matches, counted from their rows whenever they are asked for.

They are for a device that may see these alone, and for the newest matches of somebody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TypeVar

from sqlalchemy import select

from scorekeeper.figures.counted import Figure, counted_from
from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.meetings import Ahead, ahead_in
from scorekeeper.figures.periods import ALL_TIME, periods_of
from scorekeeper.figures.rating import NEW, Rating, curve, rated_in_order
from scorekeeper.figures.results import Meeting, Result, Sums
from scorekeeper.figures.totals import (
    ALL_KINDS,
    Totals,
    by_kind,
    compared,
    in_order,
    total_of,
    total_of_all_kinds,
)
from scorekeeper.scorebook.figure_frame import Frame
from scorekeeper.scorebook.figure_ratings import outcome_from
from scorekeeper.scorebook.figure_rows import MEETING, RESULT, Players, meeting_from, result_from
from scorekeeper.scorebook.figure_tables import MeetingRow, ResultRow
from scorekeeper.scorebook.figures_kept import read
from scorekeeper.scorebook.name_log import in_parts
from scorekeeper.scorebook.players import Ids

# Of more matches only the newest are counted: it takes some tenths of a second.
MOST_COUNTED = 2_000


def results_in(match_ids: Iterable[int]) -> list[Result]:
    """Read all results of some matches, at most MOST_COUNTED."""
    parts = in_parts(sorted(match_ids)[-MOST_COUNTED:])
    rows = (row for ids in parts for row in read(_RESULTS.where(ResultRow.match_id.in_(ids))))
    return sorted(map(result_from, rows), key=in_order)


def meetings_in(match_ids: Iterable[int]) -> list[Meeting]:
    """Read all meetings of some matches, at most MOST_COUNTED."""
    parts = in_parts(sorted(match_ids)[-MOST_COUNTED:])
    rows = (row for ids in parts for row in read(_MEETINGS.where(MeetingRow.match_id.in_(ids))))
    return sorted(map(meeting_from, rows), key=in_order)


_RESULTS, _MEETINGS = select(*RESULT), select(*MEETING)


class SeenFigures:
    """The figures of some matches that are within a frame; ratings are of all of them.

    It has the functions of KeptFigures.
    """

    def __init__(self, frame: Frame, match_ids: Ids) -> None:
        self.match_ids, self._kind, self._results = match_ids, frame.kind, results_in(match_ids)
        # The newest are chosen before.
        self._period = ALL_TIME if frame.is_newest else frame.period
        self._rows = defaultdict[Players, list[Result]](list)
        for row in self._results:
            if self._period in periods_of(row.ended_at):
                self._rows[row.players].append(row)

    def table(self) -> dict[int, Totals]:
        """Return the total of each player."""
        totals = {one[0]: self.total(one) for one in [*self._rows] if len(one) == 1}
        return {player: total for player, total in totals.items() if total.last_at}

    def total(self, players: Players) -> Totals:
        """Return the total of a player, two partners or everybody."""
        rows = self._of(players)
        return total_of_all_kinds(rows) if self._kind == ALL_KINDS else total_of(rows)

    def kinds(self, players: Players) -> tuple[tuple[Kind, Totals], ...]:
        """Return the totals of each kind, the one played most first."""
        return by_kind(self._rows[players])

    def pairs(self, player: int) -> dict[tuple[int, int], Sums]:
        """Return what a player and each partner came to."""
        pairs = [pair for pair in [*self._rows] if len(pair) == 2 and player in pair]
        totals = {(pair[0], pair[1]): self.total(pair) for pair in pairs}
        return {pair: total.sums for pair, total in totals.items() if total.last_at}

    def met(self, player: int) -> dict[tuple[int, int], Ahead]:
        """Return how often a player met each other, and who finished ahead."""
        meetings = [row for row in self._meetings() if player in row.players]
        return _added_up(meetings, attrgetter("players"))

    def between(self, one: int, two: int) -> dict[str, Ahead]:
        """Return how often two met in each kind, by its code; the lower id is the first."""
        return _added_up(self.meetings(one, two, MOST_COUNTED), attrgetter("kind.code"))

    def meetings(
        self, one: int, two: int, most: int, ahead: int | None = None, before: int = 0
    ) -> list[Meeting]:
        """List the newest meetings of two, the last first, those `before` another match.

        All of them, or those where `ahead` of a `Meeting` is so.
        """
        both = tuple(sorted((one, two)))
        met = [row for row in reversed(self._meetings()) if row.players == both]
        found = [row for row in met if ahead in (None, row.ahead)]
        after = _place_after(before, [row.match_id for row in found])
        return found[after : after + most]

    def results(self, players: Players, most: int) -> list[Result]:
        """List the newest results of a player, two partners or everybody, the last first."""
        return self._of(players)[::-1][:most]

    def behind(
        self, players: Players, figure: Figure | None, before: int, most: int
    ) -> tuple[int, ...]:
        """List the newest matches that a figure was counted from, those `before` another one."""
        rows = self._of(players)
        comparable = rows if self._kind else map(compared, rows)
        newest = counted_from(comparable, figure)[::-1]
        after = _place_after(before, newest)
        return newest[after : after + most]

    def ratings(self) -> dict[int, Rating]:
        """Return the ratings of all players, after all of the matches."""
        known: dict[int, Rating] = {}
        for _match_id, after in self._rated():
            known |= after
        return known

    def rating(self, player: int) -> Rating:
        """Return the rating of a player, after all of the matches."""
        return self.ratings().get(player, NEW)

    def rated(self, player: int, match_ids: Sequence[int]) -> list[tuple[Result, Rating]]:
        """Return the ratings of a player after some matches."""
        results = {row.match_id: row for row in self._rows[player,] if row.match_id in match_ids}
        return [
            (results[match_id], after[player])
            for match_id, after in self._rated()
            if match_id in results
        ]

    def curve(self, player: int, most: int) -> list[tuple[Result, Rating]]:
        """Return so many ratings of a player, each the last of equal parts of the matches."""
        rated = self.rated(player, [row.match_id for row in self._rows[player,]])
        return [rated[at] for at in curve([rating for _result, rating in rated], most)]

    def _of(self, players: Players) -> list[Result]:
        return [row for row in self._rows[players] if self._kind in (ALL_KINDS, row.kind.code)]

    def _meetings(self) -> list[Meeting]:
        return [
            row
            for row in meetings_in(self.match_ids)
            if self._kind in (ALL_KINDS, row.kind.code) and self._period in periods_of(row.ended_at)
        ]

    def _rated(self) -> Iterator[tuple[int, dict[int, Rating]]]:
        matches = groupby(self._results, key=attrgetter("match_id"))
        outcomes = (outcome_from(rows) for _match_id, rows in matches)
        for outcome, after in rated_in_order(each for each in outcomes if each):
            yield outcome.match_id, after


T = TypeVar("T")


def _place_after(before: int, match_ids: Sequence[int]) -> int:
    """Return where those after a match begin in a list; its beginning where there is none."""
    return match_ids.index(before) + 1 if before in match_ids else 0


def _added_up(meetings: Iterable[Meeting], key: Callable[[Meeting], T]) -> dict[T, Ahead]:
    totals = defaultdict[T, Ahead](Ahead)
    for meeting in meetings:
        totals[key(meeting)] += ahead_in(meeting)
    return dict(totals)

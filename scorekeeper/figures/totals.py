"""Totals of players, pairs and everybody: their results added up for a game and a period.

For each of them, and for each month, year and all time, there is one total of every kind of match
and one of all kinds. That of all kinds has no points and no pips: they do not compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, tzinfo
from functools import reduce
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.periods import periods_of
from scorekeeper.figures.rating import Rated
from scorekeeper.figures.results import NOTHING, Meeting, Result, Sums

ALL_KINDS = ""
# So many of the newest matches are remembered, each won or not.
FORM = 12
NOT_COMPARED = ("made", "given", "biggest", "pips", "hands")


class Key(NamedTuple):
    """What a total is of: players as in a `Result`, a kind and a period.

    The kind is the code of one, or ALL_KINDS; the period is ALL_TIME, a year as "2026" or a month
    as "2026-11".
    """

    players: tuple[int, ...]
    kind: str
    period: str


class Totals(NamedTuple):
    """Results added up in the order the matches ended; matches are named by their ids.

    `biggest_in` is the match of the biggest round, the first of several. A run is matches won one
    after the other: `opening` were won first, up to `opening_to`, `run` last, since `run_from`, and
    the `longest` run is that between two matches. `form` has a bit for each of the newest matches,
    1 where it was won, that of the last one lowest.
    """

    sums: Sums = NOTHING
    first_at: datetime | None = None
    last_at: datetime | None = None
    last_match: int = 0
    biggest_in: int = 0
    opening: int = 0
    opening_to: int = 0
    run: int = 0
    run_from: int = 0
    longest: int = 0
    longest_from: int = 0
    longest_to: int = 0
    form: int = 0

    def after(self, result: Result) -> Totals:
        """Add the result of a match that ended later. Raise ValueError where it did not."""
        if self.last_at and (self.last_at, self.last_match) >= in_order(result):
            raise ValueError("results are added in the order the matches ended")
        return self.before(_of_one(result))

    def before(self, later: Totals) -> Totals:
        """Join these totals to those of the results that came after them."""
        if not self.last_at:
            return later
        if not later.last_at:
            return self
        biggest = later.sums.biggest > self.sums.biggest
        all_won, later_all_won = self._all_won, later._all_won
        across = self.run + later.opening
        runs = (
            (self.longest, self.longest_from, self.longest_to),
            (across, self.run_from or later.longest_from, later.opening_to or self.last_match),
            (later.longest, later.longest_from, later.longest_to),
        )
        longest, longest_from, longest_to = max(runs, key=lambda run: run[0])
        return Totals(
            sums=self.sums + later.sums,
            first_at=self.first_at,
            last_at=later.last_at,
            last_match=later.last_match,
            biggest_in=later.biggest_in if biggest else self.biggest_in,
            opening=self.opening + later.opening if all_won else self.opening,
            opening_to=later.opening_to or self.opening_to if all_won else self.opening_to,
            run=self.run + later.run if later_all_won else later.run,
            run_from=self.run_from or later.run_from if later_all_won else later.run_from,
            longest=longest,
            longest_from=longest_from,
            longest_to=longest_to,
            form=(self.form << min(FORM, later.sums.matches) | later.form) % (1 << FORM),
        )

    @property
    def newest(self) -> tuple[bool, ...]:
        """Whether each of the newest matches was won, up to FORM of them, the last one last."""
        known = min(FORM, self.sums.matches)
        return tuple(bool(self.form >> at & 1) for at in reversed(range(known)))

    @property
    def _all_won(self) -> bool:
        return self.run == self.sums.matches


EMPTY = Totals()


def _of_one(result: Result) -> Totals:
    won = int(result.won)
    win = result.match_id * won
    return Totals(
        sums=result.sums,
        first_at=result.ended_at,
        last_at=result.ended_at,
        last_match=result.match_id,
        biggest_in=result.match_id if result.sums.biggest else 0,
        opening=won,
        opening_to=win,
        run=won,
        run_from=win,
        longest=won,
        longest_from=win,
        longest_to=win,
        form=won,
    )


def joined(parts: Iterable[Totals]) -> Totals:
    """Join the totals of the same players and kind in parts of time: months to a year, say."""
    in_time = sorted((part for part in parts if part.first_at), key=attrgetter("first_at"))
    return reduce(Totals.before, in_time, EMPTY)


def in_order(row: Result | Meeting | Rated) -> tuple[datetime, int]:
    """Return what rows are sorted by: when their match ended."""
    return row.ended_at, row.match_id


def total_of(results: Iterable[Result]) -> Totals:
    """Add up results of the same players, in any order, with their points: they are of one kind."""
    total = EMPTY
    for result in sorted(results, key=in_order):
        total = total.after(result)
    return total


def total_of_all_kinds(results: Iterable[Result]) -> Totals:
    """Add up results of the same players, in any order, without what does not compare."""
    return total_of(map(compared, results))


def compared(result: Result) -> Result:
    """Return a result without what does not compare with other kinds of matches."""
    return result._replace(sums=result.sums._replace(**dict.fromkeys(NOT_COMPARED, 0)))


def most_played(totals: Mapping[str, Totals]) -> tuple[tuple[Kind, Totals], ...]:
    """Return the totals of kinds, given by their codes: the one played most first."""
    kinds = [(Kind.of(code), total) for code, total in totals.items()]
    return tuple(sorted(kinds, key=lambda each: (-each[1].sums.matches, each[0])))


def add_up(
    results: Iterable[Result],
    kept: Mapping[Key, Totals] | None = None,
    zone: tzinfo | None = None,
) -> dict[Key, Totals]:
    """Add results to the totals `kept`, and return those that changed.

    The zone that months are of is that of the machine if None. Raise ValueError where a match ended
    before one that was added up already: then these totals have to be made anew.
    """
    before, totals = kept or {}, dict[Key, Totals]()
    for result in sorted(results, key=in_order):
        for key, row in _parts_of(result, zone):
            total = totals.get(key) or before.get(key) or EMPTY
            totals[key] = total.after(row)
    return totals


def keys_of(result: Result, zone: tzinfo | None = None) -> tuple[Key, ...]:
    """Return which totals a result is added to."""
    return tuple(key for key, _row in _parts_of(result, zone))


def _parts_of(result: Result, zone: tzinfo | None) -> Iterator[tuple[Key, Result]]:
    code, of_all_kinds = result.kind.code, compared(result)
    for period in periods_of(result.ended_at, zone):
        yield Key(result.players, ALL_KINDS, period), of_all_kinds
        yield Key(result.players, code, period), result

"""Totals: results of the same players added up, with the runs of matches they won.

A total of all kinds of matches has no points and no pips: they do not compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.meetings import Meeting
from scorekeeper.figures.results import NOTHING, Result, Sums, added

ALL_KINDS = ""
# Of so many of the newest matches it is shown whether each was won.
FORM = 12
NOT_COMPARED = ("made", "given", "biggest", "pips", "hands")


class Totals(NamedTuple):
    """Results added up; matches are named by their ids.

    `biggest_in` is the match of the biggest round, the first of several. The `longest` run of
    matches won one after the other is that between two matches. `newest` says of the newest matches
    whether each was won, the last one last.
    """

    sums: Sums = NOTHING
    first_at: datetime | None = None
    last_at: datetime | None = None
    biggest_in: int = 0
    longest: int = 0
    longest_from: int = 0
    longest_to: int = 0
    newest: tuple[bool, ...] = ()


EMPTY = Totals()


def in_order(row: Result | Meeting) -> tuple[datetime, int]:
    """Return what rows are sorted by: when their match ended."""
    return row.ended_at, row.match_id


def longest_run(won: str) -> str:
    """Return the longest run of wins; matches are a text: "1" is one that was won, "0" another.

    >>> longest_run("1011101")
    '111'
    """
    return max(won.split("0"), key=len)


def form_of(won: str) -> tuple[bool, ...]:
    """Return whether each of the newest matches was won, from the same text."""
    return tuple(each == "1" for each in won[-FORM:])


def total_of(results: Iterable[Result]) -> Totals:
    """Add up results of the same players, in any order, with their points: they are of one kind."""
    rows = sorted(results, key=in_order)
    if not rows:
        return EMPTY
    won = "".join("1" if row.won else "0" for row in rows)
    run = longest_run(won)
    in_run = rows[won.index(run) :][: len(run)]
    sums = added(row.sums for row in rows)
    biggest = next(row for row in rows if row.sums.biggest == sums.biggest)
    return Totals(
        sums=sums,
        first_at=rows[0].ended_at,
        last_at=rows[-1].ended_at,
        biggest_in=biggest.match_id if sums.biggest else 0,
        longest=len(run),
        longest_from=in_run[0].match_id if run else 0,
        longest_to=in_run[-1].match_id if run else 0,
        newest=form_of(won),
    )


def total_of_all_kinds(results: Iterable[Result]) -> Totals:
    """Add up results of the same players, in any order, without what does not compare."""
    total = total_of(results)
    return total._replace(sums=compared(total.sums), biggest_in=0)


def compared(sums: Sums) -> Sums:
    """Return sums without what does not compare with other kinds of matches."""
    return sums._replace(**dict.fromkeys(NOT_COMPARED, 0))


def most_played(totals: Mapping[str, Totals]) -> tuple[tuple[Kind, Totals], ...]:
    """Return the totals of kinds, given by their codes: the one played most first."""
    kinds = [(Kind.of(code), total) for code, total in totals.items()]
    return tuple(sorted(kinds, key=lambda each: (-each[1].sums.matches, each[0])))

"""The matches that a figure was counted from: every figure leads to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from scorekeeper.figures.results import Result
from scorekeeper.figures.totals import in_order, total_of


class Figure(StrEnum):
    """A figure that is counted from some of the matches; all else is counted from all of them."""

    WON = "won"
    OUT = "out"
    BLOCK = "block"
    TILE = "tile"
    DRAWN = "drawn"
    CAUGHT = "caught"
    BIGGEST = "biggest"
    RUN = "run"


_IN: dict[Figure, Callable[[Result], bool]] = {
    Figure.WON: lambda row: row.won,
    Figure.OUT: lambda row: row.sums.out > 0,
    Figure.BLOCK: lambda row: row.sums.block > 0,
    Figure.TILE: lambda row: row.sums.tile > 0,
    Figure.DRAWN: lambda row: row.sums.drawn > 0,
    Figure.CAUGHT: lambda row: row.sums.caught > 0,
}


def counted_from(results: Iterable[Result], figure: Figure | None = None) -> tuple[int, ...]:
    """Return the ids of the matches a figure was counted from, in the order they ended.

    The results are those of the same players, in any order.
    """
    rows = sorted(results, key=in_order)
    ids = [row.match_id for row in rows]
    match figure:
        case None:
            return tuple(ids)
        case Figure.BIGGEST:
            biggest = total_of(rows).biggest_in
            return (biggest,) if biggest else ()
        case Figure.RUN:
            total = total_of(rows)
            if not total.longest:
                return ()
            return tuple(ids[ids.index(total.longest_from) : ids.index(total.longest_to) + 1])
        case _:
            return tuple(row.match_id for row in rows if _IN[figure](row))

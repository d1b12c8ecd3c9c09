"""Which tile lies at each place, all places together: a set has each tile once."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scorekeeper.vision.geometry import Points
from scorekeeper.vision.readings import Ends
from scorekeeper.vision.tile_confidence import Judged

# How likely a tile is that also lies elsewhere: from a second set, or because a hand is wrong.
AGAIN = 0.03
# If the tile and the next likely one are together less likely than this, a third is offered.
ENOUGH = 0.995
# The least likelihood used, as good as impossible.
LEAST = 1e-9


def chosen(tiles: Sequence[Judged], taken: Collection[Ends]) -> list[Judged]:
    """Choose a tile for each place, and alternatives: each tile once, if possible.

    `taken` are the tiles in other hands. A tile that is very clear may be read twice.
    """
    if not tiles:
        return []
    likely = np.array([tile.likely for tile in tiles])
    weighed = likely * _elsewhere(likely.shape[1:], taken)
    rows = len(tiles)
    # Besides the tiles, each place has a column of its own: to keep its reading as a duplicate.
    again = np.full((rows, rows), LEAST)
    np.fill_diagonal(again, AGAIN * likely.max(axis=(1, 2)))
    costs = -np.log(np.maximum(np.hstack([weighed.reshape(rows, -1), again]), LEAST))
    columns = assigned(costs)
    ends = [
        _ends(column if column < weighed[0].size else int(each.argmax()), len(each))
        for column, each in zip(columns, likely, strict=True)
    ]
    return [
        replace(
            tile, ends=own, others=_others(tile, own, {*taken, *ends[:place], *ends[place + 1 :]})
        )
        for place, (tile, own) in enumerate(zip(tiles, ends, strict=True))
    ]


def _others(tile: Judged, ends: Ends, elsewhere: Collection[Ends]) -> tuple[Ends, ...]:
    """Return one or two tiles it may be instead, the likelier first."""
    weighed = tile.likely * _elsewhere(tile.likely.shape, elsewhere)
    weighed[ends] = tile.likely[ends]
    if ends != tile.ends:
        # The tile it looks most like is offered, even if that lies elsewhere.
        weighed[tile.ends] = tile.likely[tile.ends]
    weighed /= weighed.sum()
    best = [_ends(int(place), len(weighed)) for place in np.argsort(-weighed, axis=None)[:3]]
    first, second = [each for each in best if each != ends][:2]
    enough = weighed[ends] + weighed[first] >= ENOUGH
    return (first,) if enough else (first, second)


def _elsewhere(shape: tuple[int, ...], taken: Collection[Ends]) -> Points:
    """Return a factor for each tile, lower for those that lie elsewhere."""
    less = np.ones(shape)
    for ends in taken:
        if max(ends) < len(less):
            less[ends] = AGAIN
    return less


def _ends(place: int, size: int) -> Ends:
    low, high = divmod(place, size)
    return low, high


def assigned(costs: Points) -> list[int]:
    """Return a column for each row, no two the same, with the least total cost.

    By the Hungarian method: one row after the other takes the cheapest column, and the row that had
    it moves on. Rows and columns are counted from 1; 0 is none.
    """
    rows, columns = costs.shape
    of_row, of_column = np.zeros(rows + 1), np.zeros(columns + 1)
    row_in: NDArray[np.intp] = np.zeros(columns + 1, np.intp)
    for row in range(1, rows + 1):
        row_in[0], column = row, 0
        least, came = np.full(columns + 1, np.inf), np.zeros(columns + 1, np.intp)
        left = np.ones(columns + 1, bool)
        while row_in[column]:
            left[column] = False
            here = row_in[column]
            cost = np.append(np.inf, costs[here - 1] - of_row[here] - of_column[1:])
            better = left & (cost < least)
            least[better], came[better] = cost[better], column
            column = int(np.where(left, least, np.inf).argmin())
            step = least[column]
            of_row[row_in[~left]] += step
            of_column[~left] -= step
            least[left] -= step
        while column:
            row_in[column], column = row_in[came[column]], int(came[column])
    found = {int(row): column - 1 for column, row in enumerate(row_in) if column and row}
    return [found[row] for row in range(1, rows + 1)]

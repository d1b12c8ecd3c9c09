"""Four corners of a tile in a picture: where they go to, what they cover, how far apart they are.

A tile's own corners are those of two squares side by side, each of side 1, the middle at 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

TILE: Points = np.array([(-1.0, -0.5), (1.0, -0.5), (1.0, 0.5), (-1.0, 0.5)])


def homography(source: Points, target: Points) -> Points:
    """Return the matrix that takes four points to four others as a camera does."""
    rows, values = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y), (0, 0, 0, x, y, 1, -v * x, -v * y)]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(values)), 1).reshape(3, 3)


def moved(matrix: Points, points: Points) -> Points:
    """Take points to where the matrix has them."""
    taken = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(taken[:, :2] / taken[:, 2:])


def length(corners: Points) -> float:
    """Return how long a tile is."""
    return float(np.linalg.norm(corners[1] + corners[2] - corners[0] - corners[3]) / 2)


def area(polygon: Points) -> float:
    x, y = polygon[:, 0], polygon[:, 1]
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)


def common_area(one: Points, other: Points) -> float:
    """Return how much of the picture both of two tiles cover."""
    middle, left = other.mean(axis=0), list(one)
    for start, end in zip(other, np.roll(other, -1, axis=0), strict=True):
        left = _inside(left, start, end - start, middle)
        if not left:
            return 0.0
    return area(np.array(left))


def _inside(polygon: list[Points], start: Points, edge: Points, middle: Points) -> list[Points]:
    """Cut off what lies beyond an edge, seen from the middle."""

    def side(point: Points) -> float:
        away = point - start
        return float(edge[0] * away[1] - edge[1] * away[0])

    sign = -1.0 if side(middle) < 0 else 1.0
    kept = []
    for point, following in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        here, there = sign * side(point), sign * side(following)
        if here >= 0:
            kept.append(point)
        if here * there < 0:
            kept.append(point + here / (here - there) * (following - point))
    return kept


def apart(tiles: Sequence[Points], best_first: Iterable[int], share: float) -> list[int]:
    """Return which tiles stay, so that none covers more than a share of another, the best first.

    The share is that of the smaller one, which may lie within the other.
    """
    kept: list[int] = []
    for tile in best_first:
        if all(_share(tiles[tile], tiles[other]) <= share for other in kept):
            kept.append(tile)
    return kept


def _share(one: Points, other: Points) -> float:
    away = np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))
    if away > length(one) + length(other):
        return 0.0
    return common_area(one, other) / (min(area(one), area(other)) + 1e-9)

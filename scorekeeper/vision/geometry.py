"""Four corners of a tile in a picture: where they go to, what they cover, how far apart they are.

A tile's own corners are those of two squares side by side, each of side 1, the middle at 0.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Polygon = list[list[float]]

TILE: Points = np.array([(-1.0, -0.5), (1.0, -0.5), (1.0, 0.5), (-1.0, 0.5)])


def homography(source: Points, target: Points) -> Points:
    """Return the perspective matrix that maps four points to four others."""
    rows, values = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y), (0, 0, 0, x, y, 1, -v * x, -v * y)]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(values)), 1).reshape(3, 3)


def moved(matrix: Points, points: Points) -> Points:
    """Map points by a matrix."""
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
    # For a few points, plain numbers are ten times as fast as arrays.
    left: Polygon = one.tolist()
    edges: Polygon = other.tolist()
    if _turns_left(edges):
        edges.reverse()
    for start, end in zip(edges, [*edges[1:], edges[0]], strict=True):
        left = _inside(left, start, end)
        if not left:
            return 0.0
    return area(np.array(left))


def _turns_left(polygon: Polygon) -> bool:
    ends = [*polygon[1:], polygon[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(polygon, ends, strict=True)) < 0


def _inside(polygon: Polygon, start: list[float], end: list[float]) -> Polygon:
    """Cut off what lies beyond an edge."""
    along, down = end[0] - start[0], end[1] - start[1]
    sides = [along * (y - start[1]) - down * (x - start[0]) for x, y in polygon]
    kept: Polygon = []
    for place, here in enumerate(sides):
        x, y = polygon[place - 1]
        u, v = polygon[place]
        before = sides[place - 1]
        if before * here < 0:
            part = before / (before - here)
            kept.append([x + part * (u - x), y + part * (v - y)])
        if here >= 0:
            kept.append([u, v])
    return kept


def apart(tiles: Sequence[Points], share: float) -> list[int]:
    """Return the tiles to keep, so that none overlaps an earlier one by more than a share.

    The share is of the smaller tile, which may lie within the other.
    """
    if not len(tiles):
        return []
    near = _near(np.array(tiles))
    kept: list[int] = []
    for tile in range(len(tiles)):
        if all(
            not near[tile, other] or not covers(tiles[tile], tiles[other], share) for other in kept
        ):
            kept.append(tile)
    return kept


def _near(tiles: Points) -> NDArray[np.bool_]:
    """Return which tiles may touch: those whose circles do."""
    middles = tiles.mean(axis=1)
    reach = np.linalg.norm(tiles - middles[:, None], axis=2).max(axis=1)
    away = np.linalg.norm(middles[:, None] - middles, axis=2)
    return np.asarray(away < reach[:, None] + reach)


def covers(one: Points, other: Points, share: float) -> bool:
    """Return whether two tiles have more than a share of the smaller one in common."""
    return common_area(one, other) > share * (min(area(one), area(other)) + 1e-9)

"""Which tiles lie together: hands laid apart in one photo."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorekeeper.vision.geometry import Points, length

# Tiles with less than this many of their lengths between them are one hand.
BETWEEN = 1.0
# Those laid to each other have less than this between them, and are as long but for so much.
BESIDE, AS_LONG = 0.3, 0.2


def groups(tiles: Sequence[Points]) -> list[int]:
    """Return the group of each tile, the groups counted from the top."""
    near = _near(tiles)
    names = list(range(len(tiles)))
    for one, other in zip(*np.nonzero(near), strict=True):
        joined = names[other]
        names = [names[one] if name == joined else name for name in names]
    tops = {name: _first(tiles, names, name) for name in set(names)}
    order = sorted(tops, key=tops.__getitem__)
    return [order.index(name) for name in names]


def lies_beside(one: Points, other: Points) -> bool:
    """Say whether two tiles are laid to each other: as long, and with hardly anything between."""
    long = length(other)
    return abs(float(np.log(length(one) / long))) < AS_LONG and _gap(one, other) < BESIDE * long


def _near(tiles: Sequence[Points]) -> NDArray[np.bool_]:
    """Say of each two tiles whether little lies between them."""
    if not tiles:
        return np.zeros((0, 0), bool)
    typical = float(np.median([length(tile) for tile in tiles]))
    between = [[_gap(one, other) for other in tiles] for one in tiles]
    return np.asarray(np.array(between) < BETWEEN * typical)


def _gap(one: Points, other: Points) -> float:
    """Return about how far two tiles are from each other, by points on their edges."""
    away = _edge(one)[:, None] - _edge(other)[None]
    return float(np.sqrt((away**2).sum(axis=2)).min())


def _edge(tile: Points) -> Points:
    following = np.roll(tile, -1, axis=0)
    return np.concatenate([tile + (following - tile) * part for part in (0, 0.25, 0.5, 0.75)])


def _first(tiles: Sequence[Points], names: Sequence[int], name: int) -> tuple[float, float]:
    middles = np.array(
        [tile.mean(axis=0) for tile, of in zip(tiles, names, strict=True) if of == name]
    )
    return float(middles[:, 1].min()), float(middles[:, 0].min())

"""The line on the table: which ends are open, where tile after tile is laid end to end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from scorekeeper.vision.geometry import Points, length
from scorekeeper.vision.readings import Ends

# A tile as it lies: its corners, and its ends, that between the first and the last corner first.
Laid = tuple[Points, Ends]

# The middles of two halves that meet are less than this many halves apart: one, or a little more if
# a double lies across. Round a corner the next half is 1.4 away.
MEETING = 1.3


def open_ends(tiles: Sequence[Laid]) -> Ends | None:
    """Return the two open ends of a line, the lower first; None if no line is clear.

    In a line each tile meets the one before and the next, with matching ends.
    """
    met: list[list[tuple[int, int]]] = [[] for _ in tiles]
    for one, other in combinations(range(len(tiles)), 2):
        for half, beside in _meeting(tiles[one], tiles[other]):
            if tiles[one][1][half] != tiles[other][1][beside]:
                return None
            met[one].append((other, half))
            met[other].append((one, beside))
    if not _is_one_line([[other for other, _ in each] for each in met]):
        return None
    found = []
    for (_, ends), each in zip(tiles, met, strict=True):
        used = {half for _, half in each}
        if len(each) == 2 and len(used) == 1 and ends[0] != ends[1]:
            return None
        if len(each) < 2:
            found += [ends[half] for half in (0, 1) if half not in used]
    low, high = sorted(found)
    return low, high


def _meeting(one: Laid, other: Laid) -> list[tuple[int, int]]:
    """Return which halves of two tiles meet: none, one of each, or more if they lie alongside.

    Both halves of a double that lies across meet the other tile, which counts once.
    """
    away = np.linalg.norm(_halves(one[0])[:, None] - _halves(other[0])[None], axis=2)
    near = away < MEETING * (length(one[0]) + length(other[0])) / 4
    found = [(int(half), int(beside)) for half, beside in zip(*np.nonzero(near), strict=True)]
    across = any(ends[0] == ends[1] for _, ends in (one, other))
    return found[:1] if across else found


def _halves(corners: Points) -> Points:
    middle = corners.mean(axis=0)
    return np.array(
        [(corners[[0, 3]].mean(axis=0) + middle) / 2, (corners[[1, 2]].mean(axis=0) + middle) / 2]
    )


def _is_one_line(beside: Sequence[Sequence[int]]) -> bool:
    """Return whether all tiles form one line: all are reached from one end."""
    first = next((place for place, each in enumerate(beside) if len(each) < 2), None)
    if first is None or any(len(each) > 2 for each in beside):
        return False
    reached, left = {first}, [first]
    while left:
        new = {*beside[left.pop()]} - reached
        reached |= new
        left += new
    return len(reached) == len(beside)

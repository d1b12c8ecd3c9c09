"""How likely a reading is right: by whether four looks agree, and by the other tiles there.

Then which of the places that overlap are tiles, and which tiles lie together as a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorekeeper.vision.geometry import Points, covers, length
from scorekeeper.vision.readings import Ends, Unsure
from scorekeeper.vision.tile_recognition import Look, Mask, likelihood

# A reading that is less likely is asked about.
SURE = 0.9
# The network was trained to leave some doubt; tests with pictures showed how much to remove.
SHARPER = 0.6
# How a place without a tile looks: the looks disagree about the tile and its corners.
# Weights of: the looks' value for a tile, how likely it was found, how much its corners waver.
NO_TILE, BY_FOUND, BY_CORNERS = -7.0, 8.0, -150.0
# A tile without pips is hard to tell: squares of a board look like it too.
BLANK = -1.0
# Tiles may have a dent wherever a pip may be: in a double-six set a nine is mostly a blank. How
# likely each end then is, from the blank on, measured on rendered tiles; none is ever sure.
DENTED = {8: (0.1, 0.85, 0.05), 9: (0.76, 0.06, 0.11, 0.02, 0.03, 0.01, 0.01)}
FEWER = 6
# If the value of the first of four looks is below this, the others cannot change the result.
HOPELESS = -3.0
# The corners of a real tile vary less than this share of its width.
STEADY = 0.015
# Tiles of one set have the same length, except those nearer to the camera.
AS_LONG, NOT_AS_LONG = 0.3, 0.15
# If a hand would have more tiles than it can hold, less likely ones are not shown.
LIKELY = 0.75
# What is left of the confidence in a reading that contradicts the others.
CANNOT_BE = 0.8
# There are at most two sets on a table; a tile read more often is a pattern.
MOST_TIMES = 2
# Tiles may overlap by this share of the smaller one, as some outlines are loose.
OVERLAP = 0.45
# What is less likely than this never stands for another.
LEAST = 0.25
# Tiles less than this many tile lengths apart are one hand.
BETWEEN = 1.0
# Tiles next to each other in a line are less than this far apart, and their lengths differ by less
# than this.
BESIDE, AS_LONG_BESIDE = 0.3, 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """The reading of one place, the lower end first.

    `sides` says how likely each tile is if one lies there, by the end between the first and the
    last corner and by the other end; `lies` how likely a tile lies there. `others` are the next
    likely tiles.
    """

    corners: Points
    sides: Points
    lies: float
    ends: Ends
    others: tuple[Ends, ...] = ()
    unsure: Unsure | None = None

    @property
    def likely(self) -> Points:
        """How likely each tile is, by its lower and its higher end."""
        return np.triu(self.sides) + np.triu(self.sides.T, 1)

    @property
    def confidence(self) -> float:
        return float(self.likely[self.ends]) * self.lies

    @property
    def laid(self) -> Ends:
        """Its ends as it lies, that between the first and the last corner first."""
        low, high = self.ends
        return (low, high) if self.sides[low, high] >= self.sides[high, low] else (high, low)


def judged(corners: Points, found: float, look: Look, highest: int) -> Judged:
    """Return the most likely reading of a place."""
    seen = [_likely(each) for each in (look.left, look.right)]
    left, right = (_undented(each, highest) for each in seen)
    known = left[: highest + 1].sum() * right[: highest + 1].sum()
    left, right = (each[: highest + 1] / each[: highest + 1].sum() for each in (left, right))
    sides = np.outer(left, right)
    likely = np.triu(sides) + np.triu(sides.T, 1)
    low, high = (int(end) for end in np.unravel_index(likely.argmax(), likely.shape))
    without_pips = float(seen[0][0] * seen[1][0])
    lies = _lies_there(found, look, without_pips) * known
    return Judged(corners, sides, float(lies), (low, high))


def may_lie(found: Points, is_tile: Points) -> Mask:
    """Return where a tile may lie, by how likely it was found and the first look."""
    return np.asarray(is_tile + NO_TILE + BY_FOUND * found > HOPELESS)


def _likely(values: Points) -> Points:
    """Return how likely each end is, as the mean of all looks."""
    sharper = np.exp((values - values.max(axis=1, keepdims=True)) / SHARPER)
    return np.asarray((sharper / sharper.sum(axis=1, keepdims=True)).mean(axis=0))


def _undented(likely: Points, highest: int) -> Points:
    """Replace ends that the set does not have by those that may look so because of dents."""
    found = likely.copy()
    for seen, ends in DENTED.items() if highest <= FEWER else ():
        found[: len(ends)] += likely[seen] * np.array(ends)
        found[seen] = 0
    return found


def _lies_there(found: float, look: Look, without_pips: float) -> float:
    """Return how likely a tile lies there at all, by how likely it has no pip and no dent."""
    wavers = max(0.0, float(look.off.std(axis=0).mean()) - STEADY)
    value = look.is_tile.mean() + NO_TILE + BY_FOUND * found + BY_CORNERS * wavers
    value += BLANK * without_pips
    return float(likelihood(np.array(value)))


def as_long_as_others(tiles: Sequence[Judged]) -> list[Judged]:
    """Lower the confidence of tiles much longer or shorter than all sure ones."""
    sizes = [np.log(length(tile.corners)) for tile in tiles]
    sure = [place for place, tile in enumerate(tiles) if tile.confidence >= SURE]
    found = []
    for place, tile in enumerate(tiles):
        others = [abs(sizes[place] - sizes[other]) for other in sure if other != place]
        off = max(0.0, min(others, default=0.0) - AS_LONG) / NOT_AS_LONG
        found.append(_less(tile, float(np.exp(-off * off))))
    return found


def without_patterns(tiles: Sequence[Judged]) -> list[Judged]:
    """Lower the confidence of tiles read many times, the more often the more."""
    times = Counter(tile.ends for tile in tiles)
    return [_less(tile, CANNOT_BE ** max(0, times[tile.ends] - MOST_TIMES)) for tile in tiles]


def crowded_out(tiles: Sequence[Judged], most: int, group_of: Sequence[int]) -> list[Judged]:
    """Leave out unlikely tiles if more lie together than a hand can hold.

    As many as a hand can hold are left; more if more are sure, as on a table.
    """
    sizes, kept = Counter(group_of), Counter[int]()
    sure = Counter(
        group for tile, group in zip(tiles, group_of, strict=True) if tile.confidence >= SURE
    )
    found = []
    for place in sorted(range(len(tiles)), key=lambda place: -tiles[place].confidence):
        tile, group = tiles[place], group_of[place]
        is_hand = not most or sizes[group] <= most
        has_room = kept[group] < most or sure[group] > most
        if is_hand or (has_room and tile.confidence >= LIKELY):
            kept[group] += 1
            found.append(tile)
    return found


def doubted(tiles: Sequence[Judged]) -> list[Judged]:
    """Mark as unsure the tiles that are unclear, and those that were read twice.

    If only one of two readings of a tile is unclear, only that one is doubted.
    """
    sure = Counter(each.ends for each in tiles if each.confidence >= SURE)
    times = Counter(each.ends for each in tiles)
    found = []
    for tile in tiles:
        unclear = tile.confidence < SURE
        if times[tile.ends] > 1 and (unclear or sure[tile.ends] > 1):
            found.append(replace(_less(tile, CANNOT_BE), unsure=Unsure.TWICE))
        else:
            found.append(replace(tile, unsure=Unsure.UNCLEAR) if unclear else tile)
    return found


def _less(tile: Judged, part: float) -> Judged:
    return replace(tile, lies=tile.lies * part)


def without_overlaps(tiles: Sequence[Judged]) -> list[Judged]:
    """Return tiles that lie apart, the likeliest first.

    The ends of two neighbours can look like a tile: it gives way to both if they are likelier.
    """
    best_first = sorted(tiles, key=lambda tile: -tile.confidence)
    covered = [
        {
            other
            for other, beside in enumerate(best_first)
            if other != place and covers(tile.corners, beside.corners, OVERLAP)
        }
        for place, tile in enumerate(best_first)
    ]
    kept = _apart(range(len(best_first)), covered)
    for place in sorted(kept):
        alone = [other for other in covered[place] if covered[other] & kept == {place}]
        rivals = _apart(sorted(alone), covered)
        if sum(_weight(best_first[other]) for other in rivals) > _weight(best_first[place]):
            kept = (kept - {place}) | rivals
    return [best_first[place] for place in sorted(kept)]


def _apart(places: Sequence[int], covered: Sequence[set[int]]) -> set[int]:
    """Return places that do not overlap; of overlapping ones the first."""
    kept = set[int]()
    for place in places:
        if not covered[place] & kept:
            kept.add(place)
    return kept


def _weight(tile: Judged) -> float:
    return max(0.0, _odds(tile.confidence) - _odds(LEAST))


def _odds(likely: float) -> float:
    return float(np.log(likely + 1e-6) - np.log(1 - likely + 1e-6))


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
    """Return whether two tiles may be next in a line: of the same length, with hardly a gap."""
    long = length(other)
    return (
        abs(float(np.log(length(one) / long))) < AS_LONG_BESIDE and _gap(one, other) < BESIDE * long
    )


def _near(tiles: Sequence[Points]) -> NDArray[np.bool_]:
    """Return for each two tiles whether they lie close together."""
    if not tiles:
        return np.zeros((0, 0), bool)
    typical = float(np.median([length(tile) for tile in tiles]))
    between = [[_gap(one, other) for other in tiles] for one in tiles]
    return np.asarray(np.array(between) < BETWEEN * typical)


def _gap(one: Points, other: Points) -> float:
    """Return about how far apart two tiles are, by points on their edges."""
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

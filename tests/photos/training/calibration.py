"""How sure judging.py may be: `python -m tests.photos.training.calibration DIR [MODELS]`.

DIR has scenes that were not trained on. It prints the values that make likelihoods come true.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from scorekeeper.vision.geometry import Points, apart, area, common_area
from scorekeeper.vision.networks import MODELS
from scorekeeper.vision.tile_finding import places
from scorekeeper.vision.tile_recognition import Look, looks_at_tiles
from tests.photos.training.models import use
from tests.photos.training.scenes import Lying
from tests.photos.training.shelf import Shelf, readable

# What covers so much of a tile lies there; what covers less, but something, says nothing.
THERE, SOMETHING = 0.7, 0.1
SAME = 0.6
SHARPNESS = np.arange(0.3, 1.6, 0.05)
# Keeps weights small where what is seen tells everything apart.
RIDGE = 1e-2


@dataclass(frozen=True, eq=False)
class Seen:
    """What was seen at a place, and the tile that lies there."""

    found: float
    look: Look
    tile: Lying | None

    @property
    def values(self) -> list[float]:
        """What tells a tile from what is none, as `judging.py` weighs it."""
        return [1, float(self.look.is_tile.mean()), self.found, float(self.look.off.std(0).mean())]


def main(folder: Path, models: Path = MODELS) -> None:
    use(models)
    shelf = Shelf(folder)
    seen = [each for name in shelf.names for each in _seen(*shelf.scene(name))]
    names = ("NO_TILE", "BY_LOOKS", "BY_FOUND", "BY_CORNERS")
    values = np.array([each.values for each in seen])
    for name, weight in zip(names, fitted(values, there(seen)), strict=True):
        print(f"{name} = {weight:.2f}")
    wrong = {sharper: _wrong(seen, sharper) for sharper in SHARPNESS}
    print(f"SHARPER = {min(wrong, key=wrong.__getitem__):.2f}")
    print(f"{len(seen)} places, {there(seen).sum():.0f} of them tiles")


def there(seen: list[Seen]) -> Points:
    return np.array([each.tile is not None for each in seen], float)


def fitted(values: Points, answers: Points) -> Points:
    """Return weights by which values tell how likely an answer is: logistic regression."""
    weights = np.zeros(values.shape[1])
    for _ in range(50):
        told = 1 / (1 + np.exp(-(values @ weights).clip(-30, 30)))
        slope = values.T @ (told - answers) + RIDGE * weights
        bend = (values.T * (told * (1 - told))) @ values + RIDGE * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def _seen(picture: Image.Image, lying: list[Lying]) -> Iterator[Seen]:
    found = places(picture, float("inf"))
    found.sort(key=lambda each: -each.likely)
    left = [found[each] for each in apart([each.corners for each in found], SAME)]
    if not left:
        return
    seen = looks_at_tiles(picture, [each.corners for each in left], lambda values: values > -np.inf)
    for place, look in zip(left, seen.values(), strict=True):
        covered = [(_covered(place.corners, each.corners), each) for each in lying if each.ends]
        share, tile = max(covered, key=lambda each: each[0], default=(0.0, None))
        if share < SOMETHING:
            yield Seen(place.likely, look, None)
        elif share > THERE and tile is not None and readable(tile):
            yield Seen(place.likely, look, tile)


def _covered(one: Points, other: Points) -> float:
    common = common_area(one, other)
    return common / (area(one) + area(other) - common)


def _wrong(seen: list[Seen], sharper: float) -> float:
    """Return how unlikely what really lies there was, on average."""
    total = []
    for each in seen:
        if each.tile is None or each.tile.ends is None:
            continue
        one, other = (_likely(values, sharper) for values in (each.look.left, each.look.right))
        first, second = each.tile.ends
        # The place may have been cut out half turned round.
        total.append(max(one[first] * other[second], one[second] * other[first]))
    return float(-np.log(np.array(total) + 1e-6).mean())


def _likely(values: Points, sharper: float) -> Points:
    powers = np.exp((values - values.max(axis=1, keepdims=True)) / sharper)
    return np.asarray((powers / powers.sum(axis=1, keepdims=True)).mean(axis=0))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

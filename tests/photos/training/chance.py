"""What the renderer draws by chance: colours, noise, and things out of a list."""

from __future__ import annotations

from collections.abc import Mapping
from colorsys import hsv_to_rgb
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Values = NDArray[np.floating[Any]]
Random = np.random.Generator

# Bodies and pips of these hues are never trained on: they show how what is new is read.
HELD_OUT_HUES = (0.76, 0.93)


def any_of(random: Random, shares: Mapping[str, float]) -> str:
    """Draw a name, each as often as its share."""
    names = list(shares)
    weights = np.array([shares[name] for name in names])
    return names[int(random.choice(len(names), p=weights / weights.sum()))]


def maybe(random: Random, share: float) -> bool:
    return bool(random.random() < share)


def light(random: Random) -> Values:
    """Draw a colour of ivory, bone, plastic or paper."""
    bright, warm = random.uniform(170, 255), random.uniform(-6, 34)
    return np.array([bright, bright - 0.35 * warm, bright - warm], np.float32)


def dark(random: Random) -> Values:
    colour = random.uniform(8, 62) + random.uniform(-12, 12, 3)
    return np.asarray(colour.clip(0, 255), np.float32)


def wooden(random: Random) -> Values:
    """Draw a colour of wood, from maple to walnut."""
    bright = random.uniform(60, 225)
    return np.array(
        [bright, bright * random.uniform(0.6, 0.82), bright * random.uniform(0.3, 0.6)], np.float32
    )


def bright(random: Random, *, held_out: bool = False) -> Values:
    """Draw a colour of paint; of a hue that is held out, or of any other."""
    low, high = HELD_OUT_HUES
    hue = random.uniform(low, high) if held_out else high + random.uniform(0, 1 - (high - low))
    colour = hsv_to_rgb(hue % 1, random.uniform(0.35, 1), random.uniform(0.3, 1))
    return np.array(colour, np.float32) * 255


def any_colour(random: Random) -> Values:
    return (light, dark, bright)[random.choice(3, p=(0.35, 0.35, 0.3))](random)


def unlike(random: Random, other: Values, least: float = 60) -> Values:
    """Draw a colour that stands out from another."""
    colour = any_colour(random)
    for _ in range(20):
        if abs(colour - other).max() > least:
            break
        colour = any_colour(random)
    return colour


def clouds(random: Random, height: int, width: int, coarse: float, fine: float) -> Values:
    """Return noise of many sizes: how many spots lie side by side, from the coarsest to the finest.

    Its mean is 0 and its spread 1.
    """
    found = np.zeros((height, width), np.float32)
    spots, weight = float(coarse), 1.0
    while spots <= fine:
        rows = max(2, int(spots * height / max(height, width)))
        grid = random.standard_normal((rows, max(2, int(spots))), np.float32)
        found += weight * grown(grid, width, height)
        spots, weight = spots * 2, weight * 0.55
    return np.asarray((found - found.mean()) / (found.std() + 1e-6), np.float32)


def streaks(random: Random, height: int, width: int, long: int) -> Values:
    """Return noise that runs along, so many pixels long, as the fibres of wood do."""
    parts = width // long + 2
    grain = clouds(random, height, parts, 6, 32)
    return grain.repeat(long, axis=1)[:, :width]


def grown(grid: Values, width: int, height: int) -> Values:
    """Make a small grid of numbers as large as a picture, without edges."""
    image = Image.fromarray(grid)
    return np.asarray(image.resize((width, height), Image.Resampling.BICUBIC), np.float32)

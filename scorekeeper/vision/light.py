"""Whether a picture is too dark or too blurred to be read."""

from __future__ import annotations

import numpy as np
from PIL import Image

from scorekeeper.vision.geometry import Points
from scorekeeper.vision.readings import Trouble

SIDE = 640
# The brightest hundredth of the picture; where it is this dark, no tile stands out.
DARK = 45.0
# How much neighbours differ, as the variance of the Laplacian, beside what is bright and dark.
BLURRED = 25.0


def trouble(picture: Image.Image) -> Trouble | None:
    """Say what is wrong with a picture's light, if anything is."""
    grey = picture.convert("L")
    grey.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    values = np.asarray(grey, np.float64)
    if np.percentile(values, 99) < DARK:
        return Trouble.TOO_DARK
    return Trouble.BLURRED if sharpness(values) < BLURRED else None


def sharpness(grey: Points) -> float:
    """Return how sharp the sharpest quarter of a picture is, as if it had all light there is."""
    spread = max(1.0, float(np.percentile(grey, 99) - np.percentile(grey, 1)))
    even = (grey - grey.mean()) * (255 / spread)
    inner = even[1:-1, 1:-1]
    around = even[:-2, 1:-1] + even[2:, 1:-1] + even[1:-1, :-2] + even[1:-1, 2:]
    return float((around - 4 * inner).var())

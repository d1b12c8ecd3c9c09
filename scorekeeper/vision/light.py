"""Whether a picture is too dark or too blurred to be read."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageFilter

from scorekeeper.vision.geometry import Points
from scorekeeper.vision.readings import Trouble

SIDE = 320
# The brightest hundredth of the picture; where it is this dark, no tile stands out.
DARK = 45.0
# Edges that stand out less are blurred; brightness that differs less is no edge.
BLURRED, NOTHING = 0.07, 25.0


def trouble(picture: Image.Image) -> Trouble | None:
    """Say what is wrong with a picture's light, if anything is."""
    grey = picture.convert("L")
    grey.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    # What is left of noise would look sharp.
    values = np.asarray(grey.filter(ImageFilter.GaussianBlur(1)), np.float64)
    if np.percentile(values, 99) < DARK:
        return Trouble.TOO_DARK
    return Trouble.BLURRED if sharpness(values) < BLURRED else None


def sharpness(grey: Points) -> float:
    """Return how much the sharpest edges stand out from what is beside them, by the Laplacian.

    It is told in parts of all that lies between bright and dark; 1 where there is nothing to see.
    """
    spread = float(np.percentile(grey, 99.5) - np.percentile(grey, 0.5))
    # A strip of one or two pixels has no pixel with others on all sides.
    if spread < NOTHING or min(grey.shape) < 3:
        return 1.0
    inner = grey[1:-1, 1:-1]
    around = grey[:-2, 1:-1] + grey[2:, 1:-1] + grey[1:-1, :-2] + grey[1:-1, 2:]
    return float(np.percentile(abs(around - 4 * inner), 99.5)) / spread

"""Where a finder sees tiles and none lies: what the reader has to tell apart best."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from scorekeeper.vision.finding import find
from scorekeeper.vision.geometry import apart
from tests.photos.models import use
from tests.photos.training.scenes import Lying
from tests.photos.training.shelf import Shelf

# What covers more than this of a tile is a tile that was found loosely.
LOOSE = 0.3


def add_mistakes(shelf: Shelf, models: Path) -> None:
    """Let a finder look at all scenes of a shelf, and add what it takes for a tile, once."""
    if shelf.has_mistakes:
        return
    use(models)
    shelf.add({name: _mistakes(*shelf.scene(name)) for name in shelf.names})


def _mistakes(picture: Image.Image, lying: list[Lying]) -> list[Lying]:
    tiles = [each.corners for each in lying if each.ends is not None]
    order = range(len(tiles) + 1)
    return [
        Lying(each.corners, None, whole=True)
        for each in find(picture)
        if len(apart([*tiles, each.corners], order, LOOSE)) > len(tiles)
    ]

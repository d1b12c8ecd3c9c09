"""Where a finder sees tiles and none lies: what the reader has to tell apart best."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PIL import Image

from scorekeeper.vision import networks
from scorekeeper.vision.geometry import apart
from scorekeeper.vision.tile_finding import find
from tests.photos.training.ahead import done_ahead
from tests.photos.training.models import use
from tests.photos.training.scenes import Lying
from tests.photos.training.shelf import Shelf

# What covers more than this of a tile is a tile that was found loosely.
LOOSE = 0.3


def add_mistakes(shelf: Shelf, models: Path, processes: int = 0) -> None:
    """Let a finder look at all scenes of a shelf, and add what it takes for a tile, once."""
    if not shelf.has_mistakes:
        found = done_ahead(partial(_found, shelf, models), shelf.names, processes)
        shelf.add(dict(zip(shelf.names, found, strict=True)))


def _found(shelf: Shelf, models: Path, name: str) -> list[Lying]:
    if models != networks.MODELS:
        use(models)
    return _mistakes(*shelf.scene(name))


def _mistakes(picture: Image.Image, lying: list[Lying]) -> list[Lying]:
    tiles = [each.corners for each in lying if each.ends is not None]
    return [
        Lying(each.corners, None, whole=True)
        for each in find(picture)
        if len(apart([*tiles, each.corners], LOOSE)) > len(tiles)
    ]

"""Reads the tiles in a photo: pure functions from a picture's bytes to readings, on the CPU.

It imports no other room, and needs the extra `photo`; the pages ask `is_there` before they offer
it. Nothing of a picture is kept or written anywhere. docs/photo.md says how good it is.
Look next at `readings.py` (what comes out), `reader.py` (the way there) and `decoding.py` (which
pictures are taken).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import BoundedSemaphore, Lock
from time import monotonic

from scorekeeper.vision.readings import (
    HIGHEST_END,
    Ends,
    Photo,
    PictureError,
    Reading,
    Trouble,
    Unsure,
)

__all__ = [
    "HIGHEST_END",
    "Ends",
    "Photo",
    "PictureError",
    "Reading",
    "Trouble",
    "Unsure",
    "is_there",
    "read_photo",
]

NEEDED = ("numpy", "onnxruntime", "PIL")
MODELS = ("det.onnx", "reader.onnx")
# Whoever waits longer takes another photo, and the first would be read for nobody.
SECONDS = 10.0
WAITING = 3


class Turns:
    """One turn at a time, with room for some who wait."""

    def __init__(self, waiting: int) -> None:
        self._places = BoundedSemaphore(1 + waiting)
        self._turn = Lock()

    @contextmanager
    def next(self, seconds: float) -> Iterator[float]:
        """Wait for a turn, and give the moment by which it has to be over. Raise PictureError."""
        until = monotonic() + seconds
        if not self._places.acquire(blocking=False):
            raise PictureError(Trouble.BUSY)
        try:
            if not self._turn.acquire(timeout=seconds):
                raise PictureError(Trouble.BUSY)
            try:
                yield until
            finally:
                self._turn.release()
        finally:
            self._places.release()


_turns = Turns(WAITING)


@cache
def is_there() -> bool:
    """Say whether photos can be read here: whether the extra and the models are installed."""
    folder = Path(__file__).parent / "models"
    return all(map(find_spec, NEEDED)) and all((folder / name).is_file() for name in MODELS)


def read_photo(
    data: bytes, *, highest: int = 6, most: int = 0, taken: Collection[Ends] = ()
) -> Photo:
    """Read the tiles in a picture, of a box whose ends go up to `highest`.

    `most` are the tiles that one hand can have, 0 if that is not known; `taken` those that other
    hands have. One picture is read at a time, and a few wait. Raise PictureError.
    """
    # Imported here: what it imports is there only where somebody asked for it.
    from scorekeeper.vision.decoding import decode
    from scorekeeper.vision.reader import read_picture

    with _turns.next(SECONDS) as until:
        picture = decode(data)
        return read_picture(picture, highest=highest, most=most, taken=taken, until=until)

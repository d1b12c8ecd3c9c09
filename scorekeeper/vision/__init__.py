"""Reads the tiles in a photo: pure functions from a picture's bytes to readings, on the CPU.

It imports no other room, and needs the extra `photo`; the pages ask `is_there` before they offer
it. Nothing of a picture is kept or written anywhere. docs/photo.md says how good it is.
Look next at `readings.py` (what comes out), `photo_reader.py` (the way there) and `decoding.py`
(which pictures are taken).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import BoundedSemaphore
from time import monotonic
from typing import TypeVar

from scorekeeper.vision.readings import (
    HIGHEST_END,
    Ends,
    Group,
    Photo,
    PictureError,
    Reading,
    Trouble,
    Unsure,
)

__all__ = [
    "HIGHEST_END",
    "Ends",
    "Group",
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
# What glibc calls M_MMAP_THRESHOLD, and which blocks are large.
MMAP_THRESHOLD, LARGE_BYTES = -3, 256 * 2**10

Result = TypeVar("Result")


def give_back_memory() -> None:
    """Let large blocks that are freed go back to the system, where the library of C is told how.

    By itself glibc keeps blocks as large as those freed before, in pieces for the next ones.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE_BYTES)


class Thread:
    """A thread of its own for one task after the other, with room for some that wait.

    In whichever thread asked, each of those would keep the memory that a picture took.
    """

    def __init__(self, waiting: int) -> None:
        self._places = BoundedSemaphore(1 + waiting)
        self._pool = ThreadPoolExecutor(1, "photos", initializer=give_back_memory)

    def run(self, task: Callable[[float], Result], seconds: float) -> Result:
        """Run a task, which gets the moment by which it has to be over. Raise PictureError."""
        if not self._places.acquire(blocking=False):
            raise PictureError(Trouble.BUSY)
        running = self._pool.submit(task, monotonic() + seconds)
        running.add_done_callback(lambda _: self._places.release())
        wait((running,), seconds)
        # What has begun looks at the clock itself.
        if running.cancel():
            raise PictureError(Trouble.BUSY)
        try:
            return running.result()
        finally:
            # An error would hold it, and it the error with all that the task had in memory.
            del running


_thread = Thread(WAITING)


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
    from scorekeeper.vision.photo_reader import read_picture

    def read(until: float) -> Photo:
        return read_picture(decode(data), highest=highest, most=most, taken=taken, until=until)

    return _thread.run(read, SECONDS)

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
# People who wait longer take another photo, and nobody reads the result of the first.
SECONDS = 10.0
WAITING = 3
# What glibc calls M_MMAP_THRESHOLD, and which blocks are large.
MMAP_THRESHOLD, LARGE_BYTES = -3, 256 * 2**10

Result = TypeVar("Result")


def give_back_memory() -> None:
    """Return large freed blocks to the system, if the C library can be told to.

    By default glibc keeps blocks as large as earlier ones for reuse.
    """
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, LARGE_BYTES)


class Thread:
    """One thread that runs tasks one after the other, with room for some that wait.

    If each request thread read its picture, each would keep the memory for one.
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
        # A task that has started checks the deadline itself.
        if running.cancel():
            raise PictureError(Trouble.BUSY)
        try:
            return running.result()
        finally:
            # The thread would keep the error, and with it all that the task had in memory.
            del running


_thread = Thread(WAITING)


@cache
def is_there() -> bool:
    """Return whether photos can be read here: whether the extra and the models are installed."""
    folder = Path(__file__).parent / "models"
    return all(map(find_spec, NEEDED)) and all((folder / name).is_file() for name in MODELS)


def read_photo(
    data: bytes, *, highest: int = 6, most: int = 0, taken: Collection[Ends] = ()
) -> Photo:
    """Read the tiles in a picture, of a set whose ends go up to `highest`.

    `most` are the tiles that one hand can have, 0 if that is not known; `taken` the tiles in other
    hands. One picture is read at a time, and a few wait. Raise PictureError.
    """
    # Imported here: it needs an extra that may not be installed.
    from scorekeeper.vision.decoding import decode
    from scorekeeper.vision.photo_reader import read_picture

    def read(until: float) -> Photo:
        return read_picture(decode(data), highest=highest, most=most, taken=taken, until=until)

    return _thread.run(read, SECONDS)

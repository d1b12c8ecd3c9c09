"""The program, which counts its queries: `python -m tests.bench.counted FOLDER run …`.

Each process writes how many it has made to a file of its own in FOLDER.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from itertools import count
from mmap import mmap
from pathlib import Path

from sqlalchemy import Engine, event

from scorekeeper import cli

BYTES = 8


def main() -> None:
    folder = Path(sys.argv.pop(1))
    event.listen(Engine, "before_cursor_execute", lambda *_: counter(folder, os.getpid())())
    cli.main()


@cache
def counter(folder: Path, process: int) -> Callable[[], None]:
    """Return what counts one query of a process."""
    path, numbers = folder / str(process), count(1)
    path.write_bytes(bytes(BYTES))
    with path.open("r+b") as file:
        memory = mmap(file.fileno(), BYTES)

    def tick() -> None:
        memory[:] = next(numbers).to_bytes(BYTES, "big")

    return tick


def queries(folder: Path) -> int:
    """Return how many all processes have made."""
    return sum(int.from_bytes(path.read_bytes(), "big") for path in folder.iterdir())


if __name__ == "__main__":
    main()

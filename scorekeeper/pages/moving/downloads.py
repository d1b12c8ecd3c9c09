"""Send a file that is written first, and deleted once it is sent."""

from collections.abc import Callable, Iterator
from pathlib import Path

from flask import Response

from scorekeeper.maintenance import temporary_files
from scorekeeper.pages.shared.list_pages import attached


def sent(name: str, mimetype: str, write: Callable[[Path], object]) -> Response:
    """Send the file that `write` writes."""
    path = temporary_files.new()
    write(path)
    answer = attached(_parts(path), name, mimetype)
    answer.content_length = path.stat().st_size
    return answer


def _parts(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while part := file.read(temporary_files.CHUNK):
                yield part
    finally:
        path.unlink(missing_ok=True)

"""Temporary files: uploads to restore or import, until they are confirmed, and downloads.

Each has a random name. Leftovers are deleted after a day.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import IO

from flask import current_app

from scorekeeper import clock
from scorekeeper.maintenance.files import create, naming

DAY_SECONDS = 24 * 60 * 60
CHUNK = 2**20
_NAME = re.compile(r"[0-9a-f]{32}")


def keep(sent: IO[bytes]) -> str:
    """Save an upload in a file; return its name. Raise OSError."""
    path = new()
    create(path)
    with naming(path), path.open("wb") as file:
        while part := sent.read(CHUNK):
            file.write(part)
    return path.name


def new() -> Path:
    """Return the path for a new file."""
    sweep()
    return _folder() / secrets.token_hex(16)


def find(name: str) -> Path | None:
    """Return a file by its name; None if it is gone."""
    path = _folder() / name
    return path if _NAME.fullmatch(name) and path.is_file() else None


def outcome_of(entry_key: str) -> str | None:
    """Return the address of the outcome of a form; None if it was not carried out yet."""
    with suppress(OSError):
        return (_folder() / f"{entry_key}.done").read_text()
    return None


def keep_outcome(entry_key: str, address: str) -> None:
    """Keep the address of the outcome of a form that was carried out. Raise OSError."""
    (_folder() / f"{entry_key}.done").write_text(address)


def write_progress(name: str, count: int) -> None:
    """Write how many matches of a file are imported so far. Raise OSError."""
    (_folder() / f"{name}.progress").write_text(str(count))


def progress_of(name: str) -> int:
    """Return how many matches of a file are imported so far."""
    with suppress(OSError, ValueError):
        if _NAME.fullmatch(name):
            return int((_folder() / f"{name}.progress").read_text())
    return 0


def sweep() -> None:
    """Delete files that are older than a day."""
    for path in _folder().iterdir():
        with suppress(OSError):
            if path.stat().st_mtime < clock.now().timestamp() - DAY_SECONDS:
                path.unlink()


def _folder() -> Path:
    folder = Path(current_app.instance_path) / "on-the-way"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder

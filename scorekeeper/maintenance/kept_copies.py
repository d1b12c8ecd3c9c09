"""The files in the folder of backups: the daily ones, and what restoring kept of before."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from scorekeeper.maintenance.backup import folder, open_database, scorebook_file
from scorekeeper.maintenance.recognize import fault_of

# Everything that anybody did: a form never has the key of another.
_EVERYTHING = """
    SELECT matches.entry_key, changes.entry_key FROM matches
    LEFT JOIN changes ON changes.match_id = matches.id
"""
DAILY = "a daily backup"
MAY_GO = "kept by a restore; the scorebook has all of it: it may go"
HAS_MORE = "kept by a restore; it has what the scorebook has not"
DAMAGED = "kept by a restore, damaged"

Done = frozenset[tuple[str, str | None]]


class Copy(NamedTuple):
    """A file in the folder of backups: its size in bytes, and what is `said` of it.

    It `may_go` where everything in it is in the scorebook too.
    """

    path: Path
    size: int
    said: str

    @property
    def may_go(self) -> bool:
        return self.said == MAY_GO


def kept_copies() -> tuple[Copy, ...]:
    """List the files by their names. Raise BackupError where the scorebook is no file."""
    live, paths = scorebook_file(), sorted(folder().iterdir())
    now = _done(live)
    return tuple(
        Copy(path, path.stat().st_size, _said(path, now))
        for path in paths
        if path.suffix in (".db", ".damaged") and path.is_file()
    )


def delete(copy: Copy) -> None:
    """Delete a file, and the journal that may lie beside it. Raise OSError."""
    for suffix in ("-wal", "-shm", ""):
        copy.path.with_name(copy.path.name + suffix).unlink(missing_ok=True)


def _said(path: Path, now: Done | None) -> str:
    if path.suffix == ".damaged":
        return DAMAGED
    if not path.stem.endswith("-replaced"):
        return DAILY
    before = _done(path)
    return MAY_GO if before is not None and now is not None and before <= now else HAS_MORE


def _done(file: Path) -> Done | None:
    """Read all that was done in a file, by its keys; None where it cannot be read."""
    if not fault_of(file):
        with suppress(sqlite3.Error), open_database(file, "ro") as database:
            return frozenset(database.execute(_EVERYTHING).fetchall())
    return None

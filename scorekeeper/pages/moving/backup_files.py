"""The backups on this machine, and uploaded files, by name."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from scorekeeper.maintenance import backup, temporary_files
from scorekeeper.maintenance.scorebook_file import FileRefused


class Copy(NamedTuple):
    """A backup on this machine, made by a restore or every day."""

    path: Path
    made_at: datetime
    is_replaced: bool

    @property
    def name(self) -> str:
        """Its name in addresses."""
        return self.path.name


def kept() -> dict[str, Copy]:
    """Return the backups on this machine by name, the newest first."""
    try:
        found = backup.kept_copies()
    except FileRefused:
        return {}
    copies = [
        Copy(path, datetime.fromtimestamp(path.stat().st_mtime, UTC), said != backup.DAILY)
        for path, said in found.items()
        if said != backup.DAMAGED
    ]
    return {copy.name: copy for copy in sorted(copies, key=lambda copy: copy.made_at, reverse=True)}


def file_called(name: str) -> Path | None:
    """Return an uploaded file, or a backup on this machine, by its name in an address."""
    if sent := temporary_files.find(name):
        return sent
    copy = kept().get(name)
    return copy.path if copy else None

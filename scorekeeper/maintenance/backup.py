"""Back up a SQLite file while it is in use; a backup is complete, or it is not there.

In the folder of backups are the daily ones, and what restoring kept of before.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from flask import current_app

from scorekeeper.maintenance.files import (
    create,
    delete_journal,
    file_exists,
    move_into_place,
    work_folder,
)
from scorekeeper.maintenance.opening import (
    FileRefused,
    damage,
    fault_of,
    open_database,
    scorebook_file,
)

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


def folder() -> Path:
    """Return the folder of the daily backups, and make it if needed."""
    folder = Path(current_app.instance_path) / "backups"
    folder.mkdir(exist_ok=True)
    return folder


def back_up(target: Path, *, replace: bool = False) -> None:
    """Copy the scorebook to a file and check the copy.

    Raise FileRefused, FileExistsError (unless `replace`), OSError.
    """
    source = scorebook_file()
    if target.exists() and not replace:
        raise file_exists(target)
    with work_folder(target.parent, ".backup-") as folder:
        draft = folder / target.name
        try:
            copy_database(source, draft)
            with open_database(draft, "rw") as copy:
                pages, rows = damage(copy)
                if not pages:
                    # Nothing that was deleted or forgotten is in the copy's free parts.
                    copy.execute("VACUUM")
        except sqlite3.Error as error:
            raise FileRefused(f"{source} cannot be copied: {error}.") from error
        if found := pages + rows:
            raise FileRefused(f"The scorebook is damaged, and was not copied: {found[0]}.")
        move_into_place(draft, target, replace=replace)


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, damage and all, also while others write to it.

    Only the owner may read the copy. Raise sqlite3.Error, OSError.
    """
    create(target)
    with open_database(source, "ro") as original, open_database(target, "rw") as copy:
        original.backup(copy)
        # A single file, without a log (-wal) beside it.
        copy.execute("PRAGMA journal_mode=DELETE")


def kept_copies() -> dict[Path, str]:
    """Say what each file in the folder of backups is, the daily ones and what restoring kept.

    They come by their names. Raise FileRefused where the scorebook is no file.
    """
    now = _done(scorebook_file())
    return {
        path: _said(path, now)
        for path in sorted(folder().iterdir())
        if path.suffix in (".db", ".damaged") and path.is_file()
    }


def delete(copy: Path) -> None:
    """Delete a file, and the journal that may lie beside it. Raise OSError."""
    delete_journal(copy)
    copy.unlink(missing_ok=True)


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

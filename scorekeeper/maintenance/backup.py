"""Back up a SQLite file while it is in use; a backup is complete, or it is not there."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import current_app

from scorekeeper.maintenance.files import create, work_folder
from scorekeeper.scorebook.database.db import db

# Seconds to wait for a writer.
TIMEOUT_SECONDS = 5


class BackupError(Exception):
    """No backup is made; the message is a sentence for people that says why."""


def scorebook_file() -> Path:
    """Return the file of the scorebook. Raise BackupError on PostgreSQL and in memory."""
    url = db.engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise BackupError(
            "This scorebook is no file: copy its database with pg_dump and pg_restore,"
            " or its matches with scorekeeper export and import."
        )
    return Path(url.database).resolve()


def folder() -> Path:
    """Return the folder of the daily backups, and make it if needed."""
    folder = Path(current_app.instance_path) / "backups"
    folder.mkdir(exist_ok=True)
    return folder


def back_up(target: Path, *, replace: bool = False) -> None:
    """Copy the scorebook to a file and check the copy.

    Raise BackupError, FileExistsError (unless `replace`), OSError.
    """
    source = scorebook_file()
    if target.exists() and not replace:
        raise _file_exists(target)
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
            raise BackupError(f"{source} cannot be copied: {error}.") from error
        if found := pages + rows:
            raise BackupError(f"The scorebook is damaged, and was not copied: {found[0]}.")
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


def move_into_place(draft: Path, target: Path, *, replace: bool) -> None:
    """Give a finished file its name. Where several programs do so at once, one succeeds.

    Raise FileExistsError (unless `replace`), OSError.
    """
    if replace:
        draft.replace(target)
        return
    try:
        target.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems, FAT on a memory stick for one, have no hard links.
        if target.exists():
            raise _file_exists(target) from None
        draft.rename(target)


def write_file(target: Path, content: bytes) -> None:
    """Write a file completely or not at all. Raise OSError."""
    with work_folder(target.parent, ".writing-") as folder:
        draft = folder / target.name
        draft.write_bytes(content)
        draft.replace(target)


def _file_exists(target: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def damage(database: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """List what is wrong with a file's pages; else, which of its rows refer to rows not there."""
    try:
        pages = [line for (line,) in database.execute("PRAGMA integrity_check") if line != "ok"]
        rows = [] if pages else database.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        return [str(error)], []
    return pages, [f"row {row} of {table} refers to no row of {to}" for table, row, to, _ in rows]


@contextmanager
def open_database(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Open a database file: "ro" to read, "rw" to write, "rwc" to write or create. Close it."""
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=TIMEOUT_SECONDS, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()

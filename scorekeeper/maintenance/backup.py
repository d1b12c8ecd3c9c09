"""Copies of a scorebook that is a file, made while it is in use: whole, or not there at all."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import current_app

from scorekeeper.scorebook.db import db

# Seconds to wait for a writer.
PATIENCE = 5


class BackupError(Exception):
    """Say why no copy is made, in a sentence for people."""


def scorebook_file() -> Path:
    """Return the file that the scorebook is kept in. Raise BackupError."""
    url = db.engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise BackupError(
            "This scorebook is no file: copy its database with pg_dump and pg_restore,"
            " or its matches with scorekeeper export and import."
        )
    return Path(url.database).resolve()


def folder() -> Path:
    """Return where backups are kept if nobody says otherwise."""
    folder = Path(current_app.instance_path) / "backups"
    folder.mkdir(exist_ok=True)
    return folder


def back_up(target: Path, *, replace: bool = False) -> None:
    """Copy the scorebook to a file. Raise BackupError, FileExistsError, OSError."""
    source = scorebook_file()
    if target.exists() and not replace:
        raise _taken(target)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as drafts:
        draft = Path(drafts) / target.name
        try:
            copy_database(source, draft)
            with open_database(draft, "rw") as made:
                found = damage(made)
        except sqlite3.Error as error:
            raise BackupError(f"{source} cannot be copied: {error}.") from error
        if found:
            raise BackupError(f"The scorebook is damaged, and was not copied: {found[0]}.")
        move_into_place(draft, target, replace=replace)


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, whoever writes to it meanwhile. Raise sqlite3.Error.

    What is damaged in it is copied, too.
    """
    with open_database(source, "ro") as one, open_database(target, "rwc") as other:
        one.backup(other)
        # One file that can be carried away, rather than one with a log beside it.
        other.execute("PRAGMA journal_mode=DELETE")


def move_into_place(draft: Path, target: Path, *, replace: bool) -> None:
    """Give a finished file its name; of several programs that try at once, one does.

    Raise FileExistsError, OSError.
    """
    if replace:
        draft.replace(target)
        return
    try:
        target.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:
        # A stick for cameras, say, has no links.
        if target.exists():
            raise _taken(target) from None
        draft.rename(target)


def write_file(target: Path, content: bytes) -> None:
    """Write a file, whole or not at all. Raise OSError."""
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".writing-") as drafts:
        draft = Path(drafts) / target.name
        draft.write_bytes(content)
        draft.replace(target)


def _taken(target: Path) -> FileExistsError:
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def damage(database: sqlite3.Connection) -> tuple[str, ...]:
    """Say what is wrong with a file, from the page to the row that refers to none."""
    try:
        found = [str(row[0]) for row in database.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            return tuple(found)
        return tuple(
            f"row {row} of {table} refers to no row of {parent}"
            for table, row, parent, _ in database.execute("PRAGMA foreign_key_check")
        )
    except sqlite3.Error as error:
        return (str(error),)


@contextmanager
def open_database(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Open a file for reading (ro), for writing (rw), or to be made (rwc)."""
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()

"""Open the scorebook when a program starts: make a new one, or refuse a file that is none."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from flask import Flask, current_app

from scorekeeper.maintenance import files
from scorekeeper.maintenance.backup import BackupError, move_into_place, scorebook_file
from scorekeeper.maintenance.recognize import fault_of
from scorekeeper.scorebook.database.db import db, init_app, known_versions, upgrade, version_of


class NoScorebook(BackupError):
    """The file of the scorebook is none; the message says what to do."""


def open_file() -> None:
    """Prepare the file of the current application; of PostgreSQL only the version is looked at.

    A new file is there at once with all its tables, or it is not there: one without any is never
    taken for a new scorebook. Raise NoScorebook, OSError.
    """
    try:
        file = scorebook_file()
    except BackupError:
        refuse_newer_tables()
        return
    backups = Path(current_app.instance_path) / "backups"
    for folder in (file.parent, backups):
        files.sweep(folder)
    journal = file.with_name(file.name + "-wal")
    if not file.exists() and journal.exists() and journal.stat().st_size:
        # SQLite would take it for that of the new file.
        raise NoScorebook(f"{file} is gone, and its journal {journal.name} is there. {WHAT_TO_DO}")
    if not file.exists():
        make_new(file)
    if fault := fault_of(file):
        raise NoScorebook(f"{file} {fault}. {WHAT_TO_DO}")
    files.restrict_all(file, backups)


WHAT_TO_DO = (
    "Put a backup in its place with: scorekeeper restore FILE;"
    " or move the file away to begin a new scorebook."
)


def refuse_newer_tables() -> None:
    """Raise NoScorebook where a later version has migrated the database."""
    found = version_of(db.engine)
    # Nothing is left open, whether the program goes on or not.
    db.engine.dispose()
    if found not in ("", *known_versions()):
        raise NoScorebook(
            "The database was made by a newer Scorekeeper: update this one first."
            " A program that runs already may go on."
        )


def make_new(file: Path) -> None:
    """Make an empty scorebook; another program may be making it at the same time. Raise OSError."""
    with files.work_folder(file.parent, ".opening-") as folder:
        draft = folder / file.name
        files.create(draft)
        migrate(draft)
        with suppress(FileExistsError):
            move_into_place(draft, file, replace=False)


def migrate(draft: Path) -> None:
    """Bring a file that nobody else uses up to date, with an application of its own."""
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{draft}"
    init_app(app)
    try:
        upgrade(app)
    finally:
        with app.app_context():
            db.engine.dispose()
    # One file, without a journal beside it.
    connection = sqlite3.connect(draft)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()

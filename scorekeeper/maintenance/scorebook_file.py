"""Open the scorebook when a program starts: make a new one, or refuse a file that is not one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from flask import Flask, current_app
from sqlalchemy import Connection

from scorekeeper.maintenance import files
from scorekeeper.scorebook.database.db import db, init_app, known_versions, upgrade, version_of
from scorekeeper.scorebook.database.models import Base

# Seconds to wait for a writer.
TIMEOUT_SECONDS = 5
NEWER = "was made by a newer Scorekeeper: update this one first"
OLDER = (
    "was made before the first release: let the program that made it write its matches to a file"
    " (scorekeeper export --output matches.json), and take them into a new scorebook here"
    " (scorekeeper import matches.json)"
)
WHAT_TO_DO = (
    "Put a backup in its place with: scorekeeper restore FILE;"
    " or move the file away to begin a new scorebook."
)


class FileRefused(Exception):
    """A file is no scorebook, or cannot be copied; the message is a sentence that says why."""


def scorebook_file() -> Path:
    """Return the file of the scorebook. Raise FileRefused on PostgreSQL and in memory."""
    url = db.engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise FileRefused(
            "This scorebook is no file: copy its database with pg_dump and pg_restore,"
            " or its matches with scorekeeper export and import."
        )
    return Path(url.database).resolve()


def open_file() -> None:
    """Prepare the file of the current application; on PostgreSQL only check the version.

    A new file appears with all its tables at once, so an empty file is never taken for a new
    scorebook. Raise FileRefused, OSError.
    """
    try:
        file = scorebook_file()
    except FileRefused:
        refuse_other_tables()
        return
    backups = Path(current_app.instance_path) / "backups"
    for folder in (file.parent, backups):
        files.sweep(folder)
    journal = file.with_name(file.name + "-wal")
    if not file.exists() and journal.exists() and journal.stat().st_size:
        # SQLite would apply it to the new file.
        raise FileRefused(f"{file} is gone, and its journal {journal.name} is there. {WHAT_TO_DO}")
    if not file.exists():
        make_new(file)
    if fault := fault_of(file):
        raise FileRefused(f"{file} {fault}. {WHAT_TO_DO}")
    files.restrict_all(file, backups)


def refuse_other_tables() -> None:
    """Raise FileRefused if the tables of the database are of a version that is not known."""
    found = version_of(db.engine)
    # Leave no connection open, whether the program goes on or not.
    db.engine.dispose()
    if found and (fault := _fault_of_version(found)):
        may_go_on = " A program that runs already may go on." if fault == NEWER else ""
        raise FileRefused(f"The database {fault}.{may_go_on}")


def _fault_of_version(found: str) -> str:
    """Say why tables of a version cannot be used, as the end of a sentence; "" if they can."""
    known = known_versions()
    return "" if found in known else NEWER if found > known[-1] else OLDER


def make_new(file: Path) -> None:
    """Make an empty scorebook; another program may be making it at the same time. Raise OSError."""
    with files.work_folder(file.parent, ".opening-") as folder:
        draft = folder / file.name
        files.create(draft)
        migrate(draft)
        with suppress(FileExistsError):
            files.move_into_place(draft, file, replace=False)


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
    with open_database(draft, "rw") as database:
        database.execute("PRAGMA journal_mode=DELETE")


@contextmanager
def open_database(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Open a database file for as long as a block lasts: "ro" to read, "rw" to write.

    Raise sqlite3.Error.
    """
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    opened = sqlite3.connect(uri, uri=True, timeout=TIMEOUT_SECONDS, isolation_level=None)
    with closing(opened) as database:
        try:
            yield database
        except UnicodeDecodeError as error:
            # SQLite's message names something damaged that is not valid text.
            raise sqlite3.DatabaseError("a name in it is no text") from error


def fault_of(file: Path) -> str:
    """Say why a file is no scorebook, as the end of a sentence; "" if it is one."""
    try:
        if not file.is_file():
            return "is no file"
        if file.stat().st_size == 0:
            return "is empty: it has no bytes"
        with open_database(file, "ro") as database:
            return next(_faults(database), "")
    except (sqlite3.Error, OSError) as error:
        return f"cannot be read: {error}"


def _faults(database: sqlite3.Connection) -> Iterator[str]:
    kinds = dict(database.execute("SELECT name, type FROM sqlite_master"))
    found = database.execute("SELECT * FROM alembic_version") if "alembic_version" in kinds else ()
    versions = [str(version) for (version,) in found]
    if not versions or "matches" not in kinds:
        yield "is not a scorebook"
    yield from filter(None, map(_fault_of_version, versions))
    # They would run with every recorded round.
    for name, kind in kinds.items():
        if kind in ("trigger", "view"):
            yield f"has a {kind} that no scorebook has: {name}"


def differences(connection: Connection) -> bool:
    """Return whether the tables of an up-to-date database differ from those of a scorebook."""
    # Imported here: starting the program does not need it.
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    return bool(compare_metadata(MigrationContext.configure(connection), Base.metadata))


def damage(database: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """List what is wrong with a file's pages; else, which of its rows refer to rows not there."""
    try:
        pages = [line for (line,) in database.execute("PRAGMA integrity_check") if line != "ok"]
        rows = [] if pages else database.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        return [str(error)], []
    return pages, [f"row {row} of {table} refers to no row of {to}" for table, row, to, _ in rows]

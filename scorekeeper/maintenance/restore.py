"""Replace the content of a SQLite scorebook by that of a backup, while it is in use."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy.exc import OperationalError

from scorekeeper.config import PACKAGE
from scorekeeper.maintenance.backup import (
    BackupError,
    copy_database,
    damage,
    folder,
    open_database,
    scorebook_file,
)
from scorekeeper.scorebook.database_file import JOURNAL
from scorekeeper.scorebook.db import db, init_app, upgrade, write_turn
from scorekeeper.scorebook.models import Base

# Added to versions and ids where those of a damaged scorebook cannot be read.
MARGIN = 10_000


class NotAScorebook(BackupError):
    """A file cannot be restored; the message says why."""


@dataclass(frozen=True, slots=True)
class Restored:
    """How many matches there are now, and the file that has what was there before."""

    matches: int
    replaced: Path


def restore(file: Path) -> Restored:
    """Replace the content of the scorebook by that of a backup, migrated.

    Raise BackupError or NotAScorebook, and leave the scorebook as it was.
    """
    live = scorebook_file()
    replaced = folder() / f"{live.stem}-{datetime.now():%Y-%m-%d-%H%M%S-%f}-replaced.db"
    with tempfile.TemporaryDirectory(dir=live.parent, prefix=".restoring-") as directory:
        draft = Path(directory) / "scorekeeper.db"
        try:
            copy_database(file, draft)
        except sqlite3.Error as error:
            raise NotAScorebook(f"{file} cannot be read: {error}.") from error
        _check(draft, file)
        _migrate(draft, file)
        try:
            with write_turn():
                replaced = _replace(draft, live, replaced)
        except (sqlite3.Error, OperationalError) as error:
            why = getattr(error, "orig", error)
            raise BackupError(f"{live} cannot be written: {why}.") from error
        with open_database(draft, "ro") as restored:
            (matches,) = restored.execute("SELECT count(*) FROM matches").fetchone()
    return Restored(matches, replaced)


def _check(draft: Path, file: Path) -> None:
    """Raise NotAScorebook where the copy of a file is damaged, or not of a known version."""
    with open_database(draft, "rw") as database:
        pages, rows = damage(database)
        if found := pages + rows:
            raise NotAScorebook(f"{file} is damaged: {found[0]}.")
        try:
            revisions = [row[0] for row in database.execute("SELECT * FROM alembic_version")]
        except sqlite3.Error as error:
            raise NotAScorebook(f"{file} is not a scorebook.") from error
    script = ScriptDirectory(str(PACKAGE / "migrations"))
    known = {each.revision for each in script.walk_revisions()}
    if not revisions or not known.issuperset(revisions):
        raise NotAScorebook(f"{file} was made by a newer Scorekeeper: update this one first.")


def _migrate(draft: Path, file: Path) -> None:
    """Migrate the copy, and compare its tables with the models. Raise NotAScorebook."""
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{draft}"
    init_app(app)
    try:
        upgrade(app)
    # The file may have any tables, whatever its version says.
    except Exception as error:
        why = " ".join(str(getattr(error, "orig", error)).split())
        raise NotAScorebook(f"{file} cannot be brought up to date: {why}.") from error
    with app.app_context():
        with db.engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            differences = compare_metadata(context, Base.metadata)
        db.engine.dispose()
    if differences:
        raise NotAScorebook(f"{file} is not a scorebook: its tables are others.")


def _replace(draft: Path, live: Path, replaced: Path) -> Path:
    """Replace the scorebook by the draft; return the file with what was there before."""
    if not live.exists():
        # What lies beside it belongs to a file that is gone, and would be taken for the new one's.
        for suffix in JOURNAL:
            live.with_name(live.name + suffix).unlink(missing_ok=True)
    try:
        _swap(draft, live, replaced)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        # Too damaged for SQLite to open: it has to be moved away.
        replaced.unlink(missing_ok=True)
        replaced = _set_aside(live, replaced.with_suffix(".damaged"))
        _swap(draft, live, None)
    return replaced


def _set_aside(live: Path, replaced: Path) -> Path:
    for suffix in (*JOURNAL, ""):
        with suppress(FileNotFoundError):
            live.with_name(live.name + suffix).rename(replaced.with_name(replaced.name + suffix))
    return replaced


def _swap(draft: Path, live: Path, replaced: Path | None) -> None:
    """Copy the draft over the scorebook in one transaction, which locks out other writers.

    Once the first page is copied nobody else can write: then the last state is saved as `replaced`.
    """
    ready = False

    def under_the_lock(status: int, _remaining: int, _total: int) -> None:
        nonlocal ready
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise sqlite3.OperationalError("somebody else keeps writing to it")
        if status == sqlite3.SQLITE_OK and not ready:
            if replaced is not None:
                copy_database(live, replaced)
            # Writing to the draft makes SQLite start the copy again.
            _raise_versions(draft, live, known=replaced is not None)
            ready = True

    with open_database(draft, "rw") as source, open_database(live, "rwc") as target:
        target.execute("PRAGMA journal_mode=WAL")
        source.backup(target, pages=1, progress=under_the_lock)


def _raise_versions(draft: Path, live: Path, *, known: bool) -> None:
    """Raise versions, ids, revisions and link generations above those in use before.

    Running programs cache matches and pages by id and version, and links are out.
    """
    with open_database(draft, "rw") as new, open_database(live, "ro") as old:
        version, number = _highest(new)
        was_version, was_number, was_revision = version + MARGIN, number + MARGIN, MARGIN
        links: list[tuple[object, ...]] = []
        # A damaged scorebook may not be readable: then the margins have to do.
        with suppress(sqlite3.DatabaseError):
            if known:
                was_version, was_number = _highest(old)
                was_revision = _highest_revision(old)
                links = _links(old)
        new.execute("BEGIN")
        new.execute("UPDATE matches SET version = ?", (max(version, was_version) + 1,))
        new.execute("UPDATE drafts SET revision = revision + ?", (was_revision,))
        new.execute("DELETE FROM sqlite_sequence WHERE name = 'matches'")
        new.execute("INSERT INTO sqlite_sequence VALUES ('matches', ?)", (max(number, was_number),))
        new.executemany(_KEEP_REVOKED, links)
        new.execute("COMMIT")


def _highest(database: sqlite3.Connection) -> tuple[int, int]:
    """Return the highest version of any match, and the highest id any match ever had."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if "matches" not in tables:
        return 0, 0
    version, number = database.execute(
        "SELECT coalesce(max(version), 0), coalesce(max(id), 0) FROM matches"
    ).fetchone()
    if "sqlite_sequence" in tables:
        used = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'matches'")
        number = max((number, *(seq for (seq,) in used)))
    return version, number


def _highest_revision(database: sqlite3.Connection) -> int:
    """Return the highest revision of a draft; 0 in a file from before there were drafts."""
    if not database.execute("PRAGMA table_info(drafts)").fetchall():
        return 0
    ((revision,),) = database.execute("SELECT coalesce(max(revision), 0) FROM drafts")
    return int(revision)


def _links(database: sqlite3.Connection) -> list[tuple[object, ...]]:
    """List the link generations, id and entry key of all matches; [] from before links."""
    columns = {row[1] for row in database.execute("PRAGMA table_info(matches)")}
    if "watch_generation" not in columns:
        return []
    return database.execute(
        "SELECT watch_generation, score_generation, own_generation, id, entry_key FROM matches"
    ).fetchall()


# A link revoked since the backup must not work again, nor lead to another match.
_KEEP_REVOKED = """
    UPDATE matches SET
        watch_generation = max(watch_generation, ?1 + (entry_key != ?5)),
        score_generation = max(score_generation, ?2 + (entry_key != ?5)),
        own_generation = max(own_generation, ?3 + (entry_key != ?5))
    WHERE id = ?4
"""

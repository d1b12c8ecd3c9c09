"""Bringing a scorebook back to what a backup of it holds, while it is in use."""

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
from scorekeeper.scorebook.db import db, init_app, upgrade, write_turn
from scorekeeper.scorebook.models import Base

# Beyond what a scorebook that can no longer be read is likely to have had.
FAR = 10_000


class NotAScorebook(BackupError):
    """Say why a file is none that could be restored."""


@dataclass(frozen=True, slots=True)
class Restored:
    """How many matches there are now, and where what was there before is kept."""

    matches: int
    kept: Path


def restore(file: Path) -> Restored:
    """Put the content of a backup in the place of the scorebook's.

    Raise BackupError, NotAScorebook; then the scorebook is as it was.
    """
    live = scorebook_file()
    kept = folder() / f"{live.stem}-{datetime.now():%Y-%m-%d-%H%M%S-%f}-replaced.db"
    with tempfile.TemporaryDirectory(dir=live.parent, prefix=".restoring-") as drafts:
        draft = Path(drafts) / "scorekeeper.db"
        try:
            copy_database(file, draft)
        except sqlite3.Error as error:
            raise NotAScorebook(f"{file} cannot be read: {error}.") from error
        _check(draft, file)
        _migrate(draft, file)
        try:
            with write_turn():
                kept = _replace(draft, live, kept)
        except (sqlite3.Error, OperationalError) as error:
            why = getattr(error, "orig", error)
            raise BackupError(f"{live} cannot be written: {why}.") from error
        with open_database(draft, "ro") as restored:
            (matches,) = restored.execute("SELECT count(*) FROM matches").fetchone()
    return Restored(matches, kept)


def _check(draft: Path, file: Path) -> None:
    with open_database(draft, "rw") as database:
        found = damage(database)
        if found:
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
    """Bring the tables of a copy to the newest form, and see whether they then have it."""
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{draft}"
    init_app(app)
    try:
        upgrade(app)
    # A file can say that it is a scorebook and have anything in it.
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


def _replace(draft: Path, live: Path, kept: Path) -> Path:
    """Put the draft in the place of the scorebook, and return where that is kept."""
    try:
        _swap(draft, live, kept)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        # Too damaged to be a database at all, and so to be written over as one.
        kept.unlink(missing_ok=True)
        kept = _set_aside(live, kept.with_suffix(".damaged"))
        _swap(draft, live, None)
    return kept


def _set_aside(live: Path, kept: Path) -> Path:
    for beside in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            live.with_name(live.name + beside).rename(kept.with_name(kept.name + beside))
    return kept


def _swap(draft: Path, live: Path, kept: Path | None) -> None:
    """Copy the draft over the scorebook in one transaction, which keeps other writers off.

    The first page is copied under the lock: what the scorebook holds then is what it held last.
    """
    ready = False

    def under_the_lock(status: int, _remaining: int, _total: int) -> None:
        nonlocal ready
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise sqlite3.OperationalError("somebody else keeps writing to it")
        if status == sqlite3.SQLITE_OK and not ready:
            if kept is not None:
                copy_database(live, kept)
            # A draft that is written to is copied from its first page again.
            _raise_versions(draft, live, known=kept is not None)
            ready = True

    with open_database(draft, "rw") as source, open_database(live, "rwc") as target:
        target.execute("PRAGMA journal_mode=WAL")
        source.backup(target, pages=1, progress=under_the_lock)


def _raise_versions(draft: Path, live: Path, *, known: bool) -> None:
    """Leave no number, version or link to what is restored that meant something else before.

    Programs that are running remember matches and pages by number and version.
    """
    with open_database(draft, "rw") as new, open_database(live, "ro") as old:
        version, number = _highest(new)
        was_version, was_number, was_revision = version + FAR, number + FAR, FAR
        links: list[tuple[object, ...]] = []
        # Of what cannot be read nobody knows what it had.
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
    """Find the highest version that a match has, and the highest number that one ever had."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if "matches" not in tables:
        return 0, 0
    version, number = database.execute(
        "SELECT coalesce(max(version), 0), coalesce(max(id), 0) FROM matches"
    ).fetchone()
    if "sqlite_sequence" in tables:
        given = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'matches'")
        number = max((number, *(seq for (seq,) in given)))
    return version, number


def _highest_revision(database: sqlite3.Connection) -> int:
    """Find the highest revision of a draft; before there were drafts, none."""
    if not database.execute("PRAGMA table_info(drafts)").fetchall():
        return 0
    ((revision,),) = database.execute("SELECT coalesce(max(revision), 0) FROM drafts")
    return int(revision)


def _links(database: sqlite3.Connection) -> list[tuple[object, ...]]:
    """List the matches with what their links are signed over; before there were links, none."""
    columns = {row[1] for row in database.execute("PRAGMA table_info(matches)")}
    if "watch_generation" not in columns:
        return []
    return database.execute(
        "SELECT watch_generation, score_generation, own_generation, id, entry_key FROM matches"
    ).fetchall()


# A link that was made anew since the backup must not come back, nor lead to another match.
_KEEP_REVOKED = """
    UPDATE matches SET
        watch_generation = max(watch_generation, ?1 + (entry_key != ?5)),
        score_generation = max(score_generation, ?2 + (entry_key != ?5)),
        own_generation = max(own_generation, ?3 + (entry_key != ?5))
    WHERE id = ?4
"""

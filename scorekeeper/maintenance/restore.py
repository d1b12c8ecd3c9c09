"""Replace the content of a SQLite scorebook by that of a backup, while it is in use."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from scorekeeper.figures import clock
from scorekeeper.maintenance import files
from scorekeeper.maintenance.backup import (
    BackupError,
    copy_database,
    damage,
    folder,
    open_database,
    scorebook_file,
)
from scorekeeper.maintenance.opening import migrate
from scorekeeper.maintenance.recognize import differences, fault_of
from scorekeeper.scorebook.database.db import write_turn
from scorekeeper.scorebook.database.sqlite_file import JOURNAL

# Added to versions and ids where those of a damaged scorebook cannot be read.
MARGIN = 10_000


class NotAScorebook(BackupError):
    """A file cannot be restored; the message says why."""


class Restored(NamedTuple):
    """How many matches there are now, and the file that has what was there before."""

    matches: int
    replaced: Path


def restore(file: Path) -> Restored:
    """Replace the content of the scorebook by that of a backup, migrated.

    Raise BackupError or NotAScorebook, and leave the scorebook as it was.
    """
    live = scorebook_file()
    now = clock.local(clock.now())
    replaced = folder() / f"{live.stem}-{now:%Y-%m-%d-%H%M%S-%f}-replaced.db"
    files.sweep(live.parent)
    files.sweep(folder())
    with (
        files.work_folder(live.parent, ".restoring-") as beside,
        # It may be on another disk, and a file cannot be moved to one at once.
        files.work_folder(folder(), ".restoring-") as beside_backups,
    ):
        draft, kept = beside / live.name, beside_backups / replaced.name
        try:
            copy_database(file, draft)
        except sqlite3.Error as error:
            raise NotAScorebook(f"{file} cannot be read: {error}.") from error
        _check(draft, file)
        _migrate(draft, file)
        try:
            with write_turn():
                replaced = _replace(draft, live, kept, replaced)
        except (sqlite3.Error, OperationalError) as error:
            why = getattr(error, "orig", error)
            raise BackupError(f"{live} cannot be written: {why}.") from error
        with open_database(live, "ro") as restored:
            (matches,) = restored.execute("SELECT count(*) FROM matches").fetchone()
    return Restored(matches, replaced)


def _check(draft: Path, file: Path) -> None:
    """Raise NotAScorebook where the copy of a file is damaged, or not of a known version."""
    with open_database(draft, "rw") as database:
        pages, rows = damage(database)
    if found := pages + rows:
        raise NotAScorebook(f"{file} is damaged: {found[0]}.")
    if fault := fault_of(draft):
        raise NotAScorebook(f"{file} {fault}.")


def _migrate(draft: Path, file: Path) -> None:
    """Migrate the copy, and compare its tables with the models. Raise NotAScorebook."""
    try:
        migrate(draft)
    # The file may have any tables, whatever its version says.
    except Exception as error:
        why = " ".join(str(getattr(error, "orig", error)).split())
        raise NotAScorebook(f"{file} cannot be brought up to date: {why}.") from error
    with create_engine(f"sqlite:///{draft}", poolclass=NullPool).connect() as connection:
        if differences(connection):
            raise NotAScorebook(f"{file} is not a scorebook: its tables are others.")


def _replace(draft: Path, live: Path, kept: Path, replaced: Path) -> Path:
    """Replace the scorebook by the draft; return the file with what was there before.

    It has its name, `replaced`, when it is complete; until then it is `kept` in a folder for work.
    """
    try:
        if not live.exists():
            # What lies beside it is of a file that is gone, and would be taken for the new one's.
            for suffix in JOURNAL:
                live.with_name(live.name + suffix).unlink(missing_ok=True)
            files.create(live)
        _swap(draft, live, kept)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        # Too damaged for SQLite to open: another file has to take its place.
        return _set_aside(draft, live, replaced.with_suffix(".damaged"))
    kept.replace(replaced)
    return replaced


def _set_aside(draft: Path, live: Path, replaced: Path) -> Path:
    """Copy a damaged scorebook, and put the draft in its place: there is a file at any moment."""
    _raise_versions(draft, live, known=False)
    for suffix in (*JOURNAL, ""):
        beside = live.with_name(live.name + suffix)
        with suppress(FileNotFoundError):
            copy = replaced.with_name(replaced.name + suffix)
            files.create(copy)
            shutil.copyfile(beside, copy)
    for suffix in JOURNAL:
        live.with_name(live.name + suffix).unlink(missing_ok=True)
    draft.replace(live)
    return replaced


def _swap(draft: Path, live: Path, kept: Path) -> None:
    """Copy the draft over the scorebook in one transaction, which locks out other writers.

    Once the first page is copied nobody else can write: then the last state is saved as `kept`.
    """
    ready = False

    def under_the_lock(status: int, _remaining: int, _total: int) -> None:
        nonlocal ready
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise sqlite3.OperationalError("somebody else keeps writing to it")
        if status == sqlite3.SQLITE_OK and not ready:
            kept.unlink(missing_ok=True)
            copy_database(live, kept)
            # Writing to the draft makes SQLite start the copy again.
            _raise_versions(draft, live, known=True)
            ready = True

    with open_database(draft, "rw") as source, open_database(live, "rw") as target:
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
        owners: list[tuple[object, ...]] = []
        # A damaged scorebook may not be readable: then the margins have to do.
        with suppress(sqlite3.DatabaseError):
            if known:
                was_version, was_number = _highest(old)
                was_revision = _highest_revision(old)
                links, owners = _links(old), _owners(old)
        # What was there before is still in the files, as `wiping.py` reads it.
        new.execute("PRAGMA user_version = 0")
        new.execute("BEGIN")
        raised = max(version, was_version) + 1
        new.execute(_FIGURES_TOO, (raised,))
        new.execute("UPDATE matches SET version = ?", (raised,))
        new.execute("UPDATE drafts SET revision = revision + ?", (was_revision,))
        new.execute("DELETE FROM sqlite_sequence WHERE name = 'matches'")
        new.execute("INSERT INTO sqlite_sequence VALUES ('matches', ?)", (max(number, was_number),))
        new.executemany(_KEEP_REVOKED, links)
        new.executemany(_KEEP_OWNERS, owners)
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


def _owners(database: sqlite3.Connection) -> list[tuple[object, ...]]:
    """List the owners, each with the entry key of its match; [] from before there were any."""
    if not database.execute("PRAGMA table_info(owners)").fetchall():
        return []
    return database.execute(
        "SELECT match_id, device, generation, entry_key FROM owners JOIN matches ON id = match_id"
    ).fetchall()


# What was counted of a match is so at its raised version too.
_FIGURES_TOO = """
    UPDATE results SET version = ?
    WHERE version = (SELECT version FROM matches WHERE id = match_id)
"""
# A link revoked since the backup must not work again, nor lead to another match.
_KEEP_REVOKED = """
    UPDATE matches SET
        watch_generation = max(watch_generation, ?1 + (entry_key != ?5)),
        score_generation = max(score_generation, ?2 + (entry_key != ?5)),
        own_generation = max(own_generation, ?3 + (entry_key != ?5))
    WHERE id = ?4
"""
# A device that owns a match that is in the backup goes on owning it.
_KEEP_OWNERS = """
    INSERT OR REPLACE INTO owners (match_id, device, generation)
    SELECT id, ?2, ?3 FROM matches WHERE id = ?1 AND entry_key = ?4
"""

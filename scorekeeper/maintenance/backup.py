"""Back up a SQLite file, and put a backup in its place, both while it is in use.

A backup is complete, or it does not exist. The backup folder has the daily backups, and the
scorebooks that restoring replaced.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from hashlib import file_digest
from pathlib import Path
from typing import NamedTuple

from flask import current_app
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from scorekeeper import clock
from scorekeeper.maintenance.files import (
    JOURNAL,
    create,
    delete_journal,
    file_exists,
    move_into_place,
    sweep,
    work_folder,
)
from scorekeeper.maintenance.key_in_backup import put_key, shares_matches, take_key, use_key
from scorekeeper.maintenance.scorebook_file import (
    FileRefused,
    damage,
    differences,
    fault_of,
    migrate,
    open_database,
    scorebook_file,
)
from scorekeeper.scorebook.database.db import write_turn

# Everything done in one file and not in the other: a form never has the key of another.
_MISSING = """
    SELECT match.entry_key, change.entry_key FROM kept.matches AS match
    LEFT JOIN kept.changes AS change ON change.match_id = match.id
    EXCEPT
    SELECT match.entry_key, change.entry_key FROM main.matches AS match
    LEFT JOIN main.changes AS change ON change.match_id = match.id
    LIMIT 1
"""
DAILY = "a daily backup"
MAY_GO = "kept by a restore; the scorebook has all of it: it may go"
HAS_MORE = "kept by a restore; it has what the scorebook has not"
DAMAGED = "kept by a restore, damaged"

# Added to versions and ids if those of a damaged scorebook cannot be read.
MARGIN = 10_000


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
                put_key(draft)
                with open_database(draft, "rw") as copy:
                    # So that nothing deleted or forgotten is left in unused parts of the copy.
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
        # So that it is a single file, without a log (-wal).
        copy.execute("PRAGMA journal_mode=DELETE")


def kept_copies() -> dict[Path, str]:
    """Describe each file in the folder of backups, daily ones and those that restoring replaced.

    They are sorted by name. Raise FileRefused if the scorebook is no file.
    """
    now = scorebook_file()
    return {
        path: _said(path, now)
        for path in sorted(folder().iterdir())
        if path.suffix in (".db", ".damaged") and path.is_file()
    }


def outdated(folder: Path, ages: dict[str, int], keep: int) -> Iterator[Path]:
    """Find daily backups at least `keep` days old, but never one of the last `keep` that differ.

    `ages` has the names of all in the folder, the oldest first.
    """
    contents: set[bytes] = set()
    for name, age in reversed(ages.items()):
        with (folder / name).open("rb") as file:
            content = file_digest(file, "sha256").digest()
        if age >= keep and (content in contents or len(contents) >= keep):
            yield folder / name
        contents.add(content)


def delete(copy: Path) -> None:
    """Delete a file, and the journal that may lie beside it. Raise OSError."""
    delete_journal(copy)
    copy.unlink(missing_ok=True)


def _said(path: Path, now: Path) -> str:
    if path.suffix == ".damaged":
        return DAMAGED
    if not path.stem.endswith("-replaced"):
        return DAILY
    return MAY_GO if _has_all_of(path, now) else HAS_MORE


def _has_all_of(kept: Path, now: Path) -> bool:
    """Return whether all changes in a kept file are in the scorebook too."""
    if not fault_of(kept) and not fault_of(now):
        with suppress(sqlite3.Error), open_database(now, "ro") as database:
            database.execute("ATTACH ? AS kept", (f"{kept.resolve().as_uri()}?mode=ro",))
            return database.execute(_MISSING).fetchone() is None
    return False


class Restored(NamedTuple):
    """How many matches there are now, and the file with the previous content.

    `key_kept` if a setting prevents using the secret key of the backup.
    """

    matches: int
    replaced: Path
    key_kept: bool


def restore(file: Path) -> Restored:
    """Replace the content of the scorebook by that of a backup, migrated.

    Its secret key comes along, unless the scorebook has matches of the backup: then links that a
    new key has ended stay ended. Raise FileRefused, and leave the scorebook as it was.
    """
    live = scorebook_file()
    now = clock.local(clock.now())
    replaced = folder() / f"{live.stem}-{now:%Y-%m-%d-%H%M%S-%f}-replaced.db"
    sweep(live.parent)
    sweep(folder())
    with (
        work_folder(live.parent, ".restoring-") as beside,
        # It may be on another disk, and moving a file between disks is not atomic.
        work_folder(folder(), ".restoring-") as beside_backups,
    ):
        draft, kept = beside / live.name, beside_backups / replaced.name
        key = read_backup(file, draft)
        brings_key = bool(key) and not shares_matches(draft, live)
        try:
            with write_turn():
                replaced = _replace(draft, live, kept, replaced)
        except (sqlite3.Error, OperationalError) as error:
            why = getattr(error, "orig", error)
            raise FileRefused(f"{live} cannot be written: {why}.") from error
        with open_database(live, "ro") as restored:
            (matches,) = restored.execute("SELECT count(*) FROM matches").fetchone()
    return Restored(matches, replaced, brings_key and not use_key(key))


def read_backup(file: Path, draft: Path) -> str:
    """Copy a backup, check and migrate it; return its secret key, or "".

    Raise FileRefused.
    """
    try:
        copy_database(file, draft)
    except sqlite3.Error as error:
        raise FileRefused(f"{file} cannot be read: {error}.") from error
    _check(draft, file)
    key = take_key(draft)
    _migrate(draft, file)
    return key


def _check(draft: Path, file: Path) -> None:
    """Raise FileRefused if the copy of a file is damaged, or not of a known version."""
    with open_database(draft, "rw") as database:
        pages, rows = damage(database)
    if found := pages + rows:
        raise FileRefused(f"{file} is damaged: {found[0]}.")
    if fault := fault_of(draft):
        raise FileRefused(f"{file} {fault}.")


def _migrate(draft: Path, file: Path) -> None:
    """Migrate the copy, and compare its tables with the models. Raise FileRefused."""
    try:
        migrate(draft)
    # The file may have any tables, whatever its version says.
    except Exception as error:
        why = " ".join(str(getattr(error, "orig", error)).split())
        raise FileRefused(f"{file} cannot be brought up to date: {why}.") from error
    with create_engine(f"sqlite:///{draft}", poolclass=NullPool).connect() as connection:
        if differences(connection):
            raise FileRefused(f"{file} is not a scorebook: its tables are others.")


def _replace(draft: Path, live: Path, kept: Path, replaced: Path) -> Path:
    """Replace the scorebook by the draft; return the file with the previous content.

    That file is called `replaced` once it is complete, until then `kept` in a work folder.
    """
    try:
        if not live.exists():
            delete_journal(live)
            create(live)
        _swap(draft, live, kept)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        # Too damaged for SQLite to open: another file has to take its place.
        return _set_aside(draft, live, replaced.with_suffix(".damaged"))
    kept.replace(replaced)
    return replaced


def _set_aside(draft: Path, live: Path, replaced: Path) -> Path:
    """Copy a damaged scorebook, and put the draft in its place, so that there is always a file."""
    _raise_versions(draft, live, known=False)
    for suffix in (*JOURNAL, ""):
        beside = live.with_name(live.name + suffix)
        with suppress(FileNotFoundError):
            copy = replaced.with_name(replaced.name + suffix)
            create(copy)
            shutil.copyfile(beside, copy)
    delete_journal(live)
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
            put_key(kept)
            # Writing to the draft makes SQLite restart the copy.
            _raise_versions(draft, live, known=True)
            ready = True

    with open_database(draft, "rw") as source, open_database(live, "rw") as target:
        target.execute("PRAGMA journal_mode=WAL")
        source.backup(target, pages=1, progress=under_the_lock)


def _raise_versions(draft: Path, live: Path, *, known: bool) -> None:
    """Raise versions, ids, revisions and link generations above those in use before.

    Running programs cache matches and pages by id and version, and people have the links.
    """
    with open_database(draft, "rw") as new, open_database(live, "ro") as old:
        version, number, _revision = (_number(new, query) for query in _HIGHEST)
        was_version, was_number, was_revision = version + MARGIN, number + MARGIN, MARGIN
        kept: list[list[tuple[object, ...]]] = []
        # A damaged scorebook may not be readable: then the margins must be enough.
        with suppress(sqlite3.DatabaseError):
            if known:
                was_version, was_number, was_revision = (_number(old, each) for each in _HIGHEST)
                kept = [_rows(old, read) for read, _keep in _KEPT]
        # The old content is still in the files: this tells `wiping.py` so.
        new.execute("PRAGMA user_version = 0")
        new.execute("BEGIN")
        raised = max(version, was_version) + 1
        new.execute(_FIGURES_TOO, (raised,))
        new.execute("UPDATE matches SET version = ?", (raised,))
        new.execute("UPDATE drafts SET revision = revision + ?", (was_revision,))
        new.execute("DELETE FROM sqlite_sequence WHERE name = 'matches'")
        new.execute("INSERT INTO sqlite_sequence VALUES ('matches', ?)", (max(number, was_number),))
        for (_read, keep), rows in zip(_KEPT, kept, strict=False):
            new.executemany(keep, rows)
        new.execute("COMMIT")


def _rows(database: sqlite3.Connection, query: str) -> list[tuple[object, ...]]:
    """Read rows; [] if the file is too old to have the table or column, or new and empty."""
    try:
        return database.execute(query).fetchall()
    except sqlite3.OperationalError as error:
        # There is no such table or column; anything else is damage.
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        return []


def _number(database: sqlite3.Connection, queries: tuple[str, ...]) -> int:
    """Read the highest number there is; 0 if there is none."""
    found = [row[0] for query in queries for row in _rows(database, query)]
    return max((number for number in found if isinstance(number, int)), default=0)


# The highest version of any match, the highest id any match ever had, the highest revision of a
# draft.
_HIGHEST = (
    ("SELECT max(version) FROM matches",),
    ("SELECT max(id) FROM matches", "SELECT seq FROM sqlite_sequence WHERE name = 'matches'"),
    ("SELECT max(revision) FROM drafts",),
)
# The figures of a match also hold at its raised version.
_FIGURES_TOO = """
    UPDATE match_results SET version = ?
    WHERE version = (SELECT version FROM matches WHERE id = match_id)
"""
# What a match or a night of the backup keeps from changes made since. A match of another scorebook
# may have the same id, and a rematch the same entry key, but not the same start.
_KEPT = (
    # An ended link stays ended.
    (
        "SELECT watch_generation, score_generation, own_generation, id, entry_key, created_at"
        " FROM matches",
        """
        UPDATE matches SET
            watch_generation = max(watch_generation, ?),
            score_generation = max(score_generation, ?),
            own_generation = max(own_generation, ?)
        WHERE id = ? AND entry_key = ? AND created_at = ?
        """,
    ),
    # A device that owns it stays its owner.
    (
        "SELECT device, generation, match_id, entry_key, created_at"
        " FROM owners JOIN matches ON id = match_id",
        """
        INSERT OR REPLACE INTO owners (match_id, device, generation)
        SELECT id, ?, ? FROM matches WHERE id = ? AND entry_key = ? AND created_at = ?
        """,
    ),
    # Ended codes stay ended, and open pages see another version.
    (
        "SELECT version, generation, key FROM club_nights",
        """
        UPDATE club_nights SET
            version = max(version, ?) + 1, generation = max(generation, ?)
        WHERE key = ?
        """,
    ),
)

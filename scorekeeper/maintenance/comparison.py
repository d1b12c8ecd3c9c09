"""What is in a backup, and what restoring it would remove from the scorebook."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from scorekeeper.maintenance.backup import read_backup
from scorekeeper.maintenance.files import work_folder
from scorekeeper.maintenance.scorebook_file import open_database, scorebook_file

# The numbers of matches, open matches, players and club nights, and the last change of a match.
_CONTENTS = """
    SELECT
        (SELECT count(*) FROM matches WHERE binned_at IS NULL),
        (SELECT count(*) FROM matches WHERE binned_at IS NULL AND finished_at IS NULL),
        (SELECT count(*) FROM players WHERE same_as IS NULL),
        (SELECT count(*) FROM club_nights WHERE binned_at IS NULL),
        (SELECT max(changed_at) FROM matches)
"""
# The matches here that are neither in the backup nor in the bin, and the last of their changes.
_GONE = """
    SELECT count(*), max(changed_at) FROM here.matches AS match
    WHERE binned_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM main.matches AS other
        WHERE other.entry_key = match.entry_key AND other.created_at = match.created_at
    )
"""
# The matches in both that were changed here since.
_CHANGED = """
    SELECT count(*) FROM here.matches AS match JOIN main.matches AS other
    ON other.entry_key = match.entry_key AND other.created_at = match.created_at
    WHERE EXISTS (
        SELECT 1 FROM here.changes AS change WHERE change.match_id = match.id AND NOT EXISTS (
            SELECT 1 FROM main.changes AS same
            WHERE same.match_id = other.id AND same.entry_key = change.entry_key
        )
    )
"""
_NIGHTS_GONE = """
    SELECT count(*) FROM here.club_nights
    WHERE binned_at IS NULL AND key NOT IN (SELECT key FROM main.club_nights)
"""


class Contents(NamedTuple):
    """What is in a scorebook; `last_at` is None if nothing was played."""

    matches: int
    going_on: int
    players: int
    nights: int
    last_at: datetime | None


class Comparison(NamedTuple):
    """What is in a backup, and what is only in the scorebook here.

    `gone` are matches, the newest of which was played at `gone_at`, and `nights_gone` club nights
    that are only here; `changed` are matches in both that were played on or changed here. All are
    None if what is here cannot be read.
    """

    contents: Contents
    gone: int | None = None
    gone_at: datetime | None = None
    changed: int | None = None
    nights_gone: int | None = None


def compare(file: Path) -> Comparison:
    """Check a backup as restoring does, and compare it with the scorebook here.

    Raise FileRefused, OSError.
    """
    live = scorebook_file()
    with work_folder(live.parent, ".restoring-") as folder:
        draft = folder / live.name
        read_backup(file, draft)
        with open_database(draft, "ro") as database:
            inside, going_on, players, nights, last = database.execute(_CONTENTS).fetchone()
            found = Comparison(Contents(inside, going_on, players, nights, _moment(last)))
            try:
                database.execute("ATTACH ? AS here", (f"{live.as_uri()}?mode=ro",))
                gone, gone_at = database.execute(_GONE).fetchone()
                changed, nights_gone = (
                    database.execute(each).fetchone()[0] for each in (_CHANGED, _NIGHTS_GONE)
                )
            except sqlite3.Error:
                return found
    return Comparison(found.contents, gone, _moment(gone_at), changed, nights_gone)


def _moment(stored: str | None) -> datetime | None:
    return datetime.fromisoformat(stored).replace(tzinfo=UTC) if stored else None

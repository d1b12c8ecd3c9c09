"""The secret key goes along with a backup: it signs the links that were sent, and every cookie.

It is in a table of the copy that no scorebook has. Restoring takes it out again.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from flask import current_app

from scorekeeper import config
from scorekeeper.maintenance.files import create, work_folder
from scorekeeper.maintenance.scorebook_file import open_database

_TABLE = "carried_key"
_PUT, _TAKE = f"INSERT INTO {_TABLE} VALUES (?)", f"SELECT key FROM {_TABLE}"  # noqa: S608 - ours
# Matches are the same if their entry key and their start are.
_SHARED = """
    SELECT 1 FROM kept.matches AS match JOIN main.matches AS other
    ON other.entry_key = match.entry_key AND other.created_at = match.created_at
    LIMIT 1
"""


def put_key(copy: Path) -> None:
    """Write the secret key of this scorebook into a copy of it. Raise sqlite3.Error."""
    key_file = current_app.config["SECRET_KEY_FILE"]
    key = config.secret_key(key_file.parent) if key_file else current_app.config["SECRET_KEY"]
    with open_database(copy, "rw") as database:
        database.execute(f"CREATE TABLE {_TABLE} (key TEXT)")
        database.execute(_PUT, (str(key),))


def take_key(copy: Path) -> str:
    """Take the secret key out of a copy of a backup; "" if it has none. Raise sqlite3.Error."""
    with open_database(copy, "rw") as database:
        found = database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (_TABLE,))
        if found.fetchone() is None:
            return ""
        row = database.execute(_TAKE).fetchone()
        database.execute(f"DROP TABLE {_TABLE}")
    return str(row[0]).strip() if row else ""


def shares_matches(draft: Path, live: Path) -> bool:
    """Return whether a backup has matches of the scorebook: then its key may have ended since."""
    with suppress(sqlite3.Error), open_database(draft, "ro") as database:
        database.execute("ATTACH ? AS kept", (f"{live.resolve().as_uri()}?mode=ro",))
        return database.execute(_SHARED).fetchone() is not None
    return False


def use_key(key: str) -> bool:
    """Make a key that of the scorebook; return False if a setting overrides it. Raise OSError.

    Running programs read it at their next request.
    """
    instance = Path(current_app.instance_path)
    with work_folder(instance, ".writing-") as folder:
        draft = folder / config.KEY_FILE
        create(draft)
        draft.write_text(key)
        draft.replace(instance / config.KEY_FILE)
    if current_app.config["SECRET_KEY_FILE"]:
        current_app.config["SECRET_KEY"] = key
    return bool(current_app.config["SECRET_KEY"] == key)

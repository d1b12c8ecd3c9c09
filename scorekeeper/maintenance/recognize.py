"""Whether a SQLite file is a scorebook: its pages, its version, its tables, and nothing else."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection

from scorekeeper.maintenance.backup import damage, open_database
from scorekeeper.scorebook.database.db import known_versions
from scorekeeper.scorebook.database.models import LEFT_TABLES, Base

# How the tables of a database are compared with those of a scorebook.
COMPARED = {
    "compare_type": True,
    "include_name": lambda name, kind, _of: kind != "table" or name not in LEFT_TABLES,
}


def fault_of(file: Path) -> str:
    """Say why a file is no scorebook, as the end of a sentence; "" where it is one."""
    try:
        if not file.is_file():
            return "is no file"
        if file.stat().st_size == 0:
            return "is empty: it has no bytes"
        with open_database(file, "ro") as database:
            return next(_faults(database), "")
    except (sqlite3.Error, OSError) as error:
        return f"cannot be read: {error}"


def damage_of(file: Path) -> str:
    """Say what is wrong with the pages of a file, and with the references in it; "" for nothing."""
    with suppress(sqlite3.Error), open_database(file, "ro") as database:
        pages, rows = damage(database)
        return next(iter([*pages, *rows]), "")
    return "it cannot be read"


def _faults(database: sqlite3.Connection) -> Iterator[str]:
    kinds = dict(database.execute("SELECT name, type FROM sqlite_master"))
    if "alembic_version" not in kinds or "matches" not in kinds:
        yield "is not a scorebook"
        return
    versions = {str(version) for (version,) in database.execute("SELECT * FROM alembic_version")}
    if not versions or not versions.issubset(known_versions()):
        yield "was made by a newer Scorekeeper: update this one first"
    # They would run with every round that is recorded.
    for name, kind in kinds.items():
        if kind in ("trigger", "view"):
            yield f"has a {kind} that no scorebook has: {name}"


def differences(connection: Connection) -> bool:
    """Say whether the tables of an up-to-date database are others than those of a scorebook."""
    # Imported here: a program that starts does not compare.
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    context = MigrationContext.configure(connection, opts=COMPARED)
    return bool(compare_metadata(context, Base.metadata))

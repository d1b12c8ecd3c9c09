"""Whether the database can be used: it is reached, and its tables are those of this program."""

from __future__ import annotations

from scorekeeper.scorebook.database.db import UNAVAILABLE, db
from scorekeeper.scorebook.database.table_versions import known_versions, version_of

UNREACHABLE = "The database does not answer."
NOT_MIGRATED = "The database is not migrated yet."


def why_not_ready() -> str:
    """Return a sentence that says why the database cannot be used; "" where it can.

    A database migrated by a later version is ready too: each version works with the tables of the
    next, so that machines can be updated one by one.
    """
    try:
        found = version_of(db.engine)
    except UNAVAILABLE:
        return UNREACHABLE
    return NOT_MIGRATED if found in ("", *known_versions()[:-1]) else ""

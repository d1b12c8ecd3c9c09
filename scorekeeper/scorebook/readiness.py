"""Whether the database can be used: it is reached, and its tables are those of this program."""

from __future__ import annotations

from functools import cache

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from scorekeeper.config import PACKAGE
from scorekeeper.scorebook.db import UNAVAILABLE, db

UNREACHABLE = "The database does not answer."
NOT_MIGRATED = "The database is not migrated yet."


def why_not_ready() -> str:
    """Return a sentence that says why the database cannot be used; "" where it can.

    A database migrated by a later version is ready too: each version works with the tables of the
    next, so that machines can be updated one by one.
    """
    try:
        with db.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
    except UNAVAILABLE:
        return UNREACHABLE
    return NOT_MIGRATED if found is None or found in _earlier() else ""


@cache
def _earlier() -> frozenset[str]:
    """Return the migrations that this program knows, but for the last."""
    scripts = ScriptDirectory(str(PACKAGE / "migrations"))
    known = frozenset(script.revision for script in scripts.walk_revisions())
    return known - {*scripts.get_heads()}

"""The versions of the tables: which there are, and which of them a database has.

Each is a migration, whose file begins with it. Alembic, which runs the migrations, would say the
same; but loading it is a fifth of the work of a start, and there is hardly ever one to run.
"""

from __future__ import annotations

from functools import cache

from sqlalchemy import Engine, inspect, text

from scorekeeper.config import PACKAGE

MIGRATIONS = PACKAGE / "migrations"


@cache
def known_versions() -> tuple[str, ...]:
    """Return the versions that this program knows, the newest last."""
    files = (MIGRATIONS / "versions").glob("[0-9]*_*.py")
    return tuple(sorted(file.name.partition("_")[0] for file in files))


def version_of(engine: Engine) -> str:
    """Return the version that a database has now; "" where it has no tables yet."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return ""
        return connection.scalar(text("SELECT version_num FROM alembic_version")) or ""

"""Run the migrations on the application's own database engine."""

from typing import Literal

from alembic import context

from scorekeeper.scorebook.database.db import db, writer_options
from scorekeeper.scorebook.database.models import UTCDateTime


def render_item(_kind: str, item: object, _context: object) -> str | Literal[False]:
    """Write UTCDateTime as plain DateTime: a migration must not depend on the models."""
    return isinstance(item, UTCDateTime) and "sa.DateTime(timezone=True)"


with db.engine.connect().execution_options(**writer_options()) as connection:
    if connection.dialect.name == "sqlite":
        # SQLite changes a table by copying and dropping it; with foreign keys on, that fails where
        # rows refer to it. Straight to the driver: in a transaction this pragma is ignored.
        # Detached, so that the pool does not hand out a connection without foreign keys.
        connection.detach()
        connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        compare_type=True,
        render_as_batch=True,
        render_item=render_item,
        # By default not on SQLite; but db.py begins transactions itself: a whole migration or none.
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()

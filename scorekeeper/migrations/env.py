"""How Alembic reaches the database: through the application's own engine."""

from typing import Literal

from alembic import context

from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.models import UTCDateTime


def render_item(_kind: str, item: object, _context: object) -> str | Literal[False]:
    """Write a moment as the column it is: a migration must not change when the models do."""
    return isinstance(item, UTCDateTime) and "sa.DateTime(timezone=True)"


with db.engine.connect().execution_options(writes=True) as connection:
    if connection.dialect.name == "sqlite":
        # SQLite changes a table by copying and dropping it; with the keys on, that fails for the
        # rows that refer to it. Straight to the driver: in a transaction this pragma is ignored.
        # Detached: nobody else is to be given a connection without keys.
        connection.detach()
        connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        compare_type=True,
        render_as_batch=True,
        render_item=render_item,
        # Alembic distrusts the driver, but db.py begins transactions: a whole migration or none.
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()

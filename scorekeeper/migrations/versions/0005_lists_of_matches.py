"""lists of matches, and names to search for

Revision ID: 0005
Revises: 0004
Create Date: 2026-11-22
"""

from unicodedata import combining, normalize

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

SEATS = sa.table(
    "seats",
    sa.column("name", sa.String()),
    sa.column("name_key", sa.String()),
)
# Index, condition, columns.
LISTS = (
    ("ix_matches_open", "binned_at IS NULL AND finished_at IS NULL", ["changed_at", "id"]),
    ("ix_matches_finished", "binned_at IS NULL", ["finished_at", "id"]),
    ("ix_matches_game", "binned_at IS NULL", ["game_id", "finished_at", "id"]),
)


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        # The default stays, for programs of the version before that still run beside this one.
        seats.add_column(sa.Column("name_key", sa.String(120), nullable=False, server_default=""))
    connection = op.get_bind()
    for name in connection.scalars(sa.select(SEATS.c.name).distinct()).all():
        key = sa.update(SEATS).where(SEATS.c.name == name).values(name_key=folded(name))
        connection.execute(key)
    op.create_index("ix_seats_name_key_match_id", "seats", ["name_key", "match_id"])
    for index, condition, columns in LISTS:
        where = sa.text(condition)
        op.create_index(index, "matches", columns, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    for index, _condition, _columns in LISTS:
        op.drop_index(index, "matches")
    op.drop_index("ix_seats_name_key_match_id", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("name_key")


def folded(name: str) -> str:
    """Return a name without accents and capital letters."""
    letters = (letter for letter in normalize("NFD", name) if not combining(letter))
    return "".join(letters).casefold()

"""the bin, in its order: no page reads every match

Revision ID: 0011
Revises: 0010
Create Date: 2026-11-22
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

BINNED = sa.text("binned_at IS NOT NULL")


def upgrade() -> None:
    op.create_index(
        *("ix_matches_binned", "matches", ["changed_at", "id"]),
        sqlite_where=BINNED,
        postgresql_where=BINNED,
    )


def downgrade() -> None:
    op.drop_index("ix_matches_binned", "matches")

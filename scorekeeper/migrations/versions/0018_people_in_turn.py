"""who sat at a table when; matches are counted again, as several may have sat on a seat

Revision ID: 0018
Revises: 0017
Create Date: 2026-11-27
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, and leave the figures to be counted."""
    op.add_column("matches", sa.Column("lineups", sa.JSON(), nullable=True))
    op.execute(sa.delete(sa.table("match_results")))
    op.add_column(
        "match_results", sa.Column("whole", sa.Integer(), nullable=False, server_default="0")
    )

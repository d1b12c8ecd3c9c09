"""who sat at a table when, and rounds of points alone

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
    """Add the columns; figures without `whole` are counted again."""
    op.add_column("matches", sa.Column("lineups", sa.JSON(), nullable=True))
    op.add_column("match_results", sa.Column("whole", sa.Integer(), nullable=True))
    op.add_column(
        "match_results", sa.Column("by_points", sa.Integer(), nullable=False, server_default="0")
    )

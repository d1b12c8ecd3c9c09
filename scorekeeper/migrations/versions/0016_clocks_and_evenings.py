"""clocks of matches, and evenings of many tables

Revision ID: 0016
Revises: 0015
Create Date: 2026-11-25
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("timer", sa.JSON(), nullable=True))
    create_evenings()


def create_evenings() -> None:
    op.create_table(
        "evenings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("entry_key", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("rounds", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_evenings"),
        sa.UniqueConstraint("key", name="uq_evenings_key"),
        sa.UniqueConstraint("entry_key", name="uq_evenings_entry_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "evening_people",
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("partner", sa.Integer(), nullable=True),
        sa.Column("here", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("evening_id", "position", name="pk_evening_people"),
        sa.ForeignKeyConstraint(
            ["evening_id"], ["evenings.id"], name="fk_evening_people_evening_id_evenings"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_evening_people_player_id_players"
        ),
    )
    op.create_index("ix_evening_people_player_id", "evening_people", ["player_id"])


def downgrade() -> None:
    """Evenings go; their matches stay, and have no clock."""
    op.drop_table("evening_people")
    op.drop_table("evenings")
    op.drop_column("matches", "timer")

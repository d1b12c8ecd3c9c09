"""owners of matches, and counts of what may be done only so often

Revision ID: 0006
Revises: 0005
Create Date: 2026-11-22
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MATCHES = sa.table(
    "matches",
    sa.column("own_generation", sa.Integer()),
    sa.column("started_generation", sa.Integer()),
)


def upgrade() -> None:
    # The default is for programs of the version before that still run beside this one.
    op.add_column(
        "matches",
        sa.Column("started_generation", sa.Integer(), nullable=True, server_default="1"),
    )
    # Cookies say who opened these matches, until there is a new link for full control.
    op.execute(sa.update(MATCHES).values(started_generation=MATCHES.c.own_generation))
    op.create_table(
        "owners",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_owners_match_id_matches"),
        sa.PrimaryKeyConstraint("match_id", "device", name="pk_owners"),
    )
    op.create_index("ix_owners_device", "owners", ["device"])
    op.create_table(
        "counts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_counts"),
    )
    op.create_index("ix_counts_due", "counts", ["due"])


def downgrade() -> None:
    """Owners are lost: whoever runs the program has a link for them, by `scorekeeper links`."""
    op.drop_table("counts")
    op.drop_table("owners")
    op.drop_column("matches", "started_generation")

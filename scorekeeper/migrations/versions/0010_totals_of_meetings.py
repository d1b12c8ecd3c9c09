"""totals of meetings, and the newest results with each total: no page reads every match

The program counts all figures again, as there are more of them.

Revision ID: 0010
Revises: 0009
Create Date: 2026-11-22
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

KEY = ("first_id", "kind", "period", "second_id")


def upgrade() -> None:
    op.create_table(
        "meeting_totals",
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(96), nullable=False),
        sa.Column("period", sa.String(7), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("second_id", "met", "first_ahead", "second_ahead")
        ),
        sa.PrimaryKeyConstraint(*KEY, name="pk_meeting_totals"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_meeting_totals_second", "meeting_totals", ["second_id", "kind", "period", "first_id"]
    )
    form = sa.Column("form", sa.Integer(), nullable=False, server_default=sa.text("0"))
    op.add_column("totals", form)
    op.create_index("ix_results_rated", "results", ["first_id", "second_id", "rated"])
    op.drop_index("ix_meetings_second", "meetings")
    # Where no match is over there is nothing to count.
    counted = sa.text("SELECT match_id FROM results LIMIT 1")
    if op.get_bind().scalar(counted) is None:
        op.execute("UPDATE figure_state SET made_by = 2 WHERE made_by = 1")
    else:
        # Also those that were counted when a program was stopped before the last of them.
        op.execute("UPDATE figure_state SET made_by = 1")


def downgrade() -> None:
    """What is left is kept as the version before keeps it, by whichever clock it was counted."""
    op.execute("UPDATE figure_state SET made_by = 1 WHERE made_by > 0")
    columns = ["second_id", "first_id", "ended_at", "match_id", "kind", "ahead"]
    op.create_index("ix_meetings_second", "meetings", columns)
    op.drop_index("ix_results_rated", "results")
    op.drop_column("totals", "form")
    op.drop_table("meeting_totals")

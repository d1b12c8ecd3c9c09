"""one table of figures, a row for each match and seat

Matches are counted by the program, as it counts them. The tables that figures were in before are
emptied, and stay for programs of the version before that still run beside this one: they keep
nothing in them meanwhile. The next version drops them.

Revision ID: 0013
Revises: 0012
Create Date: 2026-11-23
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

SUMS = (
    *("matches", "won", "luck", "rounds", "out", "block", "tile", "drawn", "made", "given"),
    *("pips", "hands", "caught", "seen", "seconds", "timed", "lead_changes", "biggest"),
)
BEFORE = ("totals", "meeting_totals", "meetings", "results")
FIRST_SEAT, UNRATED = sa.text("seat = 0"), sa.text("rated = 0")


def upgrade() -> None:
    op.create_table(
        "match_results",
        *_numbers("player_id"),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        *_numbers("match_id", "seat"),
        sa.Column("kind", sa.String(96), nullable=False),
        *_numbers("side", "place", "version"),
        *(sa.Column(name, sa.Double(), nullable=False) for name in ("strength", "unsure")),
        *_numbers("rated", *SUMS),
        sa.PrimaryKeyConstraint(
            "player_id", "ended_at", "match_id", "seat", name="pk_match_results"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_match_results_match", "match_results", ["match_id", "player_id", "side", "place"]
    )
    op.create_index(
        *("ix_match_results_ended", "match_results", ["ended_at", "match_id", "kind"]),
        sqlite_where=FIRST_SEAT,
        postgresql_where=FIRST_SEAT,
    )
    op.create_index(
        *("ix_match_results_unrated", "match_results", ["ended_at", "match_id"]),
        sqlite_where=UNRATED,
        postgresql_where=UNRATED,
    )
    _empty()


def downgrade() -> None:
    """The version before counts all figures again."""
    _empty()
    op.drop_table("match_results")


def _empty() -> None:
    for table in BEFORE:
        op.execute(sa.delete(sa.table(table)))
    op.execute("UPDATE figure_state SET made_by = -1, rated_at = NULL, rated_match = NULL")


def _numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]

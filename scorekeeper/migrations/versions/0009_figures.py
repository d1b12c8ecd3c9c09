"""figures, counted from the matches that are over

They are counted by the program, as it counts them: here are only the tables.

Revision ID: 0009
Revises: 0008
Create Date: 2026-11-22
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

SUMS = (
    *("matches", "won", "luck", "rounds", "out", "block", "tile", "drawn", "made", "given"),
    *("pips", "hands", "caught", "seen", "seconds", "timed", "lead_changes", "biggest"),
)
RUNS = (
    *("last_match", "biggest_in", "opening", "opening_to"),
    *("run", "run_from", "longest", "longest_from", "longest_to"),
)


def upgrade() -> None:
    op.create_table(
        "results",
        *_numbers("match_id", "first_id", "second_id"),
        _moment("ended_at"),
        sa.Column("kind", sa.String(96), nullable=False),
        *_numbers("side", "place", "version"),
        *(sa.Column(name, sa.Float(), nullable=False) for name in ("strength", "unsure")),
        *_numbers("rated", *SUMS),
        sa.PrimaryKeyConstraint("match_id", "first_id", "second_id", name="pk_results"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_results_players", "results", ["first_id", "second_id", "ended_at", "match_id"]
    )
    op.create_index(
        "ix_results_kind", "results", ["first_id", "second_id", "kind", "ended_at", "match_id"]
    )
    op.create_table(
        "totals",
        *_numbers("first_id"),
        sa.Column("kind", sa.String(96), nullable=False),
        sa.Column("period", sa.String(7), nullable=False),
        *_numbers("second_id"),
        _moment("first_at"),
        _moment("last_at"),
        *_numbers(*RUNS, *SUMS),
        sa.PrimaryKeyConstraint("first_id", "kind", "period", "second_id", name="pk_totals"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_totals_second", "totals", ["second_id", "kind", "period", "first_id"])
    op.create_table(
        "meetings",
        *_numbers("match_id", "first_id", "second_id"),
        _moment("ended_at"),
        sa.Column("kind", sa.String(96), nullable=False),
        *_numbers("ahead"),
        sa.PrimaryKeyConstraint("match_id", "first_id", "second_id", name="pk_meetings"),
        sqlite_with_rowid=False,
    )
    for one, other in (("first", "second"), ("second", "first")):
        columns = [f"{one}_id", f"{other}_id", "ended_at", "match_id", "kind", "ahead"]
        op.create_index(f"ix_meetings_{one}", "meetings", columns)
    state = op.create_table(
        "figure_state",
        *_numbers("id", "made_by"),
        sa.Column("rated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rated_match", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_figure_state"),
    )
    # Where no match is over there is nothing to count.
    over = sa.text("SELECT id FROM matches WHERE finished_at IS NOT NULL LIMIT 1")
    counted = op.get_bind().scalar(over) is None
    op.bulk_insert(state, [{"id": 1, "made_by": int(counted)}])


def downgrade() -> None:
    """The figures can be counted again."""
    for table in ("figure_state", "meetings", "totals", "results"):
        op.drop_table(table)


def _numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def _moment(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)

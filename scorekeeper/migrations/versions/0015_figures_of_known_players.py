"""figures of known players alone, in one table

Since every seat has a player, a match of which the rows say that nobody is known on a seat is
counted again by the program: its rows are deleted here. The five tables that figures were in before
are empty, and go.

Revision ID: 0015
Revises: 0014
Create Date: 2026-11-24
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

EMPTY = ("figure_state", "meeting_totals", "meetings", "totals", "results")
RESULTS = sa.table("match_results", *map(sa.column, ("match_id", "player_id", "rated")))
UNKNOWN = sa.select(RESULTS.c.match_id).where((RESULTS.c.player_id == 0) | (RESULTS.c.rated < 0))


def upgrade() -> None:
    op.execute(sa.delete(RESULTS).where(RESULTS.c.match_id.in_(UNKNOWN)))
    for table in EMPTY:
        op.drop_table(table)


def downgrade() -> None:
    """The tables are made as empty as they were, for a program that counts all figures again."""
    scripts: Any = op.get_context().script
    for revision in ("0009", "0010"):
        scripts.get_revision(revision).module.upgrade()
    op.execute("UPDATE figure_state SET made_by = -1")

"""no number twice

Revision ID: 0004
Revises: 0003
Create Date: 2026-11-20
"""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _numbered_anew(sqlite_autoincrement=True)


def downgrade() -> None:
    _numbered_anew()


def _numbered_anew(**options: bool) -> None:
    """Make SQLite never give the id of a deleted row again; PostgreSQL never does."""
    if op.get_bind().dialect.name == "sqlite":
        for name in ("matches", "rule_sets"):
            with op.batch_alter_table(name, recreate="always", table_kwargs=options):
                pass

"""nothing: a scorebook of before the first release may be at this revision

Revision ID: 0016
Revises:
Create Date: 2026-11-26

It has all tables but those of club nights, which were called evenings; 0018 takes it from here.
"""

revision = "0016"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave a new scorebook without tables: 0018 makes all of them."""

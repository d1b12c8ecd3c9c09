"""a scorebook of a program of before the first release, without club nights

Revision ID: 0016
Revises:
Create Date: 2026-11-26

It has all tables but those of club nights, which were called evenings; 0019 takes it from here.
"""

revision = "0016"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave a new scorebook without tables: 0019 makes all of them."""

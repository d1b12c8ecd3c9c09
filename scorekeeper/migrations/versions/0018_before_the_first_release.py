"""a scorebook of a program of before the first release, with its club nights

Revision ID: 0018
Revises: 0016
Create Date: 2026-11-27

It has all tables; 0019 takes it from here.
"""

revision = "0018"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave a new scorebook without tables: 0019 makes all of them."""

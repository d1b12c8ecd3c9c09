"""the owner of each match, and of players on a site of links

No row gets an owner here: a migration does not know whether this is a house or a site of links. The
program that serves the scorebook does, and seats the players of each owner before it shows a page;
so it does where a house becomes a site later, or a site a house.

Revision ID: 0012
Revises: 0011
Create Date: 2026-11-23
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

PLAYERS = sa.table(
    "players",
    sa.column("id", sa.Integer()),
    sa.column("key", sa.String()),
    sa.column("colour", sa.Integer()),
)
SEATS = sa.table("seats", sa.column("player_id", sa.Integer()), sa.column("colour", sa.Integer()))
JOINS = sa.table("joins", sa.column("player_id", sa.Integer()))
# The highest number that a player ever had: none is given again.
LAST = sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'players'")
FORGET_LAST = sa.text("DELETE FROM sqlite_sequence WHERE name = 'players'")
KEEP_LAST = sa.text("INSERT INTO sqlite_sequence VALUES ('players', :last)")


def upgrade() -> None:
    # The defaults are for programs of the version before that still run beside this one.
    op.add_column("matches", _owner())
    last = _last_number()
    with op.batch_alter_table("players", table_kwargs={"sqlite_autoincrement": True}) as players:
        players.add_column(_owner())
        players.drop_constraint("uq_players_key", type_="unique")
        players.create_unique_constraint("uq_players_owner_key", ["owner", "key"])
    _go_on_from(last)


def downgrade() -> None:
    """Players of one name become one, whoever started their matches, and are counted anew."""
    _make_one_of_each_name()
    last = _last_number()
    with op.batch_alter_table("players", table_kwargs={"sqlite_autoincrement": True}) as players:
        players.drop_constraint("uq_players_owner_key", type_="unique")
        players.create_unique_constraint("uq_players_key", ["key"])
        players.drop_column("owner")
    _go_on_from(last)
    op.drop_column("matches", "owner")


def _owner() -> sa.Column[str]:
    return sa.Column("owner", sa.String(32), nullable=False, server_default="")


def _last_number() -> int | None:
    """Return the highest number of a player; PostgreSQL keeps it by itself."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    return op.get_bind().scalar(LAST) if sqlite else None


def _go_on_from(last: int | None) -> None:
    """Number players from there, although SQLite has another table now."""
    if last is not None:
        op.execute(FORGET_LAST)
        op.execute(KEEP_LAST.bindparams(last=last))


def _make_one_of_each_name() -> None:
    connection = op.get_bind()
    first: dict[str, sa.Row[tuple[int, str, int]]] = {}
    others = 0
    for row in connection.execute(sa.select(PLAYERS).order_by(PLAYERS.c.id)).all():
        same = first.setdefault(row.key, row)
        if same.id == row.id:
            continue
        seats = sa.update(SEATS).where(SEATS.c.player_id == row.id)
        connection.execute(seats.values(player_id=same.id, colour=same.colour))
        joins = sa.update(JOINS).where(JOINS.c.player_id == row.id)
        connection.execute(joins.values(player_id=same.id))
        connection.execute(sa.delete(PLAYERS).where(PLAYERS.c.id == row.id))
        others += 1
    if others:
        # All that was counted is deleted first.
        op.execute("UPDATE figure_state SET made_by = -1, rated_at = NULL, rated_match = NULL")

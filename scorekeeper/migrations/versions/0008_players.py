"""players, who are the same in every match

Revision ID: 0008
Revises: 0007
Create Date: 2026-11-22
"""

from itertools import groupby
from unicodedata import category, normalize

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

NAMES_CHANGED = sa.text("kind = 'names'")
COLOURS = (1, 2, 3, 4, 5)
FILLERS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
SHAPELESS = {
    "\u034f",
    *map(chr, range(0x180B, 0x1810)),
    *map(chr, range(0xFE00, 0xFE10)),
    *map(chr, range(0xE0100, 0xE01F0)),
}
CYRILLIC = (
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445"
    "\u0455\u0456\u0458\u04af\u04bb\u04cf\u0501\u051b\u051d"
)
GREEK = "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03f3"
LATIN = str.maketrans(CYRILLIC + GREEK, "abekmhopctyxsijyhldqw" + "abezhikmnoptyxj")

SEATS = sa.table(
    "seats",
    sa.column("match_id", sa.Integer()),
    sa.column("position", sa.Integer()),
    sa.column("name", sa.String()),
    sa.column("name_key", sa.String()),
    sa.column("player_id", sa.Integer()),
    sa.column("colour", sa.Integer()),
)
PLAYERS = sa.table(
    "players",
    sa.column("id", sa.Integer()),
    sa.column("key", sa.String()),
    sa.column("name", sa.String()),
    sa.column("colour", sa.Integer()),
    sa.column("hidden", sa.Boolean()),
    sa.column("forgotten", sa.Boolean()),
)
CHANGES = sa.table(
    "changes",
    sa.column("match_id", sa.Integer()),
    sa.column("version", sa.Integer()),
    sa.column("kind", sa.String()),
    sa.column("before", sa.JSON()),
    sa.column("after", sa.JSON()),
    sa.column("undoes", sa.Integer()),
    sa.column("redoes", sa.Integer()),
    sa.column("state", sa.String()),
)


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(800), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("forgotten", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("key", name="uq_players_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "joins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entry_key", sa.String(64), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("joined", sa.JSON(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_joins_player_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_joins"),
        sa.UniqueConstraint("entry_key", name="uq_joins_entry_key"),
    )
    op.create_index("ix_joins_player_id", "joins", ["player_id"])
    with op.batch_alter_table("seats") as seats:
        # Without a value for programs of the version before that still run beside this one.
        seats.add_column(sa.Column("player_id", sa.Integer(), nullable=True))
        seats.add_column(sa.Column("colour", sa.Integer(), nullable=True))
        seats.create_foreign_key("fk_seats_player_id_players", "players", ["player_id"], ["id"])
    _seat_players()
    op.create_index("ix_seats_player_id_match_id", "seats", ["player_id", "match_id"])
    op.create_index(
        "ix_changes_names",
        "changes",
        ["match_id"],
        sqlite_where=NAMES_CHANGED,
        postgresql_where=NAMES_CHANGED,
    )


def downgrade() -> None:
    """Colours, and who is hidden or joined, are lost; names stay as they are."""
    _log_as_names()
    op.drop_index("ix_changes_names", "changes")
    op.drop_index("ix_seats_player_id_match_id", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint("fk_seats_player_id_players", type_="foreignkey")
        seats.drop_column("colour")
        seats.drop_column("player_id")
    op.drop_table("joins")
    op.drop_table("players")


def _seat_players() -> None:
    """Make a player of each name, in the order in which they first sat down."""
    connection = op.get_bind()
    seats = sa.select(SEATS.c.match_id, SEATS.c.position, SEATS.c.name)
    rows = connection.execute(seats.order_by(SEATS.c.match_id, SEATS.c.position)).all()
    players: dict[str, dict[str, object]] = {}
    # The name on a seat says who sits there, but for the second of two of one name.
    keys_by_name: dict[str, str] = {}
    seconds: list[tuple[int, int, str]] = []
    for match_id, table in groupby(rows, key=lambda row: row.match_id):
        seated = [*table]
        keys = keys_of([row.name for row in seated])
        taken = {players[key]["colour"] for key in keys if key in players}
        for row, key in zip(seated, keys, strict=True):
            if key not in players:
                colour = _next_colour(row.position, taken)
                taken.add(colour)
                players[key] = {"key": key, "colour": colour, "hidden": False, "forgotten": False}
            # As it was written last.
            players[key]["name"] = row.name
            if key == look(row.name):
                keys_by_name[row.name] = key
            else:
                seconds.append((match_id, row.position, key))
    if not players:
        return
    connection.execute(sa.insert(PLAYERS), [*players.values()])
    ids = {row.key: row.id for row in connection.execute(sa.select(PLAYERS.c.key, PLAYERS.c.id))}
    by_name = (
        sa.update(SEATS)
        .where(SEATS.c.name_key == sa.bindparam("folded"), SEATS.c.name == sa.bindparam("named"))
        .values(player_id=sa.bindparam("player"), colour=sa.bindparam("painted"))
    )
    folds = sa.select(SEATS.c.name_key, SEATS.c.name).distinct()
    named = [
        {
            "folded": fold,
            "named": name,
            "player": ids[keys_by_name[name]],
            "painted": players[keys_by_name[name]]["colour"],
        }
        for fold, name in connection.execute(folds).all()
        if name in keys_by_name
    ]
    if named:
        connection.execute(by_name, named)
    for match_id, position, key in seconds:
        at = (SEATS.c.match_id == match_id, SEATS.c.position == position)
        values = {"player_id": ids[key], "colour": players[key]["colour"]}
        connection.execute(sa.update(SEATS).where(*at).values(values))


def _log_as_names() -> None:
    """Turn changes of players into changes of names that do nothing: the version before has them.

    As after every change of names, what was undone before can no longer be redone.
    """
    connection = op.get_bind()
    those = sa.select(CHANGES.c.match_id).where(CHANGES.c.kind == "player").distinct()
    for match_id in connection.scalars(those).all():
        log = sa.select(CHANGES).where(CHANGES.c.match_id == match_id).order_by(CHANGES.c.version)
        names: list[str] = []
        undone: set[int] = set()
        for row in connection.execute(log).all():
            this = sa.update(CHANGES).where(CHANGES.c.match_id == match_id)
            if row.kind in ("opened", "imported", "names"):
                names = [*row.after["names"]]
            elif row.kind == "seats":
                one, other = row.after["swap"]
                names[one], names[other] = names[other], names[one]
            if row.kind == "player":
                same = {"kind": "names", "before": {"names": names}, "after": {"names": names}}
                connection.execute(this.where(CHANGES.c.version == row.version).values(same))
                dropped = this.where(CHANGES.c.version.in_(undone), CHANGES.c.state == "undone")
                connection.execute(dropped.values(state="dropped"))
            undone = (undone | {row.undoes}) - {row.redoes, None}


def _next_colour(seat: int, taken: set[object]) -> int:
    first = seat % len(COLOURS)
    around = [*COLOURS[first:], *COLOURS[:first]]
    return next((colour for colour in around if colour not in taken), around[0])


def keys_of(names: list[str]) -> list[str]:
    """Return the key of the player on each seat of a match."""
    keys: list[str] = []
    for name in names:
        key = look(name)
        times = keys.count(key)
        while key in keys:
            times += 1
            key = f"{look(name)} ({times})"
        keys.append(key)
    return keys


def look(name: str) -> str:
    """Return a text that is the same for names that look the same."""
    seen = "".join(" " if letter in FILLERS else letter for letter in name if _shows(letter))
    letters = normalize("NFKD", normalize("NFKC", seen).casefold())
    return " ".join(normalize("NFKC", letters.translate(LATIN)).split())


def _shows(letter: str) -> bool:
    return letter not in SHAPELESS and category(letter) not in ("Cc", "Cf")

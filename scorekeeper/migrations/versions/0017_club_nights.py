"""a log of the changes of club nights, which were called evenings

Revision ID: 0017
Revises: 0016
Create Date: 2026-11-26
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

JSON, TIME = sa.JSON(), sa.DateTime(timezone=True)
# What stays as it is of an evening.
KEPT = {
    **dict.fromkeys(("id", "key", "entry_key", "owner", "name", "game_id", "version"), None),
    "rules": JSON,
    "settings": JSON,
    "created_at": TIME,
}


def _table(table: str, **types: Any) -> Any:
    return sa.table(table, *(sa.column(column, kind) for column, kind in types.items()))


EVENINGS = _table("evenings", **KEPT, rounds=JSON)
CAME = _table(
    "evening_people",
    evening_id=None,
    position=None,
    player_id=None,
    partner=None,
    here=sa.Boolean(),
)
NIGHTS = _table("club_nights", **KEPT, record=JSON, generation=None)
PEOPLE = _table("club_people", night_id=None, player_id=None)
CHANGES = _table(
    "club_changes",
    **dict.fromkeys(("night_id", "version", "entry_key", "kind", "state", "device"), None),
    after=JSON,
    made_at=TIME,
)
MATCHES = _table("matches", id=None, entry_key=None)


def upgrade() -> None:
    _create_tables()
    connection = op.get_bind()
    for row in connection.execute(sa.select(EVENINGS).order_by(EVENINGS.c.id)).mappings().all():
        came = sa.select(CAME).where(CAME.c.evening_id == row["id"]).order_by(CAME.c.position)
        record = _record(row["rounds"], connection.execute(came).all())
        op.execute(
            sa.insert(NIGHTS).values(
                **{name: row[name] for name in KEPT}, record=record, generation=1
            )
        )
        for person in record["people"]:
            op.execute(sa.insert(PEOPLE).values(night_id=row["id"], player_id=person))
        started = {"night_id": row["id"], "version": row["version"], "entry_key": row["entry_key"]}
        started |= {"kind": "started", "after": record, "state": "done", "device": ""}
        op.execute(sa.insert(CHANGES).values(**started, made_at=row["created_at"]))
    _call_matches("evening", "club")
    op.drop_table("evening_people")
    op.drop_table("evenings")
    if connection.dialect.name == "postgresql":
        last = "SELECT coalesce(max(id), 0) + 1 FROM club_nights"
        op.execute(f"SELECT setval(pg_get_serial_sequence('club_nights', 'id'), ({last}), false)")


def downgrade() -> None:
    """Club nights go; their matches stay."""
    for table in ("club_changes", "club_people", "club_nights"):
        op.drop_table(table)
    scripts: Any = op.get_context().script
    scripts.get_revision("0016").module.create_evenings()
    _call_matches("club", "evening")


def _call_matches(old: str, new: str) -> None:
    """Let the entry keys of matches say where they are played in another word."""
    played_there = sa.select(MATCHES).where(MATCHES.c.entry_key.like(f"{old} %"))
    for row in op.get_bind().execute(played_there).all():
        entry_key = f"{new} {row.entry_key.partition(' ')[2]}"
        op.execute(sa.update(MATCHES).where(MATCHES.c.id == row.id).values(entry_key=entry_key))


def _record(rounds: Sequence[Any], came: Sequence[Any]) -> dict[str, Any]:
    """Write people by their numbers, who were positions; a pair was two who named each other."""
    number = [person.player_id for person in came]
    pairs = [
        [person.player_id, number[person.partner]]
        for person in came
        if person.partner is not None
        and person.position < person.partner
        and came[person.partner].partner == person.position
    ]
    numbered = [
        {
            **each,
            "tables": [[[number[at] for at in side] for side in sides] for sides in each["tables"]],
            "sit_out": [number[at] for at in each["sit_out"]],
        }
        for each in rounds
    ]
    return {
        "people": [*dict.fromkeys(number)],
        "gone": [person.player_id for person in came if not person.here],
        "pairs": pairs,
        "ended": False,
        **{f"round {at}": each for at, each in enumerate(numbered, start=1)},
    }


def _create_tables() -> None:
    op.create_table(
        "club_nights",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("entry_key", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("binned_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_club_nights"),
        sa.UniqueConstraint("key", name="uq_club_nights_key"),
        sa.UniqueConstraint("entry_key", name="uq_club_nights_entry_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "club_people",
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("night_id", "player_id", name="pk_club_people"),
        sa.ForeignKeyConstraint(
            ["night_id"], ["club_nights.id"], name="fk_club_people_night_id_club_nights"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_club_people_player_id_players"
        ),
    )
    op.create_index("ix_club_people_player_id", "club_people", ["player_id"])
    op.create_table(
        "club_changes",
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("entry_key", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("redoes", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("night_id", "version", name="pk_club_changes"),
        sa.ForeignKeyConstraint(
            ["night_id"], ["club_nights.id"], name="fk_club_changes_night_id_club_nights"
        ),
        sa.UniqueConstraint("night_id", "entry_key", name="uq_club_changes_night_id_entry_key"),
    )

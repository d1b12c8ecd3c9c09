"""changes, drafts, links and the bin

Revision ID: 0003
Revises: 0002
Create Date: 2026-11-20
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

MATCHES = sa.table(
    "matches",
    sa.column("id", sa.Integer()),
    sa.column("entry_key", sa.String()),
    sa.column("rules", sa.JSON()),
    sa.column("opening_seat", sa.Integer()),
    sa.column("version", sa.Integer()),
    sa.column("created_at", sa.DateTime(timezone=True)),
)
SEATS = sa.table(
    "seats",
    sa.column("match_id", sa.Integer()),
    sa.column("position", sa.Integer()),
    sa.column("name", sa.String()),
)
ROUND = (
    sa.column("match_id", sa.Integer()),
    sa.column("number", sa.Integer()),
    sa.column("record", sa.JSON()),
    sa.column("recorded_at", sa.DateTime(timezone=True)),
)
ROUNDS = sa.table("rounds", *ROUND)
OLD_ROUNDS = sa.table(
    "rounds",
    *[sa.column(each.name, each.type) for each in ROUND],
    sa.column("id", sa.Integer()),
    sa.column("entry_key", sa.String()),
    sa.column("undone_at", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.add_column(
            sa.Column("play_on_to", sa.Integer(), nullable=False, server_default="0")
        )
        matches.add_column(sa.Column("binned_at", sa.DateTime(timezone=True), nullable=True))
        for kind in ("watch", "score", "own"):
            matches.add_column(
                sa.Column(f"{kind}_generation", sa.Integer(), nullable=False, server_default="1")
            )
    changes = op.create_table(
        "changes",
        sa.Column("match_id", sa.Integer(), nullable=False),
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
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_changes_match_id_matches"),
        sa.PrimaryKeyConstraint("match_id", "version", name="pk_changes"),
        sa.UniqueConstraint("match_id", "entry_key", name="uq_changes_match_id_entry_key"),
    )
    op.create_table(
        "drafts",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("part", sa.String(16), nullable=False),
        sa.Column("fields", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_drafts_match_id_matches"),
        sa.PrimaryKeyConstraint("match_id", "number", "part", name="pk_drafts"),
    )
    carry_over(changes)


def carry_over(changes: sa.Table) -> None:
    """Write the log of every match from its rounds, and keep the rounds that count."""
    connection = op.get_bind()
    recorded = connection.execute(sa.select(OLD_ROUNDS).order_by(OLD_ROUNDS.c.recorded_at)).all()
    op.drop_table("rounds")
    rounds = op.create_table(
        "rounds",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_rounds_match_id_matches"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_rounds"),
    )
    kept = [each for each in recorded if each.undone_at is None]
    if kept:
        op.bulk_insert(rounds, [a_round(each) for each in kept])
    for match in connection.execute(sa.select(MATCHES)).all():
        names = connection.scalars(
            sa.select(SEATS.c.name).filter_by(match_id=match.id).order_by(SEATS.c.position)
        ).all()
        theirs = [each for each in recorded if each.match_id == match.id]
        told = [opening(match, names), *happened(theirs)]
        op.bulk_insert(changes, [{"match_id": match.id, **change} for change in told])
        connection.execute(
            sa.update(MATCHES).where(MATCHES.c.id == match.id).values(version=len(told) - 1)
        )


def downgrade() -> None:
    """Keep the rounds that count; the log is lost."""
    connection = op.get_bind()
    rows = connection.execute(ROUNDS.select()).all()
    kept = [{**a_round(row), "entry_key": f"round {row.number}"} for row in rows]
    for name in ("rounds", "drafts", "changes"):
        op.drop_table(name)
    rounds = op.create_table(
        "rounds",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("entry_key", sa.String(64), nullable=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_rounds_match_id_matches"),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
        sa.UniqueConstraint("match_id", "entry_key", name="uq_rounds_match_id_entry_key"),
    )
    if kept:
        op.bulk_insert(rounds, kept)
    op.create_index(
        "uq_rounds_match_id_number_counting",
        "rounds",
        ["match_id", "number"],
        unique=True,
        sqlite_where=sa.text("undone_at IS NULL"),
        postgresql_where=sa.text("undone_at IS NULL"),
    )
    with op.batch_alter_table("matches") as matches:
        for kind in ("watch", "score", "own"):
            matches.drop_column(f"{kind}_generation")
        matches.drop_column("binned_at")
        matches.drop_column("play_on_to")


def a_round(row: Any) -> dict[str, Any]:
    return {
        "match_id": row.match_id,
        "number": row.number,
        "record": row.record,
        "recorded_at": row.recorded_at,
    }


def opening(match: Any, names: Sequence[str]) -> dict[str, Any]:
    """Return the change that opened a match: its version 0."""
    after = {
        "names": list(names),
        "goal": match.rules["match"]["goal"],
        "opening_seat": match.opening_seat,
        "play_on_to": 0,
        "rounds": [],
    }
    return a_change(0, "opened", match.entry_key, match.created_at, None, after)


def happened(rows: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Return the changes that recorded and undid each round, in order of time."""
    told: list[tuple[datetime, int, Any]] = []
    for row in rows:
        told.append((row.recorded_at, row.id, row))
        if row.undone_at is not None:
            told.append((row.undone_at, 0, row))
    told.sort(key=lambda each: each[:2])
    versions: dict[int, int] = {}
    for place, (moment, recorded, row) in enumerate(told):
        version = place + 1
        entry = {**row.record, "recorded_at": in_utc(row.recorded_at).isoformat()}
        without = {"number": row.number, "rounds": []}
        with_it = {"number": row.number, "rounds": [entry]}
        if recorded:
            versions[row.id] = version
            change = a_change(version, "rounds", row.entry_key, moment, without, with_it)
            yield change | {"state": "done" if row.undone_at is None else "dropped"}
        else:
            key = f"undo of {versions[row.id]}"
            undo = a_change(version, "rounds", key, moment, with_it, without)
            yield undo | {"undoes": versions[row.id]}


def in_utc(moment: datetime) -> datetime:
    """Return a time in UTC; SQLite stores all of them in UTC, without the zone."""
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def a_change(
    version: int,
    kind: str,
    entry_key: str,
    made_at: datetime,
    before: dict[str, Any] | None,
    after: dict[str, Any],
) -> dict[str, Any]:
    return {
        "version": version,
        "entry_key": entry_key,
        "kind": kind,
        "before": before,
        "after": after,
        "undoes": None,
        "redoes": None,
        "state": "done",
        "device": "",
        "made_at": made_at,
    }

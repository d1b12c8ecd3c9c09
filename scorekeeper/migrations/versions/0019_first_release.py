"""the tables of the first release; the club nights of a scorebook of before were called evenings

Revision ID: 0019
Revises: 0018
Create Date: 2026-11-27
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
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
    """Make all tables, or bring those of a scorebook of before up to date."""
    tables = sa.inspect(op.get_bind()).get_table_names()
    if "matches" in tables:
        _bring_up_to_date(tables)
        return
    _create_matches()
    _create_logs()
    _create_players()
    _create_others()
    _create_club_nights()
    _create_figures()


def _bring_up_to_date(tables: Sequence[str]) -> None:
    """Add and drop what differs; all figures are counted again."""
    columns = {each["name"] for each in sa.inspect(op.get_bind()).get_columns("matches")}
    if "lineups" not in columns:
        op.add_column("matches", sa.Column("lineups", sa.JSON(), nullable=True))
    if "started_generation" in columns:
        op.drop_column("matches", "started_generation")
    if "news" in tables:
        op.drop_table("news")
    if "evenings" in tables:
        _create_club_nights()
        _make_club_nights_of_evenings()
    op.drop_table("match_results")
    _create_figures()


def _make_club_nights_of_evenings() -> None:
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
    _rename_in_entry_keys()
    op.drop_table("evening_people")
    op.drop_table("evenings")
    if connection.dialect.name == "postgresql":
        last = "SELECT coalesce(max(id), 0) + 1 FROM club_nights"
        op.execute(f"SELECT setval(pg_get_serial_sequence('club_nights', 'id'), ({last}), false)")


def _rename_in_entry_keys() -> None:
    """Let the entry keys of matches say that they are played at a club night."""
    played_there = sa.select(MATCHES).where(MATCHES.c.entry_key.like("evening %"))
    for row in op.get_bind().execute(played_there).all():
        entry_key = f"club {row.entry_key.partition(' ')[2]}"
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


def _partial_index(name: str, table: str, columns: list[str], condition: str, **more: Any) -> None:
    where = sa.text(condition)
    op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where, **more)


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entry_key", sa.String(64), nullable=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("partners", sa.Boolean(), nullable=False),
        sa.Column("opening_seat", sa.Integer(), nullable=True),
        sa.Column("play_on_to", sa.Integer(), nullable=False),
        sa.Column("lineups", sa.JSON(), nullable=True),
        sa.Column("timer", sa.JSON(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("binned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("watch_generation", sa.Integer(), nullable=False),
        sa.Column("score_generation", sa.Integer(), nullable=False),
        sa.Column("own_generation", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("entry_key", name="uq_matches_entry_key"),
        sqlite_autoincrement=True,
    )
    _partial_index("ix_matches_binned", "matches", ["changed_at", "id"], "binned_at IS NOT NULL")
    _partial_index("ix_matches_finished", "matches", ["finished_at", "id"], "binned_at IS NULL")
    _partial_index(
        "ix_matches_game", "matches", ["game_id", "finished_at", "id"], "binned_at IS NULL"
    )
    _partial_index(
        "ix_matches_open",
        "matches",
        ["changed_at", "id"],
        "binned_at IS NULL AND finished_at IS NULL",
    )


def _create_logs() -> None:
    op.create_table(
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
    _partial_index("ix_changes_names", "changes", ["match_id"], "kind = 'names'")
    op.create_table(
        "rounds",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("record", sa.JSON(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_rounds_match_id_matches"),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_rounds"),
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


def _create_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(32), nullable=False),
        sa.Column("key", sa.String(800), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("folded", sa.String(120), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("forgotten", sa.Boolean(), nullable=False),
        sa.Column("same_as", sa.Integer(), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("joined_by", sa.String(64), nullable=True),
        sa.ForeignKeyConstraint(["same_as"], ["players.id"], name="fk_players_same_as_players"),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("joined_by", name="uq_players_joined_by"),
        sqlite_autoincrement=True,
    )
    _partial_index("ix_players_key", "players", ["owner", "key"], "same_as IS NULL", unique=True)
    op.create_index("ix_players_same_as", "players", ["same_as"])
    op.create_table(
        "seats",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("logged_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["logged_id"], ["players.id"], name="fk_seats_logged_id_players"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seats_match_id_matches"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_seats_player_id_players"),
        sa.PrimaryKeyConstraint("match_id", "position", name="pk_seats"),
    )
    op.create_index("ix_seats_logged_id", "seats", ["logged_id"])
    op.create_index("ix_seats_player_id_match_id", "seats", ["player_id", "match_id"])


def _create_others() -> None:
    op.create_table(
        "owners",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_owners_match_id_matches"),
        sa.PrimaryKeyConstraint("match_id", "device", name="pk_owners"),
    )
    op.create_index("ix_owners_device", "owners", ["device"])
    op.create_table(
        "rule_sets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_key", sa.String(120), nullable=False),
        sa.Column("game_id", sa.String(64), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rule_sets"),
        sa.UniqueConstraint("name_key", name="uq_rule_sets_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "counts",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_counts"),
    )
    op.create_index("ix_counts_due", "counts", ["due"])


def _create_club_nights() -> None:
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


def _create_figures() -> None:
    op.create_table(
        "match_results",
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("match_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("whole", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(96), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("strength", sa.Double(), nullable=False),
        sa.Column("unsure", sa.Double(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("luck", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("out", sa.Integer(), nullable=False),
        sa.Column("block", sa.Integer(), nullable=False),
        sa.Column("tile", sa.Integer(), nullable=False),
        sa.Column("by_points", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("given", sa.Integer(), nullable=False),
        sa.Column("pips", sa.Integer(), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("caught", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("timed", sa.Integer(), nullable=False),
        sa.Column("lead_changes", sa.Integer(), nullable=False),
        sa.Column("biggest", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "player_id", "ended_at", "match_id", "seat", name="pk_match_results"
        ),
        sqlite_with_rowid=False,
    )
    _partial_index(
        "ix_match_results_ended", "match_results", ["ended_at", "match_id", "kind"], "seat = 0"
    )
    op.create_index(
        "ix_match_results_match",
        "match_results",
        ["match_id", "player_id", "side", "place"],
    )
    _partial_index(
        "ix_match_results_unrated", "match_results", ["ended_at", "match_id"], "rated = 0"
    )

"""the name of a player stands once: seats and logs have numbers

A name that is in an old log alone gets a player, whom no seat has. Who was joined with somebody is
a player again, who says with whom; their numbers are in the logs where their names stood.

A program of the version before does not find the names where it looks for them: it answers that it
cannot, and writes nothing that is wrong. Stop all of them, then start the new ones.

Revision ID: 0014
Revises: 0013
Create Date: 2026-11-23
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import groupby
from secrets import randbelow
from typing import Any
from unicodedata import combining, normalize

import sqlalchemy as sa
from alembic import op

from scorekeeper.migrations.logged_names import Place, followed, names_in, sitting_after

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

SIDES = ("before", "after")
AT_ONCE = 500
# As players of owners are numbered.
FIRST_DRAWN, DRAWN = 2**20, 2**30
BEST = 5
NOT_JOINED = sa.text("same_as IS NULL")

MATCHES = sa.table("matches", sa.column("id", sa.Integer()), sa.column("version", sa.Integer()))
SEATS = sa.table(
    "seats",
    *(sa.column(name, sa.Integer()) for name in ("match_id", "position", "player_id")),
    *(sa.column(name, sa.Integer()) for name in ("logged_id", "colour")),
    *(sa.column(name, sa.String()) for name in ("name", "name_key")),
)
PLAYERS = sa.table(
    "players",
    *(sa.column(name, sa.Integer()) for name in ("id", "colour", "same_as")),
    *(sa.column(name, sa.String()) for name in ("owner", "key", "name", "folded", "joined_by")),
    *(sa.column(name, sa.Boolean()) for name in ("hidden", "forgotten")),
    sa.column("joined_at", sa.DateTime(timezone=True)),
)
JOINS = sa.table(
    "joins",
    *(sa.column(name, sa.Integer()) for name in ("id", "player_id")),
    sa.column("entry_key", sa.String()),
    *(sa.column(name, sa.JSON()) for name in ("joined", "places")),
    sa.column("made_at", sa.DateTime(timezone=True)),
)
CHANGES = sa.table(
    "changes",
    *(sa.column(name, sa.Integer()) for name in ("match_id", "version", "undoes", "redoes")),
    sa.column("kind", sa.String()),
    *(sa.column(side, sa.JSON()) for side in SIDES),
)
LOGS = (
    sa.select(CHANGES)
    .where(CHANGES.c.kind.in_(("opened", "imported", "names", "seats")))
    .order_by(CHANGES.c.match_id, CHANGES.c.version)
)
REWRITTEN = sa.update(CHANGES).where(
    CHANGES.c.match_id == sa.bindparam("of_match"), CHANGES.c.version == sa.bindparam("to_version")
)
# The highest number that a player ever had: none is given again.
LAST = sa.text("SELECT seq FROM sqlite_sequence WHERE name = 'players'")
FORGET_LAST = sa.text("DELETE FROM sqlite_sequence WHERE name = 'players'")
KEEP_LAST = sa.text("INSERT INTO sqlite_sequence VALUES ('players', :last)")


def upgrade() -> None:
    last = _last_number()
    with op.batch_alter_table("players", table_kwargs={"sqlite_autoincrement": True}) as players:
        players.add_column(sa.Column("folded", sa.String(120), nullable=False, server_default=""))
        players.add_column(sa.Column("same_as", sa.Integer(), nullable=True))
        players.add_column(sa.Column("joined_at", sa.DateTime(timezone=True), nullable=True))
        players.add_column(sa.Column("joined_by", sa.String(64), nullable=True))
        players.drop_constraint("uq_players_owner_key", type_="unique")
        players.create_unique_constraint("uq_players_joined_by", ["joined_by"])
        players.create_foreign_key("fk_players_same_as_players", "players", ["same_as"], ["id"])
    _go_on_from(last)
    op.add_column("seats", sa.Column("logged_id", sa.Integer(), nullable=True))
    people = _People()
    people.take_joins()
    for match_ids in _parts():
        people.number(match_ids)
    _fold()
    op.create_index("ix_players_same_as", "players", ["same_as"])
    op.create_index(
        *("ix_players_key", "players", ["owner", "key"]),
        unique=True,
        sqlite_where=NOT_JOINED,
        postgresql_where=NOT_JOINED,
    )
    op.drop_index("ix_seats_name_key_match_id", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("player_id", existing_type=sa.Integer(), nullable=False)
        seats.alter_column("logged_id", existing_type=sa.Integer(), nullable=False)
        seats.create_foreign_key("fk_seats_logged_id_players", "players", ["logged_id"], ["id"])
        for name in ("name", "name_key", "colour"):
            seats.drop_column(name)
    op.create_index("ix_seats_logged_id", "seats", ["logged_id"])
    op.drop_table("joins")


def downgrade() -> None:
    """Names are written into logs again, as they are now; who is in logs alone has no number."""
    connection = op.get_bind()
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
    for name, kind in {"name": sa.String(40), "name_key": sa.String(120)}.items():
        op.add_column("seats", sa.Column(name, kind, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("colour", sa.Integer(), nullable=True))
    players: dict[int, Any] = {row.id: row for row in connection.execute(sa.select(PLAYERS)).all()}

    def up(number: int) -> list[int]:
        """List a number, whom it was joined with, and so on."""
        same_as = players[number].same_as
        return [number, *(up(same_as) if same_as else ())]

    places = defaultdict[int, dict[str, list[Place]]](lambda: defaultdict(list))
    for match_ids in _parts():
        written: dict[str, list[dict[str, Any]]] = {side: [] for side in SIDES}
        for row in connection.execute(LOGS.where(CHANGES.c.match_id.in_(match_ids))).all():
            for side in SIDES:
                table = getattr(row, side) or {}
                if "players" not in table:
                    continue
                chains = [up(number) for number in table["players"]]
                names = [players[chain[-1]].name for chain in chains]
                written[side].append(_as(row, table, "players", "names", names))
                for seat, chain in enumerate(chains):
                    for number in chain[:-1]:
                        places[number][str(row.match_id)].append((row.version, side, seat))
        _rewrite(written)
    of_player = SEATS.c.player_id == sa.bindparam("number")
    named = [
        {"number": row.id, "was": row.name, "fold": row.folded, "painted": row.colour}
        for row in players.values()
    ]
    if named:
        values: dict[str, Any] = {name: sa.bindparam(new) for name, new in _SEAT_NAMED.items()}
        connection.execute(sa.update(SEATS).where(of_player).values(values), named)
    _give_joins_back(players, places, up)
    op.drop_index("ix_players_key", "players")
    op.drop_index("ix_seats_logged_id", "seats")
    with op.batch_alter_table("seats") as seats:
        seats.drop_constraint("fk_seats_logged_id_players", type_="foreignkey")
        seats.alter_column("player_id", existing_type=sa.Integer(), nullable=True)
        seats.alter_column("name", existing_type=sa.String(40), server_default=None)
        seats.drop_column("logged_id")
    op.create_index("ix_seats_name_key_match_id", "seats", ["name_key", "match_id"])
    op.drop_index("ix_players_same_as", "players")
    connection.execute(sa.update(PLAYERS).values(same_as=None))
    seated = sa.select(SEATS.c.player_id)
    connection.execute(sa.delete(PLAYERS).where(PLAYERS.c.id.not_in(seated)))
    last = _last_number()
    with op.batch_alter_table("players", table_kwargs={"sqlite_autoincrement": True}) as table:
        table.drop_constraint("fk_players_same_as_players", type_="foreignkey")
        table.drop_constraint("uq_players_joined_by", type_="unique")
        for name in ("folded", "same_as", "joined_at", "joined_by"):
            table.drop_column(name)
        table.create_unique_constraint("uq_players_owner_key", ["owner", "key"])
    _go_on_from(last)


_SEAT_NAMED = {"name": "was", "name_key": "fold", "colour": "painted"}


class _People:
    """The players, by owner and key; and who was joined, by number."""

    def __init__(self) -> None:
        self.connection = op.get_bind()
        rows = self.connection.execute(sa.select(PLAYERS)).all()
        self.numbers = {(row.owner, row.key): row.id for row in rows}
        self.owners = {row.id: row.owner for row in rows}
        self.parents: dict[int, int] = {}
        # By match: whose places they are, with the version up to which all of them are known.
        self.places = defaultdict[int, list[tuple[int, int, set[Place]]]](list)

    def take_joins(self) -> None:
        """Make players again of those who were joined, the last join first."""
        joins = self.connection.execute(sa.select(JOINS).order_by(JOINS.c.id.desc())).all()
        number_of: dict[int, int] = {}
        for join in joins:
            # Whoever was joined with somebody who was joined later is under the first of these.
            above = [each.id for each in joins if join.id in each.joined["joins"]]
            parent = number_of[min(above)] if above else join.player_id
            was = join.joined
            alike = {name: was[name] for name in ("key", "name", "colour", "hidden", "forgotten")}
            number = self._add(
                self.owners[join.player_id],
                *(was["id"], alike),
                same_as=parent,
                joined_at=join.made_at,
                joined_by=join.entry_key,
            )
            number_of[join.id], self.parents[number] = number, parent
            for match_id, place in join.places.items():
                known = {(version, side, seat) for version, side, seat in place["places"]}
                self.places[int(match_id)].append((number, place["until"], known))

    def number(self, match_ids: Collection[int]) -> None:
        """Write numbers into the logs of some matches, and on their seats."""
        where = SEATS.c.match_id.in_(match_ids)
        seats = sa.select(SEATS).where(where).order_by(SEATS.c.match_id, SEATS.c.position)
        logs = self.connection.execute(LOGS.where(CHANGES.c.match_id.in_(match_ids))).all()
        log_of = {number: [*log] for number, log in groupby(logs, key=lambda row: row.match_id)}
        seated: list[dict[str, int]] = []
        written: dict[str, list[dict[str, Any]]] = {side: [] for side in SIDES}
        for match_id, table in groupby(
            self.connection.execute(seats).all(), key=lambda row: row.match_id
        ):
            sitting, log = [*table], log_of.get(match_id, [])
            owner = next((self.owners[row.player_id] for row in sitting if row.player_id), "")
            named = self._of_names(owner, [row.name for row in sitting])
            by_now = [row.player_id or one for row, one in zip(sitting, named, strict=True)]
            numbers = self._of_log(match_id, owner, log, written)
            logged = sitting_after(log, numbers)
            if [self._by_now(number) for number in logged] != by_now:
                # The log says something else: what pages show holds.
                logged = by_now
            seated += [
                {"of_match": match_id, "at": row.position, "player": one, "number": number}
                for row, one, number in zip(sitting, by_now, logged, strict=True)
            ]
        _rewrite(written)
        if seated:
            at = (
                SEATS.c.match_id == sa.bindparam("of_match"),
                SEATS.c.position == sa.bindparam("at"),
            )
            values: dict[str, Any] = {
                "player_id": sa.bindparam("player"),
                "logged_id": sa.bindparam("number"),
            }
            self.connection.execute(sa.update(SEATS).where(*at).values(values), seated)

    def _of_log(
        self,
        match_id: int,
        owner: str,
        log: list[Any],
        written: dict[str, list[dict[str, Any]]],
    ) -> dict[tuple[int, str], list[int]]:
        """Return the numbers in the log of a match, by version and side; note what is written."""
        found = {
            (row.version, side): self._of_names(owner, names)
            for row in log
            for side in SIDES
            if (names := names_in(row, side))
        }
        for number, until, known in self.places[match_id]:
            for version, side, seat in followed(log, known, until):
                there = found.get((version, side), [])
                if seat < len(there) and there[seat] == self.parents[number]:
                    there[seat] = number
        for row in log:
            for side in SIDES:
                if (row.version, side) in found:
                    numbers = found[row.version, side]
                    table = getattr(row, side)
                    written[side].append(_as(row, table, "names", "players", numbers))
        return found

    def _of_names(self, owner: str, names: list[str]) -> list[int]:
        keys = _keys_of(tuple(names))
        return [self._of(owner, key, name) for key, name in zip(keys, names, strict=True)]

    def _of(self, owner: str, key: str, name: str) -> int:
        """Return the player of an owner who has a key; add whoever no seat has any more."""
        if (owner, key) not in self.numbers:
            colour = 1 + len(self.numbers) % BEST
            alike = {"key": key, "name": name, "colour": colour, "hidden": False}
            self.numbers[owner, key] = self._add(owner, None, {**alike, "forgotten": False})
        number: int = self.numbers[owner, key]
        return number

    def _add(self, owner: str, number: int | None, alike: dict[str, Any], **values: object) -> int:
        """Add a player, of a number if that is free."""
        if number in self.owners:
            number = None
        while owner and (number is None or number in self.owners):
            number = FIRST_DRAWN + randbelow(DRAWN)
        row = {**alike, **values, "owner": owner, **({"id": number} if number else {})}
        new = sa.insert(PLAYERS).values(row).returning(PLAYERS.c.id)
        number = int(self.connection.execute(new).scalar_one())
        self.owners[number] = owner
        return number

    def _by_now(self, number: int) -> int:
        return self._by_now(self.parents[number]) if number in self.parents else number


@lru_cache(1_000)
def _keys_of(names: tuple[str, ...]) -> list[str]:
    """Return how names are told apart, as when there were players for the first time."""
    scripts: Any = op.get_context().script
    keys: list[str] = scripts.get_revision("0008").module.keys_of(names)
    return keys


def _parts() -> Iterator[list[int]]:
    ids = [*op.get_bind().scalars(sa.select(MATCHES.c.id).order_by(MATCHES.c.id))]
    return (ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE))


def _as(row: Any, table: dict[str, Any], was: str, now: str, who: list[Any]) -> dict[str, Any]:
    """Return what a change has on one side, with who it names under another key."""
    other = {now if key == was else key: who if key == was else table[key] for key in table}
    return {"of_match": row.match_id, "to_version": row.version, "table": other}


def _rewrite(written: dict[str, list[dict[str, Any]]]) -> None:
    for side, rows in written.items():
        if rows:
            op.get_bind().execute(REWRITTEN.values({side: sa.bindparam("table")}), rows)


def _give_joins_back(players: dict[int, Any], places: Any, up: Any) -> None:
    """Write down again who was joined, and where they stand in the logs."""
    connection = op.get_bind()
    found = connection.execute(sa.select(MATCHES.c.id, MATCHES.c.version))
    versions = {row.id: row.version for row in found}
    seated = {*connection.scalars(sa.select(SEATS.c.player_id))}
    joined = [
        row
        for row in players.values()
        if row.joined_at and places.get(row.id) and up(row.id)[-1] in seated
    ]
    joined.sort(key=lambda row: (row.joined_at, row.id))
    ids = {row.id: number for number, row in enumerate(joined, start=1)}
    for row in joined:
        under = [ids[each.id] for each in joined if row.id in up(each.id)[1:]]
        alike = ("id", "key", "name", "colour", "hidden", "forgotten")
        values = {
            "id": ids[row.id],
            "entry_key": row.joined_by or f"join {row.id}",
            "player_id": up(row.id)[-1],
            "joined": {**{name: getattr(row, name) for name in alike}, "joins": sorted(under)},
            "places": {
                match_id: {"until": versions[int(match_id)], "places": found}
                for match_id, found in places[row.id].items()
            },
            "made_at": row.joined_at,
        }
        connection.execute(sa.insert(JOINS).values(values))


def _fold() -> None:
    """Write down the names as they are searched for."""
    connection = op.get_bind()
    rows = [
        {"number": row.id, "fold": _folded(row.name)}
        for row in connection.execute(sa.select(PLAYERS.c.id, PLAYERS.c.name)).all()
    ]
    if rows:
        of_number = sa.update(PLAYERS).where(PLAYERS.c.id == sa.bindparam("number"))
        connection.execute(of_number.values(folded=sa.bindparam("fold")), rows)


def _folded(text: str) -> str:
    letters = (letter for letter in normalize("NFD", text) if not combining(letter))
    return "".join(letters).casefold()


def _last_number() -> int | None:
    """Return the highest number of a player; PostgreSQL keeps it by itself."""
    sqlite = op.get_bind().dialect.name == "sqlite"
    return op.get_bind().scalar(LAST) if sqlite else None


def _go_on_from(last: int | None) -> None:
    """Number players from there, although SQLite has another table now."""
    if last is not None:
        op.execute(FORGET_LAST)
        op.execute(KEEP_LAST.bindparams(last=last))

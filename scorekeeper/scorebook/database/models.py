"""The tables of the scorebook; a class is a row of one."""

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    MetaData,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from scorekeeper import clock
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME
from scorekeeper.scorebook.database.letter_case import folded

# How the entry key of a match at a club night begins.
PLAYED_AT = "club"


class UTCDateTime(TypeDecorator[datetime]):
    """A time, always aware and in UTC: SQLite drops the time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("a time needs its time zone")
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            return value.replace(tzinfo=UTC)
        return value and value.astimezone(UTC)


def _folded_name(context: Any) -> str:
    """Return the searchable form of the name of a new player."""
    return folded(context.get_current_parameters()["name"])


def _same_number(context: Any) -> int:
    """Return the id that the log has for the player who sits down."""
    return int(context.get_current_parameters()["player_id"])


class Base(DeclarativeBase):
    """Names every constraint, so that a migration can refer to it."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar = {datetime: UTCDateTime, dict[str, Any]: JSON}


def partial_index(name: str, condition: str, *columns: str, unique: bool = False) -> Index:
    """Describe an index of the rows that meet a condition, as its migration made it.

    The index has the same condition on PostgreSQL. Repeating it here would load the PostgreSQL
    dialect for nothing.
    """
    return Index(name, *columns, unique=unique, sqlite_where=text(condition))


class MatchRow(Base):
    """One match between fixed sides, with the whole rules it was opened with."""

    __tablename__ = "matches"

    id: Mapped[int] = mapped_column(primary_key=True)
    # Drawn for each form: the same form sent twice opens one match.
    entry_key: Mapped[str] = mapped_column(String(64), unique=True)
    game_id: Mapped[str] = mapped_column(String(64))
    rules: Mapped[dict[str, Any]]
    partners: Mapped[bool]
    opening_seat: Mapped[int | None]
    # The match has no end before this round: the table chose to play on.
    play_on_to: Mapped[int] = mapped_column(default=0)
    # Who sat there when, as in record.py, if people took a seat, joined or left.
    lineups: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    # Its clock, as in timer.py, if it has one.
    timer: Mapped[dict[str, Any] | None]
    # The number of changes: at the same version the score is the same.
    version: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    changed_at: Mapped[datetime] = mapped_column(default=clock.now)
    finished_at: Mapped[datetime | None]
    # In the bin since; match_bin.py deletes it for good after some days.
    binned_at: Mapped[datetime | None]
    # A link carries the generation of its kind: raising it revokes the link.
    watch_generation: Mapped[int] = mapped_column(default=1)
    score_generation: Mapped[int] = mapped_column(default=1)
    own_generation: Mapped[int] = mapped_column(default=1)
    # The device that started it, or the one for whose players it was started (rights.plays_for);
    # "" if nobody knows: owner_of_matches.py finds out, if anybody owns the match.
    owner: Mapped[str] = mapped_column(String(32), default="")

    seats: Mapped[list["SeatRow"]] = relationship(
        order_by="SeatRow.position", cascade="all, delete-orphan"
    )
    rounds: Mapped[list["RoundRow"]] = relationship(
        order_by="RoundRow.number", cascade="all, delete-orphan"
    )

    # The lists of matches are read in the order of these, the bin too.
    # Caches, grants and addresses use the id, so that of a deleted match is never reused.
    __table_args__ = (
        partial_index(
            "ix_matches_open", "binned_at IS NULL AND finished_at IS NULL", "changed_at", "id"
        ),
        partial_index("ix_matches_finished", "binned_at IS NULL", "finished_at", "id"),
        partial_index("ix_matches_game", "binned_at IS NULL", "game_id", "finished_at", "id"),
        partial_index("ix_matches_binned", "binned_at IS NOT NULL", "changed_at", "id"),
        {"sqlite_autoincrement": True},
    )


class PlayerRow(Base):
    """A player of one owner: everybody with the same key of the name; see seating.py.

    Seats and logs have only the id of a player; the name is stored here alone.
    """

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    # The owner of the matches, on a site of links; "" in a house, where a name is one player.
    owner: Mapped[str] = mapped_column(String(32), default="")
    # Made from how the name looks: one letter may become several.
    key: Mapped[str] = mapped_column(String(20 * LONGEST_NAME))
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    # The name as it is searched for.
    folded: Mapped[str] = mapped_column(String(3 * LONGEST_NAME), default=_folded_name)
    # From 1, as the colours of sides are numbered on pages.
    colour: Mapped[int]
    # Left out of lists.
    hidden: Mapped[bool] = mapped_column(default=False)
    # The name was taken out of every match.
    forgotten: Mapped[bool] = mapped_column(default=False)
    # The player this one was merged into, who may have been merged into another in turn.
    same_as: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)
    # When and by which form it was merged; None if the merge is permanent.
    joined_at: Mapped[datetime | None]
    joined_by: Mapped[str | None] = mapped_column(String(64), unique=True)

    # The id is in addresses, so that of a deleted player is never reused.
    __table_args__ = (
        partial_index("ix_players_key", "same_as IS NULL", "owner", "key", unique=True),
        {"sqlite_autoincrement": True},
    )


class SeatRow(Base):
    """A seat, by its place in the order of play (from 0), and who sits there.

    Earlier players of the seat have rows at positions from 10 on, as `record.positions` says.
    """

    __tablename__ = "seats"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"))
    # The id in the log, of somebody who may have been merged into the player since.
    logged_id: Mapped[int] = mapped_column(
        ForeignKey("players.id"), index=True, default=_same_number
    )

    player: Mapped[PlayerRow] = relationship(foreign_keys=player_id, viewonly=True)

    __table_args__ = (Index("ix_seats_player_id_match_id", "player_id", "match_id"),)

    @property
    def name(self) -> str:
        return self.player.name


class RoundRow(Base):
    """A round as it was recorded, or corrected last; `record` as in round_json.py."""

    __tablename__ = "rounds"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    record: Mapped[dict[str, Any]]
    recorded_at: Mapped[datetime] = mapped_column(default=clock.now)


class Logged:
    """The columns of a change in the log of a match or a club night, as in change_log.py.

    Rows stay as long as the match or night, also those of changes that were undone.
    """

    # The version after it.
    version: Mapped[int] = mapped_column(primary_key=True)
    # Drawn for each form: the same form sent twice is one change.
    entry_key: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(16))
    before: Mapped[dict[str, Any] | None]
    after: Mapped[dict[str, Any] | None]
    # The version of the change that it undoes or redoes, if it does.
    undoes: Mapped[int | None]
    redoes: Mapped[int | None]
    # "done", "undone" (and may be redone) or "dropped" (undone for good).
    state: Mapped[str] = mapped_column(String(8), default="done")
    device: Mapped[str] = mapped_column(String(LONGEST_NAME), default="")
    made_at: Mapped[datetime] = mapped_column(default=clock.now)


class ChangeRow(Logged, Base):
    """A change to a match, with the values before and after it, as in changes.py."""

    __tablename__ = "changes"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)

    __table_args__ = (
        UniqueConstraint("match_id", "entry_key"),
        # For searches of names that a match no longer has.
        partial_index("ix_changes_names", "kind = 'names'", "match_id"),
    )


class OwnerRow(Base):
    """A device that owns a match while `generation` is that of the link for full control."""

    __tablename__ = "owners"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    # Drawn for each device.
    device: Mapped[str] = mapped_column(String(32), primary_key=True, index=True)
    generation: Mapped[int]


class CountRow(Base):
    """How often something with a limit was done lately (attempt_counts.py)."""

    __tablename__ = "counts"

    # A hash of what is counted, so that no address is stored.
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    # Seconds since 1970.
    due: Mapped[float] = mapped_column(index=True)


class DraftRow(Base):
    """A part of a round that is being entered: a hand ("hands-0"), the "tally", or the "rest"."""

    __tablename__ = "drafts"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    # The number of the round: the next one's, or that of a round being corrected.
    number: Mapped[int] = mapped_column(primary_key=True)
    part: Mapped[str] = mapped_column(String(16), primary_key=True)
    # The fields of the form: a list of texts by name.
    fields: Mapped[dict[str, Any]]
    # One higher at every change to any part of the same round.
    revision: Mapped[int]
    device: Mapped[str] = mapped_column(String(LONGEST_NAME), default="")
    changed_at: Mapped[datetime] = mapped_column(default=clock.now)


class RuleSetRow(Base):
    """House rules saved under a name: the changed keys of a game."""

    __tablename__ = "rule_sets"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    # The name casefolded: no database ignores the case of every script.
    name_key: Mapped[str] = mapped_column(String(120), unique=True)
    game_id: Mapped[str] = mapped_column(String(64))
    changes: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=clock.now)

    # A form that deletes a set may be sent again, late: it must not delete another one.
    __table_args__ = ({"sqlite_autoincrement": True},)


class ClubNightRow(Base):
    """A club night of many tables, as in club/nights.py; its matches know nothing of it."""

    __tablename__ = "club_nights"

    id: Mapped[int] = mapped_column(primary_key=True)
    # Part of its address: everybody who has the address may watch.
    key: Mapped[str] = mapped_column(String(32), unique=True)
    entry_key: Mapped[str] = mapped_column(String(64), unique=True)
    owner: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    game_id: Mapped[str] = mapped_column(String(64))
    rules: Mapped[dict[str, Any]]
    settings: Mapped[dict[str, Any]]
    # Who is here and who plays whom, as in club/night_record.py.
    record: Mapped[dict[str, Any]]
    # The number of changes: a draw is made for the version that was shown.
    version: Mapped[int] = mapped_column(default=0)
    # Its links carry it: raising it revokes them.
    generation: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime] = mapped_column(default=clock.now)
    # In the bin since.
    binned_at: Mapped[datetime | None]

    people: Mapped[list["ClubPersonRow"]] = relationship(cascade="all, delete-orphan")

    # The id of a deleted night is never reused.
    __table_args__ = ({"sqlite_autoincrement": True},)


class ClubPersonRow(Base):
    """A player whose id is in the log of a club night."""

    __tablename__ = "club_people"

    night_id: Mapped[int] = mapped_column(ForeignKey("club_nights.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True, index=True)


class ClubChangeRow(Logged, Base):
    """A change to a club night, with what differs before and after it: club/night_record.py."""

    __tablename__ = "club_changes"

    night_id: Mapped[int] = mapped_column(ForeignKey("club_nights.id"), primary_key=True)

    __table_args__ = (UniqueConstraint("night_id", "entry_key"),)

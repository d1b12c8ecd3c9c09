"""The tables of the scorebook."""

from datetime import UTC, datetime
from typing import Any, ClassVar

from sqlalchemy import (
    JSON,
    DateTime,
    Dialect,
    ForeignKey,
    MetaData,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator


class UTCDateTime(TypeDecorator[datetime]):
    """A moment, always aware and in UTC: SQLite drops the time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is not None and value.tzinfo is None:
            return value.replace(tzinfo=UTC)
        return value and value.astimezone(UTC)


def now() -> datetime:
    """Return this moment in UTC."""
    return datetime.now(UTC)


class Base(DeclarativeBase):
    """Names every constraint, so that a migration can find it again."""

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


class MatchRow(Base):
    """One game between fixed sides, by the rules as they were agreed."""

    __tablename__ = "matches"

    id: Mapped[int] = mapped_column(primary_key=True)
    # Made with the form: the same form sent twice opens one match.
    entry_key: Mapped[str] = mapped_column(String(64), unique=True)
    game_id: Mapped[str] = mapped_column(String(64))
    rules: Mapped[dict[str, Any]]
    partners: Mapped[bool]
    opening_seat: Mapped[int | None]
    # The table chose to play on up to this round, whatever the score was before it.
    play_on_to: Mapped[int] = mapped_column(default=0)
    # Raised in the transaction of every change: two equal versions show the same score.
    version: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]
    # In the bin since; emptied of what lay in it for long.
    binned_at: Mapped[datetime | None]
    # A link is signed over the generation of its kind: to raise it is to revoke the link.
    watch_generation: Mapped[int] = mapped_column(default=1)
    score_generation: Mapped[int] = mapped_column(default=1)
    own_generation: Mapped[int] = mapped_column(default=1)

    seats: Mapped[list["SeatRow"]] = relationship(
        order_by="SeatRow.position", cascade="all, delete-orphan"
    )
    rounds: Mapped[list["RoundRow"]] = relationship(
        order_by="RoundRow.number", cascade="all, delete-orphan"
    )

    # What is remembered of a match, and every link to it, goes by its number: none comes twice.
    __table_args__ = ({"sqlite_autoincrement": True},)


class SeatRow(Base):
    """A place in the order of play, and who sits there."""

    __tablename__ = "seats"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))


class RoundRow(Base):
    """One deal until it ended, as it was recorded or mended last."""

    __tablename__ = "rounds"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    record: Mapped[dict[str, Any]]
    recorded_at: Mapped[datetime] = mapped_column(default=now)


class ChangeRow(Base):
    """Something that happened to a match, with what was there before it and after it.

    Nothing is taken out of here while the match is kept: a match is its changes, one by one.
    """

    __tablename__ = "changes"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    # The version of the match that it made.
    version: Mapped[int] = mapped_column(primary_key=True)
    # Made with the form: the same form sent twice is one change.
    entry_key: Mapped[str] = mapped_column(String(64))
    kind: Mapped[str] = mapped_column(String(16))
    before: Mapped[dict[str, Any] | None]
    after: Mapped[dict[str, Any] | None]
    # Where it undoes or redoes another change: the version that one made.
    undoes: Mapped[int | None]
    redoes: Mapped[int | None]
    # Whether it holds ("done"), may be redone ("undone"), or was undone for good ("dropped").
    state: Mapped[str] = mapped_column(String(8), default="done")
    device: Mapped[str] = mapped_column(String(40), default="")
    made_at: Mapped[datetime] = mapped_column(default=now)

    __table_args__ = (UniqueConstraint("match_id", "entry_key"),)


class DraftRow(Base):
    """A part of a round while it is entered: a hand, or what else is asked ("rest")."""

    __tablename__ = "drafts"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    # The number of the round: the next one's, or that of a round being mended.
    number: Mapped[int] = mapped_column(primary_key=True)
    part: Mapped[str] = mapped_column(String(16), primary_key=True)
    # The fields of the form, by name.
    fields: Mapped[dict[str, Any]]
    # Raised by every change of any part of the same round.
    revision: Mapped[int]
    device: Mapped[str] = mapped_column(String(40), default="")
    changed_at: Mapped[datetime] = mapped_column(default=now)


class RuleSetRow(Base):
    """House rules under a name, to be used again: the changed keys of a game."""

    __tablename__ = "rule_sets"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    # The name in one case: no database folds the case of every script.
    name_key: Mapped[str] = mapped_column(String(120), unique=True)
    game_id: Mapped[str] = mapped_column(String(64))
    changes: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)

    # A form that deletes a set may be sent again, late: it must not meet another one.
    __table_args__ = ({"sqlite_autoincrement": True},)

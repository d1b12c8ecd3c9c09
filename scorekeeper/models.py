"""The tables of the scorebook."""

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


class Match(Base):
    """One game between fixed sides, by the rules as they were when it was opened."""

    __tablename__ = "matches"

    id: Mapped[int] = mapped_column(primary_key=True)
    # Made with the form: the same form sent twice opens one match.
    entry_key: Mapped[str] = mapped_column(String(64), unique=True)
    game_id: Mapped[str] = mapped_column(String(64))
    rules: Mapped[dict[str, Any]]
    partners: Mapped[bool]
    opening_seat: Mapped[int | None]
    # Raised in the transaction of every change: two equal versions show the same score.
    version: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)
    finished_at: Mapped[datetime | None]

    seats: Mapped[list["Seat"]] = relationship(
        order_by="Seat.position", cascade="all, delete-orphan"
    )
    rounds: Mapped[list["Round"]] = relationship(
        primaryjoin="and_(Round.match_id == Match.id, Round.undone_at.is_(None))",
        order_by="Round.number",
        viewonly=True,
    )


class Seat(Base):
    """A place in the order of play, and who sits there."""

    __tablename__ = "seats"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))


class Round(Base):
    """One deal until it ended, as it was recorded; kept when it is undone."""

    __tablename__ = "rounds"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    number: Mapped[int]
    # Made with the form: the same form sent twice is one round.
    entry_key: Mapped[str] = mapped_column(String(64))
    record: Mapped[dict[str, Any]]
    recorded_at: Mapped[datetime] = mapped_column(default=now)
    undone_at: Mapped[datetime | None]

    __table_args__ = (UniqueConstraint("match_id", "entry_key"),)


class RuleSet(Base):
    """House rules under a name, to be used again: the changed keys of a game."""

    __tablename__ = "rule_sets"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    # The name in one case: no database folds the case of every script.
    name_key: Mapped[str] = mapped_column(String(120), unique=True)
    game_id: Mapped[str] = mapped_column(String(64))
    changes: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)


# A number is taken once among the rounds that count; undone rounds keep theirs.
Index(
    "uq_rounds_match_id_number_counting",
    Round.match_id,
    Round.number,
    unique=True,
    sqlite_where=Round.undone_at.is_(None),
    postgresql_where=Round.undone_at.is_(None),
)
